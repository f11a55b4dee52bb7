extension LearnedExamples {
  static let figure = """
    what be my equity#figure right now
    howmuch of the equity#figure be still free margin#figure
    howmuch money sit in the account
    used margin#figure as a shar of the wallet balance#figure
    how be i do overall in money
    which coin make me the most
    average realized#figure rise per close trade#row
    unrealized#figure p/l
    unrealized#figure result of the biggest position#row by notional#figure
    be we up or down $window and by howmuch
    howmuch of $window result be realized#figure already
    howmuch do i pay in fee#figure $window
    fee#figure as a percent of trade#row volum
    current drawdown#figure
    percent fallen from the all time equity#figure high
    give me the peak#figure
    margin#figure tied up by the $symbol trade#row
    collateral availabl for new position#row pleas
    what leverag be $symbol run at
    howold be the position#row with the highest leverag
    howmuch of gross exposure#figure be long
    sum of all long in usdt
    i want the total short exposure#figure
    short shar of total exposure#figure
    net exposure#figure once long and short cancel out
    howfar off from $strategy be we in usdt
    dollar valu of the $symbol hold
    howmany $symbol do we hold
    size#level of the most old position#row
    at what level do we get into $symbol
    howfar be the mark from my entry#level on $symbol in percent
    what do one $symbol cost on the feed
    bid ask gap of $symbol
    spread#figure on the coin whos price#level be most old
    last tick be howmany second old
    stoploss#level of the $strategy long be where
    howmany position#row carry not stop
    takeprofit#level for $symbol at which level
    howmany open position#row lack a takeprofit#level
    $symbol percent left to the stoploss#level
    which of them be closest to be stop out
    distanc to target#level of the $symbol short
    howmuch must it still rise to reach its takeprofit#level
    howmuch can i lose before everything halt
    room left until hardstop#riskstate
    what part of all order#row end up reject
    count of rest limit order#row
    howmany order#row be pend for the $strategy at present
    order#row bounc by the exchang $window howmany
    what fraction of the order#row send $window have be fill#row
    fill#row order#row count for $strategy $window
    fill#row $window number only
    at what price#level be the latest fill#row
    the fillrate#figure
    out of what we send howmuch percent get execute
    fraction of signal#row refuse $window
    of all the signal#row howmany make it through the gate
    accept $window total
    signal#row acceptancerate#figure for $strategy
    who have the lowest acceptanc percent by strategy
    most frequent reason for refuse
    best $number reject reason with count
    howmany trade#row close $condition $window
    howmany lose for each win
    howmany do we lose on the short side
    best winrate#figure among the strategy
    winrate#figure of $strategy $window
    howmany strategy have a profitfactor#figure above one
    profitfactor#figure per coin
    turnover#figure $window
    event#row per hour of uptim on average
    engin uptim in hour
    what shar of event#row be error
    count the operator action of $window
    what percent of operator action $window end in an error
    average holdtime#figure of what be open
    leverag on the $symbol position#row
    what be the bottom line of $window
    biggest lose trade#row of $window
    i only want to see one number howmuch be the account worth this moment with open position#row includ
    howmany order#row be reject $window
    best $number strategy by fee#figure
    count of signal#row per strategy $window
    net exposr
    at what price#level do we enter $symbol
    free margin#figure left
    howmany signal#row of $strategy get through
    howmuch margin#figure be eat by $symbol and $symbol position#row together
    what be the stoploss#level of my $symbol long
    howold be the price#level of $symbol
    what be the profitfactor#figure of $strategy $window
    where be $symbol now
    highest equity#figure we ever have
    my phon show something else so tell me pleas howbig be the $symbol short really
    which strategy lose the most
    howmany lose trade#row do $symbol have $window
    howmany strategy be not on
    howmany $symbol signal#row it refuse $window
    notional#figure of my biggest short
    howmany long we have open
    best coin $window
    pnl#figure of last close trade#row in $symbol
    average profit#figure of a win trade#row $window
    which position#row be closest to its stop
    howmuch can i lose till the kill swich trip
    at which hour of the day we make most money
    what be the differ between my $symbol entry#level and the mark
    drawdown#figure now
    howfar be takeprofit#level for $symbol
    realized#figure pnl#figure of the $strategy $window
    percent of my exposure#figure that sit in $symbol
    what be my stop on $symbol
    howmuch do i make $window
    pnl#figure
    winrate#figure of the $strategy
    most common refuse reason $window
    volum trade#row on $symbol $window
    which coin have the most wide spread#figure
    unrealized#figure on $symbol now
    howmany position#row be without a stop
    fillrate#figure $window
    any avalanch of error $window howmany
    howmuch be i long in total
    do i lose a ton of money on fee#figure
    what be my unrealized#figure p/l
    howfar be my stop on $symbol in bps
    howmany lot be i long in $symbol
    biggest lose $window
    drawdown#figure from the peak#figure percent
    what be the peak#figure
    profitfactor#figure $window
    expectancy per trade#row so far
    which coin have the most wide spread#figure
    how be $strategy do $window
    most old open position#row
    howmuch more can i lose before it shut itself off
    20x what leverag be i run
    howmuch do i make $window
    be i rich yet lol
    howmany trade#row do it do $window
    best coin so far
    worst strategy
    do i have $number position#row or 4
    be there a stoploss#level on my $symbol
    fee#figure be eat me howmuch so far
    howmany signal#row get refuse $window
    do it do a ton of trade#row $window
    uptim
    event#row per minute
    best $number reject reason
    last error
    realized#figure profit#figure for $window net of fee#figure
    total fee#figure pay $window
    close balance#figure of $window
    realized#figure pnl#figure $window to date
    howmany win trade#row $window
    gross notional#figure trade#row $window
    biggest singl lose $window
    average lose per lose trade#row
    exposure#figure as percent of equity#figure
    what shar of pnl#figure come from $strategy
    average hold period
    howmuch margin#figure be left
    howmuch margin#figure be used up till now
    my $symbol short be $condition or lose
    what be our gross exposure#figure right now
    net exposure#figure by coin
    howfar be we from a hardstop#riskstate
    max drawdown#figure $window
    which coin contribut most to the lose $window
    margin#figure used as percent of equity#figure
    profitfactor#figure per strategy $window
    peak#figure equity#figure and when be it reach
    total fee#figure pay $window
    biggest singl position#row as shar of equity#figure
    what can we still lose $window before it shut itself off
    howold be the last tick
    howmany signal#row refuse $window and for which reason
    be i lose money
    what be my balance#figure
    howmuch can i still lose
    which coin be hurt me the most
    what be the price#level of $symbol
    howmuch have i make since i start
    do the engin lose money while i be sleep
    biggest lose so far
    acceptancerate#figure $strategy $window
    best $number reject reason for $strategy
    signal#row per hour $strategy $window
    fillrate#figure on $symbol
    howmany signal#row become order#row
    pnl#figure by strategy
    worst hour of the day for $strategy
    be fee#figure eat the $strategy aliv
    $strategy pnl#figure short only
    howmuch be profit#figure of $window
    howmuch cost me the fee#figure in $window
    on which coin i earn the most
    ile zarobilem dzisiaj
    howfar be the stop on $symbol
    actual price#level $symbol
    net exposure#figure right now
    gross exposure#figure
    pnl#figure by strategy $window
    worst strategy $window
    best $number coin by realized#figure pnl#figure $window
    howfar be we from hardstop#riskstate
    howmuch do we pay in fee#figure $window
    fee#figure as percent of pnl#figure
    profitfactor#figure per strategy
    $strategy winrate#figure
    max drawdown#figure $window
    how concentrat be we in $symbol
    biggest position#row
    leverag across the book
    howmuch margin#figure be free
    howmany trade#row have the $strategy do $window
    realized#figure unrealized#figure and fee#figure for the desk
    profit#figure $window
    howmuch money do i have
    do i make money $window
    which coin make the most
    biggest lose
    $symbol price#level
    howmuch fee#figure so far
    howmany order#row be place $window
    total trade#row volum $window in usdt
    howmany trade#row per coin $window
    have leverag above 5x be used on any position#row
    what be the biggest singl lose $window
    average holdtime#figure of open position#row
    peak#figure equity#figure to date
    fee#figure pay $window by strategy
    howmany signal#row get through $window
    signal#row refuse $window by reason
    best reject reason $window
    what be my delta
    which position#row be closest to its stop
    takeprofit#level on $symbol
    where be my $symbol stop
    entry#level on $symbol short
    spread#figure on $symbol
    unrealized#figure on the short
    notional#figure per coin
    biggest short
    reward to risk on the $symbol trade#row
    most old position#row
    fillrate#figure on limit order#row $window
    last fill#row
    howmuch be we up
    howmuch be we down $window
    be we make money
    equity#figure
    best day $window
    howmany win $window
    winrate#figure
    best $number strategy
    howmuch more can we lose before it disable
    howmany position#row
    last trade#row win or lose
    fillrate#figure $window
    net $strategy $symbol
    spread#figure on $symbol now
    most wide spread#figure
    howmany price#level rest
    $strategy pnl#figure $window
    fee#figure pay $window
    acceptancerate#figure per strategy
    how stale be the $symbol price#level
    pnl#figure of the $symbol leg of $strategy
    net delta
    biggest position#row by notional#figure
    expectancy per trade#row
    what proportion of signal#row be accept $window
    what fraction of total fee#figure be due to $strategy
    profitfactor#figure $except $symbol
    howmany long minus howmany short
    what be the ratio of long to short exposure#figure
    distanc in percent from $symbol mark to its stop
    which position#row be closest its stop
    average leverag weight by notional#figure
    howfar be equity#figure below its peak#figure in usdt
    at which hour do signal#row get refuse most
    the biggest lose of a singl trade#row $window
    given the current position#row which $symbol price#level would trip hardstop#riskstate all other price#level hold constant
    howmuch may i lose until the governor become softbrake#riskstate
    howmany trade#row be neither in $symbol nor $symbol
    maximum drawdown#figure since the engin start
    pnl#figure
    pnl#figure $window
    be i up or down
    howmuch do i make on $symbol
    what be my best trade#row
    worst coin $window
    win lose $window
    howmuch can i still lose $window b4 it stop
    stoploss#level on $symbol
    pnl#figure since i turn $strategy on
    howmany signal#row be refuse and why
    most common refuse reason for $symbol
    howmany operator action $window
    howold be price#level
    howmany strategy be on
    howmuch i have win $window
    actual howmuch position#row be open
    what be the benefit of $window
    the engin have it lose money $window
    which margin#figure stay to me
    give me the fee#figure by coin
    which strategy be the less good
    the cours of the $symbol
    where be my stop on $symbol
    the average of leverag on my long
    $symbol pnl#figure $window
    total fee#figure we pay $window all strategy
    net exposure#figure now
    gross exposure#figure $except $symbol and $symbol
    howmuch we lose $window boss
    what be the profitfactor#figure of $strategy $window
    winrate#figure short only $window
    average holdtime#figure of close $symbol trade#row
    which coin eat the most fee#figure $window
    worst strategy by realized#figure pnl#figure $window
    howmany money of headroom do i have until hardstop#riskstate
    free margin#figure left
    equity#figure pleas
    what be our peak#figure
    deepest drawdown#figure we have so far
    curent drawdwon in percent
    howmany long on the book right now
    howmany order#row still hang unfill
    refuse signal#row as a percent of all signal#row $window
    acceptancerate#figure per strategy $window
    unrealized#figure on my $symbol short
    entry#level price#level on $symbol
    $symbol mark now howmuch
    spread#figure on $symbol in bps
    howmany second old be the $symbol price#level
    biggest open position#row by notional#figure
    which position#row get the least wide stop i average closest to get hit
    where be the stoploss#level on the $symbol long sit
    takeprofit#level level $symbol
    howmany percent more until my $symbol takeprofit#level kena
    what leverag be i run on $symbol
    margin#figure tied up by $strategy
    most long-lasting lose streak $window
    howmany lose streak be we at
    average win of $strategy in usdt
    median slippag on fill#row $window
    howmuch $strategy do we pay on $symbol $window
    liq price#level of the $symbol position#row
    p99 order#row latency to bybit pleas
    turnover#figure of $strategy $window in usdt
    fillrate#figure $window
    howmany fill#row $window
    pnl#figure $window
    pnl#figure $except $strategy and the $strategy
    howmany strategy be not enable
    count of position#row with not stoploss#level attach
    howmany trade#row lose $condition $window
    which hour be the worst for realized#figure $window
    what shar of gross be short
    best $number coin by trade#row volum $window
    most common reject reason $window
    most old position#row howold
    uptim
    money balance#figure in the account
    howmany $symbol signal#row get block $window
    howmany signal#row do $strategy trip $window
    last fill#row $symbol at what price#level
    biggest singl lose trade#row $window by howmuch
    howmuch can the account still lose before the killswitch kick in
    total notional#figure of position#row that be $condition
    howmany position#row $condition
    howmany reject order#row on $symbol $window ah
    net pnl#figure after fee#figure $strategy $window
    average leverag across the book
    size#level of my $symbol position#row in coin
    $strategy strategy so far profit#figure howmuch
    which side make more money long or short
    brp howmuch $symbol i hold now
    howmany error $window
    what percent of trade#row close green $window
    howmany manual intervention by operator $window
    which strategy have lowest winrate#figure $except $strategy
    howmany coin be i short
    unrealized#figure lose sum over long only
    cpu load of the engin box
    howmuch be we down $window all in all
    pnl#figure $symbol pleas
    what be the actual equity#figure in this moment
    biggest lose on the book right now
    howmany position#row have he open
    fee#figure $window
    howmuch percent of the signal#row get trough
    average holdtime#figure of the $strategy $window
    howfar be the stop on my $symbol long
    quanto be the drawdown#figure now
    which coin lose the most $window
    howmany refuse signal#row $window
    howmuch can i still lose until it kill itself
    unrealized#figure on the short
    net delta of the whole book in usdt
    gross exposure#figure $except $symbol
    howmuch short be we in money
    long exposure#figure $except $symbol and $symbol pleas
    entry#level on my $symbol short
    average entry#level price#level $symbol
    where sit the stoploss#level of $symbol
    takeprofit#level level for the $symbol long
    distanc to takeprofit#level on $symbol in percent
    howold be the price#level in second
    at what price#level trade#row $symbol at the moment
    winrate#figure of the $strategy $window
    winrate#figure on short only $window
    best $number strategy by profitfactor#figure
    worst hour of $window
    which reason block the most signal#row for $symbol
    howmany fill#row get the $strategy $window
    most old position#row be howold
    deepest drawdown#figure $window
    most long-lasting lose streak so far
    howmany win streak do we have
    what be the highest equity#figure ever
    howmuch margin#figure be block
    since howmany hour be the engin up
    howmany strategy be not run
    error $window howmany
    volum $window $except $symbol
    realized#figure pnl#figure $window $except the $strategy and $strategy
    howmany order#row do not get fill#row $window
    average win in usdt $window
    what percent of my trade#row win
    howmany position#row be $condition
    howmany trade#row lose $condition money $window
    what shar of the fee#figure come from $strategy
    leverag on my $symbol position#row
    howmany coin of $symbol do we hold
    howmuch money do $strategy make $window
    pnl#figure between 2 and 4 in the night
    what do $strategy earn $window
    last trade#row result
    worst trade#row $window howmuch be it
    which strategy pay the most fee#figure per $window
    howmany signal#row do $strategy send $window
    accept signal#row $window count
    order#row reject by the exchang $window number
    fillrate#figure of the $strategy
    howmany pend buy order#row on $symbol
    howmany trade#row do it do in $symbol $window rough
    wallet balance#figure
    least wide stop of all open position#row
    closest position#row to get stop out
    howmany time do people touch the engin $window
    howmany long be $condition notional#figure
    what be my be on this profitfactor#figure overall i average
    the size#level of position#row $id
    what slippag do we pay on the $strategy
    liq price#level of my $symbol long
    money rate $symbol now
    ping to bybit in ms
    howmuch ram eat the engin
    hwo many order#row open
    latency to bybit now
    cpu load on the engin box
    not error right
    price#level age on $symbol
    be i up or down $window
    what be my liq price#level on $symbol
    average entry#level on $symbol
    howmuch slippag be i pay
    howmuch leverag be it using
    which coin make the most money $window
    max size#level it be allow to take per trade#row
    winrate#figure of the $strategy
    be $strategy profitabl
    howmany do i win
    howfar be my stop on $symbol
    money rate on $symbol
    howmuch be 1 $symbol right now
    what be the drawdown#figure on my $symbol long
    best trade#row so far
    profitfactor#figure by strategy $window
    sharp since inception
    gross exposure#figure as percent of equity#figure
    net exposure#figure
    fee#figure as percent of gross realized#figure pnl#figure
    best $number refuse reason $window
    average bid ask spread#figure $symbol $window
    signal#row count per strategy $window
    max drawdown#figure $window
    distanc to hardstop#riskstate in usdt
    average holdtime#figure close trade#row only
    $strategy fillrate#figure
    realized#figure $strategy between $symbol and $symbol over the session
    notional#figure per coin
    realized#figure net of fee#figure for $strategy $window
    95 percent $window var
    pnl#figure by strategy $except $strategy
    peak#figure
    signal#row fill#row conversion by coin
    refuse by hour
    turnover#figure $window
    lowest profitfactor#figure which strategy
    worst coin by realized#figure $window
    $strategy of the $strategy strategy
    median pnl#figure per trade#row
    at what drawdown#figure do it go softbrake#riskstate quarantine#riskstate
    winrate#figure by coin $window
    average win average lose
    margin#figure utilisation
    money make $window
    total balance#figure
    do we lose money $window
    be $symbol up $window
    profit#figure $window
    what be make the money
    howlong have it be run
    howmany trade#row
    howmuch of our money be in $symbol
    howmany money i have
    what be the profit#figure of $window
    howmuch fee#figure have we pay with $strategy
    actual price#level of $symbol
    which strategy be the worst $window
    howmuch left for the killswitch
    where be the stoploss#level of $symbol
    cuanto hemo ganado hoy
    cuanto slippag tuvimo con la ultima orden
    howmany lose operation $window
    what be the total exposure#figure
    howmuch do they have in the account $window
    howmuch do we make $window
    what be my equity#figure now
    account balance#figure pleas
    howmuch money be in there
    unrealized#figure
    unrealized#figure p/l on $symbol
    realized#figure pnl#figure $window
    howmuch have i pay in fee#figure $window
    drawdown#figure now
    worst drawdown#figure so far
    howmany percent be we below the peak#figure
    what be the highest my account ever reach
    margin#figure left to open new stuff
    howmuch margin#figure be be used at the moment
    what levereg be we run overall
    leverag on the $symbol position#row
    total gross exposure#figure pleas
    total long exposure#figure
    net exposure#figure $except $symbol
    how heavy be i on the short side
    notional#figure of my $symbol long
    howbig be the $symbol position#row
    at what price#level do i enter $symbol
    where be $symbol at
    spread#figure on $symbol right now
    howold be the price#level data
    stoploss#level of my $symbol
    takeprofit#level level for the $symbol short
    howfar be $symbol from its stop
    which position#row be closest to get stop out
    distanc to target#level on $symbol
    howmuch more can we lose before the hardstop#riskstate kick in
    howmany percent until killswitch trip
    howmany position#row do i have
    howmany short be on
    nr of open ordr
    howmany order#row do bybit reject $window
    howmany order#row get fill#row $window
    howmany signal#row come $window
    howmany signal#row get acept $window
    acceptancerate#figure for $strategy
    howmany signal#row have it refuse $window
    what be block most of the signal#row
    best $number refuse reason $window
    howmany trade#row do it do $window
    howmany win on $symbol $window
    what be the winrate#figure on short $window
    profitfactor#figure $window
    trade#row volum $window
    most long-lasting lose streak
    howmany win streak do we have
    average holdtime#figure of close trade#row
    howlong do a $strategy trade#row last on avarag
    what be my best strategy
    which coin lose the most
    worst perform coin $window
    at which hour of the day do it make the most money
    my biggest position#row
    what be the most old position#row i have open
    pnl#figure per strategy $window
    profit#figure by coin $except $symbol and $symbol
    profit#figure on long only
    howmuch do the $strategy earn $window
    average win size#level in usdt
    howmany position#row $condition
    what percent of trade#row close $condition
    biggest win $window
    worst trade#row of $window
    what be the last fill#row
    howmuch be i down $window
    which strategy send the most signal#row
    which coin get refuse most often
    howmany error $window
    liquidation price#level of my $symbol long
    latency to the exchang
    current money rate $symbol
    average slippag $window
    exposure#figure per coin
    howmany order#row have $strategy send $window
    howmany fill#row between 1 and 3 be
    howmuch do i lose $window
    profitfactor#figure for $strategy $window
    net exposure#figure $except $symbol
    winrate#figure by strategy $window
    acceptancerate#figure of $strategy $window
    average holdtime#figure of close short
    fee#figure total $window
    which coin have the most wide spread#figure right now
    distanc to hardstop#riskstate in percent
    max drawdown#figure $window
    median slippag per fill#row
    howmany signal#row do $strategy trip $window
    signal#row refuse broken down by reason $window
    best $number strategy by realized#figure
    worst hour for pnl#figure $window
    net delta carry by $strategy
    winrate#figure over last $number trade#row
    turnover#figure $window
    howmany trade#row have $strategy close $window
    average lose on lose $symbol trade#row
    what be the money rate on $symbol perp
    biggest notional#figure by coin
    howmany reject $window
    howlong be the engin up since the last restart
    howold be the price#level
    any latency number on order#row placement
    openorder#row count
    howmany error $window
    engin cpu usag
    howmany strategy that be not enable
    howmany position#row have not stoploss#level
    which reason block the most signal#row $window
    howmany manual action $window
    howmany fill#row $window
    fillrate#figure for $strategy $window pleas
    howmany $symbol signal#row be refuse
    be we up or down overall
    total lose on fee#figure $window
    howmuch money do we have in there
    what be our best coin $window
    howmuch of our capital be tied up as margin#figure
    howmuch do we make $window
    highest the account have ever be
    howfar below the high be we right now
    what percent of trade#row end up green
    which engin be lose money
    what be our cushion before the killswitch
    howmuch have the long make us
    our exposure#figure to $symbol and $symbol together
    how leverag be we
    what be my balnc
    howmuch be i down on $symbol lol
    what be $symbol at now
    howmany trade#row do it do $window
    biggest win so far
    what be my stop on $symbol
    where do $symbol takeprofit#level
    howfar be $symbol from its stoploss#level
    howmany win streak do i have
    what be the liquidation price#level of my $symbol
    howlong be the $symbol trade#row open already
    howmany diffrent coin be i hold
    last $symbol fill#row at what price#level
    howmuch can i still use for new trade#row
    smallest postion i have
    what do i pay for my $symbol
    howmany unit of $symbol be i short
    unrealized#figure on the short book
    realized#figure profit#figure on $symbol $window
    day pnl#figure pleas
    what shar of my lose trade#row be short
    what be my worst trade#row $window
    howmuch be i carry in $symbol
    bid ask on $symbol
    howlong do the win trade#row last on average
    howmany of my position#row be $condition
    which position#row sit closest to its stop
    which side be make me money long or short
    howmany lose do the $strategy one have $window
    money in the account not count open position#row
    volum per hour $window
    howmany position#row $condition
    pnl#figure $except $symbol and the $strategy
    howfar till takeprofit#level on the $symbol long
    current drawdwon
    equity#figure
    howmuch money do i have on there
    wallet balance#figure pleas
    how be my pnl#figure do
    pnl#figure $window
    howmuch i have rise $window
    realized#figure profit#figure $window
    unrealized#figure pnl#figure on $symbol now
    howmuch fee#figure do i pay $window
    fee#figure by strategy
    current drawdown#figure
    what be the worst drawdown#figure we have so far
    margin#figure used
    howmuch free margin#figure be left
    what leverag be i on for $symbol
    total exposure#figure in usdt
    howmuch be i short in total
    long exposure#figure $except $symbol
    what percent of my exposure#figure be in $symbol
    notional#figure of the $symbol position#row
    howmany $symbol do i hold
    where do we get into $symbol
    average entry#level of my $symbol long
    what be $symbol trade#row at
    spread#figure on $symbol right now
    howold be the $symbol price#level
    stop level for $symbol
    do the $symbol position#row have a stop
    takeprofit#level on the $symbol short
    howfar be $symbol from its stop
    distanc to takeprofit#level $symbol
    howfar be we from hardstop#riskstate
    room left till the killswitch go off
    most old position#row
    average age of open position#row
    howmany position#row be open
    howmany long now
    howmany position#row $condition
    howmany position#row do not have a stoploss#level
    nr of openorder#row
    howmany order#row do $strategy place $window
    howmany order#row get fill#row $window
    howmany fill#row $window
    fillrate#figure for the $strategy
    howmany signal#row come $window
    accept signal#row $window per strategy
    which strategy get refuse the most
    howmany signal#row get block $window
    acceptancerate#figure $window
    what be the shar of signal#row that make it through
    most common reason for a block
    best $number reject reason for the market $strategy
    howmany trade#row do $strategy close $window
    win $window
    howmany lose trade#row on $symbol $window
    winrate#figure of $strategy $window
    $number best coin by winrate#figure
    profitfactor#figure $except $symbol
    turnover#figure $window
    what shar of volum be $strategy
    howmany win streak be we at
    average holdtime#figure of trade#row
    howmany error $window
    howmany time do people touch the engin $window
    biggest lose that be open right now
    best hour $window
    do long or short make more money
    pnl#figure per coin $window
    what do we realiz $window
    profit#figure $window
    what be the damag $window
    result $except the $strategy
    unrealized#figure on short
    worst trade#row of $window
    what be the last signal#row for $symbol
    liq price#level of my $symbol
    latency to bybit
    average slippag $window
    what be money rate for $symbol now
    howmuch money do i have in there right now
    balnc
    do we earn or lose $window and howmuch
    howmuch do the $strategy make $window
    open pnl#figure on $symbol
    i just woke up and everything be red which coin hurt the most at the moment
    fee#figure so far $window
    howmuch have we pay to bybit in fee#figure $window
    average fee#figure per trade#row
    which strategy eat the most fee#figure
    what shar of the signal#row get through
    howmany signal#row be refuse $window
    number $number reason for refuse $window
    howmany position#row be $condition
    howmany open short
    winrate#figure of $strategy $window
    profitfactor#figure $strategy $window
    howfar from hardstop#riskstate be we
    howmuch more can i lose before the thing shut itself off
    free margin#figure
    margin#figure used in percent
    howmany money be left for open new position#row
    what leverag be $symbol run at
    gross exposure#figure over equity#figure
    entry#level on $symbol
    what do $symbol cost now
    at which price#level do we buy $symbol and where be it now
    where be my stop on $symbol
    howfar be the $symbol short to its stop
    which position#row be closest to be stop out
    takeprofit#level of the $symbol long
    howmuch be miss until $symbol reach its target#level
    total exposure#figure $except $symbol and $symbol
    howmuch do the last trade#row bring
    peak#figure equity#figure $window
    how deep be we below the high
    max drawdown#figure $window
    most long-lasting lose streak of the $strategy
    howmany win streak be we on
    average holdtime#figure of close trade#row on $symbol
    howmuch volum do we do $window
    volum by coin $window
    howmany order#row be fill#row $window
    fillrate#figure $strategy
    howmany openorder#row on $symbol
    what percent of order#row get reject $window
    howmany position#row be not $condition
    howmany of the strategy be not enable
    howold be the $symbol price#level
    which coin have the most wide spread#figure
    best trade#row $window
    worst trade#row ever
    average lose on lose trade#row
    realized#figure pnl#figure per strategy
    which strategy have the best winrate#figure $window
    best $number coin by profit#figure $window
    worst link among my strategy lol
    howmany trade#row do $strategy do $window
    what do i make $window
    pnl#figure $window pleas
    what hour of the day do we earn most
    which side make me more money buy or sell
    ping to the exchang in ms
    liquidation price#level of my $symbol long
    howmuch slippag be we get
    money rate $symbol
    howmuch cpu do it eat
    howlong be my most old position#row open already
    size#level of the $symbol position#row
    error $window howmany
    count position#row worth $condition
    howmany trade#row lose $condition money
    pnl#figure of $except the $strategy
    roi so far
    howmuch of the profit#figure come from $symbol
    howmuch would be the total of my unrealized#figure lose only red one
    howmany profit#figure i have make until now
    howmuch do we make so far
    wat my balance#figure now
    unrealized#figure across all open position#row
    unrealized#figure on long only
    how be we do $window in money
    how deep be the drawdwon at the moment
    worst drawdown#figure we ever have
    highest equity#figure so far
    fee#figure $window
    howmuch do fee#figure eat $window
    total fee#figure pay by $strategy $window
    which strategy lose the most fee#figure
    howmany postion open
    howmany long do i have
    howmany position#row do not have a takeprofit#level
    howmany short $condition
    biggest open position#row
    what be my biggest lose right now
    which coin make the most $window
    best strategy $window
    worst strategy $window
    howmuch have the $strategy earn $window
    total realized#figure pnl#figure of $strategy $window
    pnl#figure of all coin $except $symbol and $symbol
    profit#figure of everything $except the market $strategy $window
    which hour be the best $window
    i be away pleas tell me the pnl#figure $window
    how do we do $window in usdt
    howmuch of the profit#figure come from short
    realized#figure per strategy
    what do the last trade#row make
    biggest lose $window
    average lose on $symbol $window
    winrate#figure of short $window
    which strategy have the lowest winrate#figure
    profitfactor#figure for the $strategy
    howmany trade#row do we close $window
    count of win trade#row $window
    howmany lose $window $symbol $except
    most long-lasting win streak
    howmany lose streak
    average holdtime#figure of $symbol trade#row
    volum trade#row $window
    howmuch volum do $strategy do $window
    howmany signal#row $window
    which strategy trip the most signal#row
    howmany signal#row get refuse $window
    what shar of signal#row get through on $symbol
    most common reject reason
    which coin get refuse the most
    howmany order#row be rest in the book
    order#row reject $window count pleas
    howmany order#row we send $window
    fillrate#figure $symbol
    howmany $symbol fill#row $window
    where be $symbol trade#row
    $symbol price#level pleas
    howold be the $symbol price#level
    howmuch margin#figure be tied up by the $symbol short
    what leverag be we run
    howmuch be we short in total
    gross exposure#figure $except $symbol and $symbol
    my $symbol size#level
    at what price#level do we get into $symbol
    where be the stop on my $symbol short
    howfar be $symbol from its target#level
    room left until hardstop#riskstate in usdt
    howmany percent more down before killswitch trip
    age of the most old position#row
    liq price#level on my $symbol long
    current money rate $symbol
    sharp ratio of the engin
    pnl#figure now
    howmuch do we make $window
    current equity#figure pleas
    howmuch money be left for open new stuff
    account balance#figure
    howmuch money be in the account all together
    unrealized#figure total
    unrealized#figure on $symbol
    howmuch be the $symbol short down
    fee#figure so far $window
    what have i pay to bybit in fee#figure $window
    howfar be we off the high
    deepest drawdown#figure $window
    ath of the account
    howmany percent of the margin#figure be in use
    overall leverag
    what leverag be $symbol on
    howmuch usdt be i long in total
    howmany short do we have on
    biggest position#row right now
    which coin be cost me the most $window
    best strategy $window
    for howlong do $strategy hold its trade#row on average
    $strategy winrate#figure $window
    what would my winrate#figure be if you $except $symbol
    profitfactor#figure of $strategy $window
    howmany trade#row close $window
    most long-lasting win streak $window
    howmany of $window trade#row be green
    howmany of our order#row be still sit unfill on the book
    howmany signal#row $window
    acceptancerate#figure $symbol
    most common reject reason $window
    refuse per strategy $window
    fillrate#figure $symbol $window
    where be $symbol trade#row at
    $symbol price#level
    spread#figure on $symbol and $symbol
    howold be the $symbol price#level
    where be the stop on my $symbol
    howfar be $symbol from get stop
    which position#row be the closest to its stop
    takeprofit#level of $symbol
    howmuch further $symbol have to move before the takeprofit#level be reach
    howmuch room till the killswitch
    what price#level do we get into the $symbol long
    howmany $symbol be we hold
    notional#figure of all short
    volum do $window
    howmany strategy that do not run at the moment
    hwo many eror $window
    howmany do people touch the engin $window
    average profit#figure per trade#row $window
    liq price#level of my $symbol long
    average slippag $window
    howmuch ram do the engin eat
    pnl#figure $window $except $strategy
    give me the pnl#figure broken down by strategy
    hour profit#figure $window
    howmuch do the $strategy guy lose $window
    what shar of signal#row get refuse
    what percent of open position#row be $condition
    howmany position#row $condition
    howmany position#row be run nak not stoploss#level
    last trade#row what do it make
    biggest singl win $window
    best $number coin by pnl#figure $window
    gross exposure#figure in money
    what be the realized#figure pnl#figure for $window long only
    winrate#figure for each coin
    fee#figure as percent of volum
    what be my open profit#figure on $symbol
    howmuch be we up $window
    do we make or lose money $window
    realized#figure pnl#figure $window
    fee#figure pay so far $window
    howmuch of my profit#figure go to fee#figure
    total fee#figure $window
    how deep be the worst drawdown#figure $window
    highest equity#figure we ever reach
    margin#figure in use
    howmuch free margin#figure be left for new trade#row
    what leverag be the $symbol trade#row on
    howlong be we net
    sum of all short
    what be our long exposure#figure
    what be the notional#figure of the $symbol position#row pleas
    price#level of $symbol
    entry#level on $symbol
    at what price#level do the $strategy buy $symbol
    how wide be the spread#figure on $symbol at the moment
    which coin have the worst spread#figure
    howold be the last $symbol tick
    where be the stop on my $symbol long
    takeprofit#level for $symbol
    howfar be $symbol from get stop out
    which position#row be closest to its stop
    howmany percent to target#level on $symbol
    howmuch room before the killswitch trip
    howmuch more can we lose $window before it shut itself down
    howlong have i be hold $symbol
    howmany order#row get reject by the exchang $window
    what part of our order#row actual fill#row
    count of fill#row since 8 $window
    signal#row $window
    howmany singal be accept $window
    percent of signal#row that get through
    what be the main reason for reject $window
    best $number refuse reason for $strategy
    howmany trade#row do we close $window
    winrate#figure of $strategy
    profitfactor#figure by strategy
    which strategy make the most money
    worst coin $window
    which one be lose most right now
    average win trade#row in usdt
    howmany lose on $strategy
    howlong do a trade#row last normal
    volum trade#row $window in usdt
    since howlong be the engin up
    any error $window howmany
    liquidation price#level for $symbol
    howmuch slippag do we get
    money pay on $symbol $window
    realized#figure by $strategy on $symbol short $window
    pnl#figure of everything $except $symbol and $symbol
    winrate#figure $except the $strategy out of it
    howmany long be $condition
    between 10 and 12 utc which strategy lose the most
    fee#figure by hour for $window $except $symbol
    howmany trade#row lose $condition
    what shar of $strategy signal#row on $symbol be thrown away $window
    the average holdtime#figure of the win only not lose
    howmany time be the $strategy tell not by the council $window
    be equity#figure still $condition
    average lose size#level on $symbol short
    which $number strategy earn the least
    howmuch money do i have left
    money balance#figure pleas
    be we up or down $window and howmuch
    howmuch do $symbol cost us $window
    fee#figure pay $window
    total fee#figure so far
    curent drawdwon in percent
    worst drawdown#figure we have $window
    howmuch more can we lose before the killswitch trip
    leverg on $symbol
    gross exposure#figure in usdt one number
    what be our net exposr
    howmuch be i long in total
    short exposure#figure $except $symbol
    where be my stop on $symbol
    takeprofit#level of the $symbol long
    howmany percent until $symbol hit its stop
    howfar be $symbol from its target#level
    at what price#level do we get into $symbol
    $symbol last price#level
    bid ask spread#figure on $symbol
    which coin have the most wide spread#figure right now
    how stale be the price#level
    howmany position#row i have open now
    howmany short now hold
    howlong have i be in $symbol
    what be the most old position#row we hold
    howmany order#row be still work
    howmany order#row get rejct $window
    fillrate#figure of the $strategy $window
    howmany fill#row do we get $window
    signal#row count $window
    howmany of $strategy signal#row be take $window
    out of everything the strategy send what shar of signal#row get through the gate
    most common refuse reason $window
    howmany trade#row do we finish yesteday
    winrate#figure of $strategy
    who of the strategy have the best winrate#figure
    $strategy profitfactor#figure $window
    what be our most long-lasting lose streak
    howmany win streak have $strategy have
    on average howlong do a trade#row last
    since howlong be the engin run
    what be the liquidation price#level of my $symbol position#row
    howmuch slippag be we eat on $symbol
    money pay $window
    howmuch margin#figure do $symbol tie up
    highest equity#figure we reach $window
    at which hour of the day do we lose most
    average pnl#figure per close trade#row $window
    our biggest singl lose $window
    best $number coin by volum
    the $number worst stratgy $window pleas
    do we earn more with long or with short
    realized#figure profit#figure on $symbol short only $window
    open pnl#figure of $symbol and $symbol together
    what do i make on the $symbol trade#row at the moment
    size#level of the $symbol short
    biggest position#row
    which strategy pay the most fee#figure
    be my drawdown#figure over 5 percent
    when i look at lose trade#row only howmany be from the $strategy $window
    average entry#level to stop distanc over all position#row
    which one be closest to takeprofit#level
    pnl#figure of the last trade#row
    howmany time do an operator interven $window
    pnl#figure by coin $except $symbol and $symbol
    total profit#figure of all strategy $except $strategy
    $strategy howmany order#row be fill#row $window
    what percent of $window trade#row be $condition on short side
    acceptancerate#figure by coin $window
    howmuch profit#figure do $strategy make on $symbol $window
    least profitabl coin among my long
    """
}
