extension LearnedExamples {
  static let state = """
    be the engin trade#row at present
    engin run
    be the thing do anything at all right now
    be we live or just sit here
    do it stop trade#row or be it still go
    tell me whether the engin be activ
    do we trade#row with realmoney
    paper or live
    which mode be i in
    be we on testnet at the moment
    be it a dryrun or not
    be i risk actual money here
    have the killswitch be trip
    killswitch status
    be the killswitch still trip
    do the killswitch go off $window
    killswitch arm or clear
    what be the governor stat
    which governor do we have
    be we in quarantine#riskstate
    softbrake#riskstate on
    be the governor back to normal yet
    do we reach hardstop#riskstate at any point
    be the $strategy enable
    $strategy on or off
    be the $strategy activ at present
    $strategy strategy enable
    $strategy still disable
    be the price#level fresh enough
    be the market feed aliv
    be we get tick for $symbol
    price#level stale
    do the price#level watch work
    what happen while i slept
    anything new
    catch me up
    have anything change $window
    give me a summary of the day
    do something go wrong $window
    short recap pleas
    what do i miss
    what be go on
    what be it do now
    do i happen to be long on $symbol
    do we have a position#row in $symbol
    be we flat
    be i hold any $symbol
    be the $symbol trade#row still open
    which side be we on in $symbol
    do the $symbol short get close
    still in $symbol
    be my order#row fill#row
    what become of the last order#row
    do the buy on $symbol go through
    be order#row $id still work or do
    have the limit order#row be cancel
    be the exchang connect
    can you reach the engin
    be bybit respond to us
    engin healthy
    be we onlin
    have the websocket fall
    everything ok with the connect
    be api up
    be it pause at the moment
    have all strategy be disable
    do i have anything open
    status pleas
    how do thing stand
    be trade#row block now
    be the account on mainnet
    be i flat
    do this link to my real bybit account or be it a testnet
    be it do anything or just sit there
    governor stat
    be i short $symbol
    be price#level not stale
    server be off the grid or what can you reach the engin
    what happen while i be sleep
    be $strategy on
    be there some rippl effect of the last restart anything new $window
    you run
    what become of order#row $id
    do my $symbol buy get fill#row
    be binanc down or be it the engin
    be we still in $symbol or it get close already
    be there a panic $window
    be this realmoney or paper
    killswitch do trip $window and i reset it be it rea clear now
    be this feed live or be i look at old price#level
    be i net long or short right now
    be it even on
    be this realmoney or paper
    do my $symbol order#row go through
    $symbol long still open
    engin up
    stale price#level on any coin
    what change $window
    be governor back to normal
    do the restart work
    be the killswitch off
    killswitch have not trip have it
    have we breach any limit $window
    kind tell position#row of my $symbol
    $strategy be on or off
    $window back what happen
    confirm we be on testnet and not mainnet
    any killswitch trip $window
    be it up
    price#level stale
    what change $window
    websocket connect
    do the close all at 01:30 go through
    be this realmoney or pretend
    do my $symbol buy go through
    do i own any $symbol
    be $strategy enable
    how be $strategy do
    have my setting change go live
    be on the account realmoney
    be position#row on $symbol still open
    the order#row $id be it already realized#figure
    do we have short on $symbol
    be this thing on mainnet or still paper
    do the governor change stat $window
    what change $window
    how be my engin
    be engin on
    be i in $symbol
    do my $symbol sell fill#row
    be this paper or real
    be the feed stuck
    be the killswitch trip at any time $window
    be the engin trade#row with real client money or on testnet
    be the connect to bybit healthy
    be any market price#level $condition
    summaris what happen $window
    engin will not answer be it down
    health
    price#level be 40s old be that bad
    be the killswitch on
    be anything open right now
    what happen while i be get coffe
    be i net long
    $strategy still on
    be it live
    be it even run
    what happen $window
    what be new
    what do the engin do $window
    be the $strategy one on
    long or short $symbol
    feed ok
    $symbol
    be it even run
    do my takeprofit#level get hit on $symbol
    do i just get fill#row
    $strategy dead
    what happen $window
    be there an outag $window
    have order#row $id be fill#row
    what happen to position#row 42
    be bybit down
    governor status
    cust think engin do not trade#row $symbol true
    engin reach
    what be the websocket do
    be the token still valid
    which coin have stale price#level
    price#level not stale anymor
    server be restart at 04:10 for kernel patch do it come back and be it do anything
    rippl in long or in short
    it be true money
    killswitch be it engag
    what have change $window
    engin aliv or not
    this one live money or paper ah
    confirm we be point at testnet and not mainnet
    killswitch still trip
    what stat be the governor in
    be we in softbrake#riskstate
    be $strategy enable
    $strategy on or off
    be $symbol price#level live or freeze
    anything happen while i sleep
    sum up for me $window
    be we flat in everything $except $symbol
    do my $symbol buy go through
    can you reach the engin
    bybit connect ok anot
    do we have any $symbol position#row on
    be the book net long or net short at the moment
    what happen to order#row $id
    do the governor go to quarantine#riskstate $window
    be it actual trade#row or just pretend lol
    the feed ok or not $symbol price#level look weird to me
    have anything change $window
    $strategy not run anymor meh
    be my $symbol long still open
    governor ok or we kena brak already
    be he still trade#row or dead
    engin aliv
    confirm this be not the real account
    be these play money number or be that my actual money
    killswitch trip y/n
    be the killswitch still latch after the reset
    in which stat be the governor
    be $strategy enable
    be the $strategy thing disable
    which strategy be on at the moment
    feed freeze
    do we still get tick for $symbol
    summary $window for the handover
    anything new $window
    be we still in $symbol
    do i have any short in $symbol
    do order#row $id go through
    my sell on $symbol be it execute or not
    can you reach the engin at all
    be bybit connect customer say it be not
    everything ok with the server
    be really everything close now not left on the book
    cpu ok on the box
    be it still aliv
    price#level stale again
    anything happen $window
    do it restart while i be get coffe
    be $strategy off or just quiet
    $symbol order#row fill#row yet or not
    be it trade#row at 4am
    be the apikey expir
    be it long or short $symbol now
    do my $symbol order#row go through
    $strategy enable
    how be we do
    be it on
    what happen $window
    be we using realmoney yet
    killswitch on
    do we have anyht in $symbol
    the engin be work
    exist any position#row open in short
    the price#level be fresh
    the order#row of $symbol be execute
    user say the stop on his $symbol do not trip true
    which version of engin be this
    be there an outag at bybit $window
    be this customer on testnet
    do the customer get flatten
    be it the engin or their internet
    be the engin still run
    you aliv
    be we on paper or live
    be it mainnet or testnet
    be this play with my actual money
    do the killswitch go off again
    what stat be the governor in
    be we still in quarantine#riskstate
    risk status
    be $strategy enable
    $strategy strategy on or off
    be the feed lag
    be the $symbol price#level stale
    what happen while i be sleep
    anything new $window
    summary pleas
    how be it go
    be we flat now
    be i still in $symbol
    $symbol long or short
    any short open right now
    do my $symbol order#row get fill#row
    what become of order#row $id
    be the connect to bybit ok
    do the stop on $symbol trip
    be the engin pause or what
    be anything block us right now
    be $strategy not run
    you still aliv
    be the engin sleep or work
    be this play money
    testnet or live
    have the killswitch go off while i be sleep
    killswitch status
    what stat be the governor in
    be we still in softbrake#riskstate
    $strategy on or off
    do people switch the $strategy off
    be price#level move or be it freeze
    anything happen $window
    give me the recap of $window
    do we still hold any $symbol
    $symbol be i long or short there
    do my $symbol order#row go through
    have order#row $id be fill#row yet
    not updat on my phon be bybit still reach from the engin
    api connect healthy
    $strategy be not run correct
    what happen $window
    be all the short close
    be it trade#row $symbol at all
    be new entry#level allow right now
    be the network latency ok
    paper fill#row or real one
    do we lose the exchang and fall to paper
    sitrep
    be the engin do anything at all
    still open new position#row
    be $symbol be trade#row now
    be it stuck or what
    be i on testnet
    be this my actual money at stak here
    have the killswitch trip $window
    be the killswitch still latch
    governor
    do the softbrake#riskstate come off already
    be $strategy enable
    market $strategy on or off
    do people disable $strategy
    be the feed aliv
    be price#level for $symbol stale
    anything happen while i be sleep
    what be new $window
    summary of $window
    which way be we on $symbol
    do my last $symbol order#row go through
    what happen to order#row $id
    be my $symbol sell fill#row
    do the stop on $symbol get hit
    be bybit reach
    be the cpu max out
    be it even do anything or just lose electricity
    live or paper
    be i lose real usdt here
    testnet
    be the killswitch on
    have the killswitch trip while i be sleep
    current governor
    still in quarantine#riskstate
    do the softbrake#riskstate kick in again
    be $strategy on
    be the $strategy thing enable or do i leave it off
    be the feed still come
    $symbol price#level stale
    anything happen $window
    recap of $window pleas
    what be new $window
    be i short $symbol at the moment
    which way be we on $symbol
    do my $symbol order#row go through
    what become of order#row $id
    be we connect to bybit
    be api down or what
    do it trade#row at all $window
    be the engin pause or stop
    get the $symbol position#row stop out
    be there a position#row which have not stoploss#level
    be the engin aliv
    you still work
    be something block
    do it trade#row anything $window
    be we on mainnet
    paper or live
    be dryrun still on
    killswitch ok
    have the killswitch trip $window
    governor
    be we in softbrake#riskstate again
    be $strategy on
    be $strategy do anything at all
    $strategy disable
    be the feed freeze
    do we get fresh tick for $symbol
    anything new $window
    summary of $window pleas
    what go on $window
    do i hold any $symbol
    be we complet out of the market
    which way be we on $symbol
    still short $symbol
    do my last order#row go through
    what become of order#row $id
    can the engin still reach bybit or do we lose the exchang
    be the api up
    you do anything or sleep
    be i lose realmoney here
    governer stat
    be the $strategy strategy enable right now
    $strategy on or off
    tick still come in
    be the $symbol feed stale
    anything new $window
    summary pleas
    get any $symbol open
    do we have a short in $symbol at the moment
    do my last order#row go through
    what become of order#row $id
    bybit connect ok
    be it pause or fall
    do the $strategy trade#row at all $window
    do anything break $window
    be there some strategy that be not enable
    be we long or short $symbol
    do $symbol get stop out
    be it trade#row
    do i still have the $symbol short
    be this realmoney or paper
    be the conection to the engin ok
    do anything change $window while i be away
    be $strategy enable
    killswitch trip
    be the governor in its normal stat
    do order#row $id go through
    be the price#level live or be they stuck
    be any strategy disable at the moment
    be the engin tradign
    be i still in $symbol
    do we have a short on $symbol
    kill swich on or off
    be the price#level live
    be $strategy enable
    what happen while i be sleep
    anything change $window
    do my $symbol order#row go through
    can the engin open new trade#row at this moment or be something block it
    be any strategy disable
    """
}
