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
    number of open position#row lack a takeprofit#level
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
    could you tell me the fillrate#figure
    out of what we send howmuch percent get execute
    fraction of signal#row refuse $window
    of all the signal#row howmany make it through the gate
    accept $window total
    signal#row acceptancerate#figure for $strategy
    who have the lowest acceptanc percent by strategy
    most frequent reason for refuse
    best $number reject reason with count
    howmany trade#row close in profit#figure $window
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
    so what be the bottom line of $window
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
    my phon show something else so tell me pleas howbig be the $symbol short real
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
    hw much do i make $window
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
    howfar be my stop on $symbol in pip
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
    not of win trade#row $window
    gross notional#figure trade#row $window
    biggest singl lose $window
    average lose per lose trade#row
    exposure#figure as percent of equity#figure
    what shar of pnl#figure come from $strategy
    average hold period
    howmuch margin#figure be left
    howmuch margin#figure be used up till now
    my $symbol short be in profit#figure or lose
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
    number of trade#row per coin $window
    have leverag above 5x be used on any position#row
    what be the biggest singl lose $window
    average holdtime#figure of open position#row
    peak#figure equity#figure to date
    fee#figure pay $window by strategy
    howmany signal#row get through $window
    signal#row refuse $window by reason
    best reject reason tonight
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
    profitfactor#figure exclud $symbol
    number of long minus number of short
    what be the ratio of long to short exposure#figure
    distanc in percent from $symbol mark to its stop
    which position#row be closest its stop
    average leverag weight by notional#figure
    howfar be equity#figure below its peak#figure in usdt
    at which hour do signal#row get refuse most
    the biggest lose of a singl trade#row $window
    given the current position#row which $symbol price#level would trip hard_stop all other price#level hold constant
    howmuch may i lose until the governor become soft_brake
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
    """
}
