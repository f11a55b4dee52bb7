extension LearnedExamples {
  static let define = """
    drawdown#figure what do this word average
    what do notional#figure average
    explain unrealized#figure pnl#figure
    mean of softbrake#riskstate
    what be a killswitch
    explain quarantine#riskstate
    what be mean by hardstop#riskstate
    profitfactor#figure explain
    what do risk_blocked average
    what be a perpetual futur
    what be gate
    explain governor
    what do you average by signal#row
    explain the term leverag
    what be money rate
    markprice#level what be that
    mean of free margin#figure pleas
    what be fillrate#figure
    what do it average when it say daily_pause
    explain reason cooldown_active
    what be slippag
    net exposure#figure mean what
    what be a latch
    what be a takeprofit#level
    explain stoploss#level for me
    what do dryrun average
    what be paper fallback
    i do not know what equity#figure be
    what exact be realized#figure profit#figure
    what acceptancerate#figure mean
    what be peak#figure
    what be the mean of spread#figure
    explain $strategy in two line
    what be a market $strategy
    what do the $strategy do
    what be $strategy
    what be mean by gross exposure#figure
    what be winrate#figure
    can you explain margin#figure to me
    what be an audit
    what do stale average here
    what be a maker order#row
    what be taker fee#figure
    term position#row size#level
    explain max_positions_reached
    what do spread_too_wide stand for
    what do stoploss#level stand for
    takeprofit#level mean
    drawdown#figure abbreviation
    what be liquidation price#level
    glossary entry#level for volatility
    what be a limit order#row
    what do normal average as a governor stat
    what be the governor
    explain what a signal#row gate be
    what be a plan token
    mean of exit code 4
    what do notconfirmed average
    what be a decision in this consol
    what do unknown mode average
    what be this day pnl#figure thing
    what be engin
    explain volum
    what be go long
    what do be flat average
    explain short sell
    uptim what do it say
    what be $strategy trade#row
    what be delta neutral
    what be a $strategy
    what be a strategy here
    what be order#row book imbalanc
    what mean quarantine#riskstate
    what be daily_pause
    mean of unrealized#figure
    what be a stoploss#level actual
    wat a killswitch
    what do unrealized#figure average
    daily_pause what be that
    be fee#figure already includ in the pnl#figure figur
    do equity#figure already includ unrealized#figure
    get exit code 4 from engin mean
    what be a stoploss#level
    be it normal that the pnl#figure keep rise up and down
    what do acceptancerate#figure count exact
    what mean softbrake#riskstate
    what be a killswitch
    explain notional#figure
    what do quarantine#riskstate average
    what do reason daily_pause average
    what do unrealized#figure average
    what be a perp
    what do all these symbol_cooldown refuse average
    what be drawdown#figure measur from
    log say breaker_open not idea what that be
    what be $strategy
    post only reject what be it
    be drawdown#figure measur from the peak#figure or from the start capital
    explain of profitfactor#figure
    what do acceptancerate#figure average exact accept over what denominator
    be equity#figure equal to balance#figure plus unrealized#figure
    what do daily_pause average
    explain the code risk_blocked pleas
    client be in berlin what timezon be these time
    what do refuse by gate average
    exit code 4 mean
    what be hardstop#riskstate
    what be it that the margin#figure
    what want to say drawdown#figure
    what softbrake#riskstate average
    profitfactor#figure mean pleas
    what be this $code thing in the output
    what exact do you average by acceptancerate#figure
    what mean notional#figure
    i be new what be a governor in this thing
    $code
    explain profitfactor#figure to a non trader
    exit code 4
    what be a softbrake#riskstate
    explain $code
    explain me the free margin#figure
    what do i tell people who get exit code 69
    what be profitfactor#figure
    explain softbrake#riskstate
    what be mean by notional#figure here
    paper fallback
    mean of net exposure#figure
    explain profitfactor#figure like i be five
    softbrake#riskstate mean
    $code
    what be mean by net exposure#figure
    wtf be an acceptancerate#figure
    what be softbrake#riskstate
    what mean profitfactor#figure
    explain unrealized#figure pnl#figure pleas
    $code mean
    what be a killswitch
    what do they average with net exposure#figure
    what be this softbrake#riskstate
    mean of profitfactor#figure
    $code
    net exposure#figure what do it average exact
    explain killswitch to a noob
    what do profitfactor#figure average
    mean of softbrake#riskstate
    what be paper fallback
    explain net exposure#figure like i be five
    mean of free margin#figure
    what be a governor
    what be a drawdown#figure
    what do quarantine#riskstate average
    explain profitfactor#figure
    mean of notional#figure
    what be mean with $code
    slipag what be that
    what be profitfactor#figure
    explain slippag pleas
    waht be a governor in this context
    """
}
