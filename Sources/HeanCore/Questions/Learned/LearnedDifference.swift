extension LearnedExamples {
  static let difference = """
    pause versus stop
    softbrake#riskstate and hardstop#riskstate what be the differ
    what be the differ between equity#figure and balance#figure
    how do realized#figure differ from unrealized#figure
    be quarantine#riskstate the same as hardstop#riskstate
    margin#figure versus free margin#figure what differ them
    how be drawdown#figure differ from lose
    stop or kill what be the differ
    be notional#figure and exposure#figure the same thing
    order#row versus fill#row explain the differ
    what differ a signal#row from a decision
    markprice#level and entry#level price#level how do they differ
    differ restart resume
    how do gross and net exposure#figure differ
    winrate#figure versus profitfactor#figure mean
    how paper and testnet differ
    dryrun versus practic
    what set the governor apart from the killswitch
    refuse and reject same or not
    be a position#row the same as a trade#row
    differ $strategy from taker
    how be leverag differ from margin#figure
    what be differ between close all and panic
    be stoploss#level and killswitch the same
    cancel versus close what be the differ
    differ of pnl#figure and day pnl#figure
    explain the differ between $strategy and fee#figure
    be a latch something else than the killswitch
    softbrake#riskstate compare to quarantine#riskstate as a concept
    takeprofit#level versus lock profit#figure
    do pause average the same as disable
    halt versus pause which mean what
    disable a strategy or stop the engin how do these differ
    limit order#row and market order#row differ pleas
    differ between a gate and a reason
    how do size#level differ from notional#figure
    i mix up long and short what be the differ
    peak#figure equity#figure versus initial capital explain
    what be the differ between event#row and action
    be fee#figure and slippag differ thing
    funnel versus trac what be each for
    spread#figure versus slippag
    how do hft $strategy and $strategy differ as idea
    be drawdown#figure identical to unrealized#figure lose
    what be the differ between stop and stoploss#level
    accept versus fill#row be those the same
    signal#row versus order#row
    what separat win from winrate#figure
    health and status what differ
    mainnet or testnet what do the differ average
    $strategy versus $strategy conceptual
    normal versus softbrake#riskstate
    reset of the killswitch versus clear the governor differ
    in which way be risk distanc differ from stop distanc
    realized#figure pnl#figure versus equity#figure change not the same
    killswitch hardstop#riskstate what be the differ
    be reject by the exchang differ from refuse by the engin
    how do not_confirmed differ from unknown
    what be the differ in mean of stale and miss
    volum versus exposure#figure
    differ between audit and event#row log
    decision and order#row be not these equal
    dryrun paper fallback differ
    be resume just another word for start
    how do i tell a stop from a pause
    what be the differ with trail stop and fix stop
    liquidation versus stop out
    do flat average the same as stop
    what be the link between drawdown#figure and governor
    softbrake#riskstate versus hardstop#riskstate
    why be equity#figure not the same as balance#figure
    be refuse and reject the same thing
    what be the differ between balance#figure and equity#figure here
    differ between pause and kill
    what be the differ between realized#figure and unrealized#figure
    net exposure#figure gross exposure#figure differ
    be margin#figure the same thing as free margin#figure
    hardstop#riskstate and softbrake#riskstate same or differ
    quarantine#riskstate versus hardstop#riskstate what be the differ for exist position#row
    stop versus kill which one leave position#row open
    when a signal#row be refuse be that the same as an order#row be reject
    order#row versus fill#row what be the differ here
    equity#figure and balance#figure it be not the same
    differ between softbrake#riskstate and quarantine#riskstate
    differ between realized#figure and unrealized#figure pnl#figure
    be a refuse signal#row the same thing as a reject order#row
    be pause the same as stop
    what be the differ between dryrun and testnet
    isolat versus cross margin#figure
    differ between notional#figure and exposure#figure
    realized#figure versus unrealized#figure what be the differ
    winrate#figure versus profitfactor#figure
    differ softbrake#riskstate quarantine#riskstate
    what be the differ between pause and kill customer mix them up all the time
    stop or kill what be the differ
    differ between benefic realized#figure and latent
    realized#figure and unrealized#figure same thing or what
    margin#figure and notional#figure what be the differ
    how be quarantine#riskstate differ from softbrake#riskstate
    in your term what differ gross exposure#figure from net exposure#figure
    differ killswitch governor
    be reject the same like refuse
    balance#figure and equity#figure why be there two what be the differ
    stop versus panic what be the differ
    entry#level price#level versus markprice#level same thing
    which be the diferenc of margin#figure and free margin#figure
    differ between reset and restart
    reject or refuse what be the differ
    dryrun versus practic mode
    realized#figure versus unrealized#figure customer be confus
    differ between realized#figure and unrealized#figure
    testnet versus dryrun what be the differ
    be equity#figure the same as balance#figure
    quarantine#riskstate or hardstop#riskstate which be the worst one
    how be a signal#row differ from an order#row
    realized#figure and unrealized#figure i not know which be which
    be equity#figure the same as balance#figure
    be not a signal#row just an order#row what be differ
    how do quarantine#riskstate differ from hardstop#riskstate
    drawdown#figure versus max drawdown#figure
    be equity#figure the same thing as balance#figure
    differ realized#figure unrealized#figure
    signal#row versus order#row what be the differ
    how be quarantine#riskstate differ from hardstop#riskstate
    stoploss#level versus killswitch
    quarantine#riskstate or hardstop#riskstate what be the differ
    realized#figure versus unrealized#figure i do not get it
    equity#figure and balance#figure same thing
    do margin#figure average the same as exposure#figure
    differ between equity#figure and balance#figure
    be not paper the same as testnet
    order#row and fill#row what be the differ
    quarantine#riskstate or hardstop#riskstate which one be worst
    how be a signal#row not the same thing as a decision
    equity#figure and balance#figure be not those the same thing
    disable a strategy or pause what be the differnc
    be quarantine#riskstate worst than softbrake#riskstate
    realized#figure versus unrealized#figure what be what
    how be pause differ from stop
    differ between balance#figure and equity#figure
    pause versus stop what be the differ
    be realized#figure the same thing as unrealized#figure
    """
}
