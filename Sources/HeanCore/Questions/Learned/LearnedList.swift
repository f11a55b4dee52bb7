extension LearnedExamples {
  static let list = """
    show open position#row
    list each trade#row from $window
    give me the last $number close trade#row
    tabl of position#row with size#level and entry#level
    all openorder#row pleas
    show order#row still wait in the book
    which order#row be reject one by one
    reject order#row of $window list them
    show the fill#row order#row
    i would like to see order#row that get execute by the $strategy
    recent fill#row
    fill#row on $symbol $window all row
    order#row history
    show me everything we order#row $window
    latest $number signal#row
    let me see the signal#row from $strategy
    signal#row that be accept show
    list what pass the gate $window
    refuse signal#row with their reason
    show the one it refuse for $symbol
    break down the refuse by reason
    acceptancerate#figure for each strategy in a tabl
    overview of strategy and their acceptanc percent
    name of all bot that be disable
    list win of $window
    show only profitabl trade#row long
    lose trade#row of $strategy
    see the $number worst lose
    winrate#figure and profitfactor#figure for each strategy list
    profitfactor#figure and winrate#figure one row per coin
    volum by coin as a tabl
    list trade#row volum hour by hour
    pnl#figure per strategy each one of them
    show the result for all coin
    realized#figure profit#figure list by coin
    list realized#figure and unrealized#figure for each open position#row
    unrealized#figure column for all hold
    day pnl#figure row broken out hour by hour
    show $window account result hour after hour
    fee#figure pay itemiz
    list fee#figure for each trade#row
    equity#figure reading of $window all point with the peak#figure
    fall the equity#figure and drawdown#figure history
    show balance#figure with used and free margin#figure hour by hour
    show a sheet with balance#figure margin#figure and free margin#figure
    list equity#figure peak#figure and the drawdown#figure that watch
    leverag of each position#row in one list
    list each coin with leverag and notional#figure
    position#row sort by notional#figure biggest first
    exposure#figure split out by coin gross long short net
    show gross and net exposure#figure per coin
    list long with their exposure#figure
    show the short exposure#figure of each market
    size#level of everything i hold
    list entry#level coin side entry#level price#level
    show price#level of all coin
    coin tabl with spread#figure and age of the price#level
    list spread#figure and price#level age market by market
    all my stop and target#level
    show position#row without a stoploss#level
    for each position#row the distanc to stop and target#level
    list stop and target#level level with the distanc to each
    show distanc to each limit all of them
    list the governor and howfar away each one be with the uptim
    hold with howlong each have be open
    give a list of position#row old than an hour
    fillrate#figure one line per strategy
    list coin with their fillrate#figure
    show engin run and uptim
    event#row of $window
    pull up the event#row log
    audit
    list what operator do $window
    show error
    any error messag late show them
    list only win trade#row from the $strategy strategy $window
    do not close anything just show me the open position#row
    which strategy be not enable
    fill#row $window pleas
    show openorder#row on $symbol
    what order#row be not fill#row $window
    why code of refuse by reason for $strategy
    signal#row of $strategy that do not get refuse
    show what the operator do $window
    last $number trade#row of $strategy
    pnl#figure per coin
    any position#row without a stop
    last $number close show me
    error $window
    any error $window
    any order#row left hang on the book
    hour reject $window
    list all close trade#row of $window
    unrealized#figure p/l per position#row
    what all position#row be there
    which all strategy be not run
    be anything open without a stoploss#level
    position#row $condition notional#figure
    leverag per position#row
    have there be any manual intervention $window
    trade#row that lose $condition $window
    error $window
    order#row stuck open $condition
    show last $number event#row
    do all my position#row have a stop on them
    which strategy be not produc any signal#row
    show me pleas the position#row which be open
    last thre transaction
    position#row without a stop
    reject order#row $window
    show positon
    last $number trade#row
    order#row
    list each operator action $window
    which position#row be close manual by an operator $window
    show me all reject order#row $window with the reason
    what error do the engin report $window
    be anything $except $symbol and $symbol trade#row $window
    any error $window
    distanc to stop on each position#row
    which strategy be off
    show me restng order#row on $symbol
    last $number trade#row pleas
    list all refuse signal#row $window
    error $window
    show audit $window
    strategy not enable
    event#row of $window
    position#row without stop
    open position#row
    show all short $condition
    last $number fill#row $symbol
    close trade#row $window $condition only
    order#row reject $window
    which position#row have not takeprofit#level set
    which strategy be not run
    give me refuse signal#row of $strategy w reason $window
    event#row $window
    audit $window
    trade#row of $strategy and $strategy $window
    all openorder#row $except $symbol
    error $window
    position#row up $condition
    breakdown of reject by reason $window
    pnl#figure per coin $window
    stop level for each open long
    show me my long
    all position#row $condition
    list position#row without a stoploss#level
    openorder#row pleas only the $symbol and $symbol one
    last $number trade#row of $strategy
    each lose trade#row $window pleas
    give me the reject order#row $window
    fee#figure breakdown per coin
    pnl#figure by strategy $window
    which strategy be disable
    refuse reason $window with count
    fill#row $window
    what do the operator do $window the whole log
    position#row $condition $except $symbol
    stop of all short
    latest $number signal#row in $symbol
    event#row $window
    error $window
    which strategy be not run
    audit $window pleas
    anything open with not stop on it
    show me my trade#row $window
    i have a ton of $condition position#row show me
    show me the operation of $window
    the openorder#row pleas
    reject order#row $window with the reason
    last $number thing the operator do
    position#row
    what be i hold now
    openorder#row $except $symbol one
    which position#row be $condition
    show trade#row of $window
    last $number fill#row
    reject order#row $window
    any error $window
    which strategy be disable
    audit $window
    position#row that have not stoploss#level
    signal#row from the $strategy $window
    show me refuse signal#row for $symbol
    all trade#row by $strategy $window
    show only long pleas
    give me the latest $number event#row
    position#row $condition notional#figure
    win trade#row $window
    stop level of all open position#row
    what do it sell $window
    show me what we be hold
    latest $number fill#row
    all order#row that bounc $window
    openorder#row on $symbol
    which position#row do not have a stop
    close trade#row $window $condition only
    signal#row from $strategy $window
    what do operator do $window
    audit for $window
    any error in the log $window
    list the stop
    strategy which be not run now
    long $condition
    my $condition position#row
    show the $number best trade#row of $window
    accept signal#row for $symbol
    takeprofit#level of all short
    give me event#row of $window
    order#row from $strategy that get fill#row
    everything open $except $symbol and $symbol
    which strategy be live
    open position#row
    show me my short that be $condition
    all position#row $except $symbol and $symbol
    postion $condition
    any position#row $condition money
    anything without a takeprofit#level
    openorder#row on $symbol
    order#row of the $strategy $window
    last $number reject order#row
    fill#row order#row $window
    show recent singal for $symbol
    refuse signal#row $window by reason
    close trade#row $window
    show trade#row that lose money $window
    win trade#row of the $strategy
    disable strategy
    event#row $window
    what command be send $window
    error from engin $window
    show me just the lose one of my position#row
    last $number fill#row
    $window trade#row
    signal#row from $strategy $window
    all order#row that bounc $window
    openorder#row
    give me the audit entry#level of $window
    which strategy be disable
    position#row $condition
    win trade#row on $symbol $window
    close trade#row $except $symbol
    refuse signal#row of $window with reason
    trade#row $window
    latest $number event#row
    my long
    all $symbol order#row $window pleas
    list error $window
    list all positon
    position#row that be $condition
    any position#row with not stoploss#level set
    all short $condition notional#figure
    last $number trade#row on $symbol
    give me the $number worst trade#row of $window
    openorder#row on $symbol
    show reject order#row $window
    what strategy do we have disable now
    reject reason $window
    show me signal#row from $strategy $window
    fill#row $window
    audit of $window
    event#row $window
    show $window trade#row $except $symbol and $symbol
    which coin be we short
    only the win $window pleas
    show position#row that be $condition
    list my short
    last $number trade#row
    last $number $symbol fill#row
    openorder#row $symbol
    reject order#row $window
    what strategy do you have
    which strategy be disable
    lose trade#row $window
    which error we have $window
    signal#row from $strategy $window
    recent event#row
    show everything that be open
    position#row with not takeprofit#level
    i need the close trade#row in $symbol and $symbol $window it be for a report
    unrealized#figure of each open position#row
    show position#row
    list all short
    what do we have open in $symbol and $symbol
    show me the trade#row of $window
    close trade#row on $symbol $window
    open ordr
    any reject order#row $window show them
    strategy
    what signal#row come in for $symbol
    which signal#row be refuse $window
    last $number event#row
    show me what people do with the consol $window
    all error $window
    which one of the open position#row be $condition
    price#level of all coin
    what do $strategy trade#row $window
    position#row $condition
    each position#row $except $symbol and $symbol pleas
    long trade#row by $strategy that lose money $window
    trade#row $condition profit#figure on $symbol
    which strategy have a winrate#figure $condition
    which position#row do not have a stoploss#level
    fill#row order#row of $strategy $window $except on $symbol
    show signal#row take by anything $except the $strategy $window
    show all open postion
    which position#row be $condition
    give me the trade#row of $symbol $window
    show only lose trade#row $window
    each order#row that be reject $window
    show me what the strategy be
    recent event#row pleas
    error of $window
    list refuse signal#row for $symbol $window
    what reason do the engin give for its refuse this hour
    show the signal#row $strategy send
    which position#row have be open $condition
    list long that be $condition $except $symbol
    what do people do on this consol $window
    last $number fill#row on $symbol
    accept signal#row $strategy only $window
    which position#row have not stoploss#level
    which strategy do not close a singl trade#row $window
    position#row worth $condition
    trade#row $window except those by the $strategy
    close short of $window that make money
    coin with a spread#figure $condition
    """
}
