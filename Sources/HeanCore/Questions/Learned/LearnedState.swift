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
    do the killswitch go off last night
    killswitch arm or clear
    what be the governor stat
    which governor do we have
    be we in quarantine#riskstate
    softbrake#riskstate on
    be the governor back to normal yet
    do we reach hard_stop at any point
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
    killswitch do trip last night and i reset it be it rea clear now
    be this feed live or be i look at old price#level
    be i net long or short right now
    yo be it even on
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
    do the governor change stat overnight
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
    be any market price#level old than 5 second
    pleas summaris what happen last night
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
    what happen last night
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
    """
}
