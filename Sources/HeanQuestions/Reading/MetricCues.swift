import HeanCore

extension QuestionMetric {
  /// What speaks for each metric; the first one where two match equally well.
  static let cues = CueTable<QuestionMetric>([
    .liquidationPrice: "liquidation price, liq, liquidation, liq_price, liquidate price, get_liquidate, be_liquidate",
    .slippage: "slippage, slip|slipped price|fill",
    .latency: "latency, latent, ping, roundtrip, millisecond|ms",
    .funding: """
    funding_rate, funding_fee, funding_pay, funding_payment|payments, pay|paid|receive funding, funding cost
    """,
    .peakEquity: "peak equity|account|balance, highest|high|most equity|balance, peak, all_time_high|highest, ath",
    .freeMargin: """
    free|available|left|unused|spare margin|balance|money|collateral, freemargin, available
    money left for|to open|new|trade|position, left for open|new
    howmuch|what can use|spend|deploy left|new|still|more|trade|position, margin_available, how_much_more money|open
    """,
    .longExposure: """
    long exposure !biggest !smallest, howmuch long total, howmuch be long !$symbol, howmany money|usdt long !$symbol
    gross_long
    """,
    .shortExposure: """
    short exposure !biggest !smallest, howmuch short total, howmuch be short !$symbol
    howmany money|usdt short !$symbol
    """,
    .netExposure: "net exposure|position|long|short|delta|notional, delta",
    .stopDistance: """
    stoploss far|closest|howfar|distance|near|away|close_to|room|before|until
    stop closest|distance|howfar|near|far|away|wide !hardstop !trade, least_wide stop|stoploss, wide stoploss
    stop_out howfar|closest, closest to_stop, closest to_its_stop, closest|near get_stop|stop_out|be_stop
    howfar stop|stoploss, percent|howmany until|to|till stop|stoploss !lose !trade, stop|stoploss entry distance
    between stoploss price|markprice|mark, $symbol room stop|stoploss
    """,
    .targetDistance: """
    takeprofit far|closest|howfar|distance|near|away|close_to|room|before|until|left
    to_target|to_takeprofit howmany|howmuch|percent|far|distance, target closest|distance|howfar|near|far|away
    target|takeprofit until|miss|missing|reach|left|gap|to_go
    """,
    .riskDistance: """
    hardstop howfar|closest|distance|before|until|till|away|left|room|far|near|from|to_go|headroom|buffer
    killswitch howfar|closest|distance|before|until|till|away|left|room|far|near|headroom|buffer|from
    softbrake howfar|closest|distance|before|until|till|away|left|room|far|near|from
    quarantine howfar|distance|before|until|till|away|left|near|far, governor howfar|distance|away
    howmuch lose before|until|till, howmuch drawdown before|until|till|left
    lose before|until|till stop|halt|trip|killswitch|hardstop, howmuch more lose|drawdown
    drawdown left|room|headroom|buffer, room left, howfar limit, risk limit|state|level next|distance|howfar
    headroom|buffer|cushion, limit howfar|closest|near|distance, can lose|drop howmuch, howmuch can lose
    """,
    .acceptanceRate: """
    acceptancerate, percent|share|ratio|rate|fraction|part signal accept|pass|through|approve|take|act, acceptance
    percent|share accept
    """,
    .profitFactor: "profitfactor",
    .winRate: """
    winrate, percent|share|ratio|rate|often|fraction win|profitable|green trade|position, percent|ratio|rate win
    win versus lose trade|ratio|count, often win|right, win_lose
    """,
    .fillRate: """
    fillrate, conversion, convert fill|order, percent|share|ratio|rate|fraction|part order fill, percent fill
    """,
    .rejectedOrders: "order reject|bounce|fail|refuse|block, reject_order, reject exchange, reject",
    .openOrders: """
    openorder, order still|left|hang|stuck, order open|work|pend|rest|live|outstand|active|unfill|wait|book
    pend|work|rest order, order not_fill|not_yet_fill|stuck
    """,
    .filledOrders: "order fill|execute, fill_order",
    .fills: "fill !rate, execute !order",
    .refused: """
    reject|refuse ratio|rate|percent|share !order, signal refuse|reject|block|die|kill|fail|drop, refuse
    signal not_accept|not_pass|not_through|not_take|not_make, block !what_block !margin, turn_it_down|turned_down
    say_not, signal throw|filter|stop|ignore|skip
    """,
    .accepted: """
    signal accept|pass|approve|through|take|act|become|go_through|execute|make, accept
    signal not_refuse|not_reject|not_get_refuse|not_block, get through|past signal|gate
    """,
    .signals: "signal",
    .reasons: "reason, reason refuse|reject|block|signal, code, why_code, refuse reason|code, most refuse reason",
    .wins: """
    howmany win, win size|amount average, average|biggest|smallest|best win, win trade|position|close
    trade profit|green|positive|plus, profitable trade|position, win !rate !strategy !$strategy !which
    """,
    .losses: """
    average|biggest|smallest|worst lose !strategy !coin !side !$strategy, howmany lose $symbol|$window
    lose trade|close, trade lose|red|negative|minus, howmany lose, unprofitable trade
    """,
    .volume: """
    volume, turnover, howmuch trade !month !per !worst !best !biggest !lose !make !win !last !cost !profit
    trade howmuch|usd|usdt|dollar !last !bring !best !worst !lose !make !win !per
    """,
    .trades: """
    trade, howmany|number trade, ~last|latest trade|close, close position, trade close, deal, roundtrip
    position close|got_close|have_close
    """,
    .dayPnL: "result day, day pnl|profit|result, pnl_day, bottom_line",
    .unrealized: """
    unrealized, howmuch $symbol|long|short|position down|up|red|green
    be_i|be_we|i_be|we_be|i|we up|down|red|green $symbol|$strategy, open pnl|profit, paper profit|lose|gain
    not_realized, unbooked, position make|lose|profit|pnl|red|green|up|down !close, mark_to_market
    """,
    .realized: """
    realized, close pnl|profit|result, trade average|biggest|smallest|best|worst pnl|profit|lose|win|result
    last|best|worst trade bring|make|yield|give, best|worst|biggest trade !volume !duration, average trade
    average win|lose trade, trade average make|profit|pnl|lose, take_home, closed_out, per trade
    """,
    .fees: """
    fee, pay exchange|commission|trade, cost trade|exchange, trade_cost, transaction cost, pay maker|taker, cost
    """,
    .maxDrawdown: """
    drawdown max|maximum|deepest|worst|biggest|highest|largest|most|ever|so_far|historical|record
    deepest drawdown|hole|dip, drawdown most_deep
    """,
    .lossStreak: """
    streak lose|red|bad, lose straight|consecutive|in_row|back_to_back|running, lose trade consecutive|straight|streak
    howmany lose streak|straight|consecutive
    """,
    .winStreak: """
    streak win|green|good|hot, win straight|consecutive|back_to_back, win trade consecutive|straight|streak
    howmany win streak|straight|consecutive, streak
    """,
    .tradeDuration: """
    close holdtime|hold|duration|howlong trade|position, trade duration|holdtime|last_for|length
    howlong trade last|hold|take|be|run, holdtime average trade|position|strategy|$strategy
    average holdtime|duration|hold_period !open, holdtime !open, hold time|period average|typical|median !open
    time_in trade, howlong hold average, trade hold howlong|average, average duration|trade_length
    """,
    .drawdown: "drawdown, underwater|under_water, how_deep, below|under|off|from peak|high|top, down from",
    .priceAge: """
    price old|age|fresh|howold|stale|late, howold price|data|tick|feed|markprice, tick old|age|last|howold
    feed old|age|howold|lag|delay|behind, age price|tick|data|feed, last tick, last price_update|update
    """,
    .entryPrice: """
    entry, what|howmuch pay for $symbol, what pay $symbol, enter price|level|where|what
    price enter|buy|sell|get_in|open, average price, buy price|at, where|what get_in|get_into|buy|enter
    cost_basis|basis_price
    """,
    .spread: "spread, bid ask",
    .leverage: "leverage, levered|leveraged",
    .stopLoss: """
    stoploss, list|show|all|every|each|give|print stop !howfar !distance !closest !least_wide
    stop of|for|on position|long|short|$symbol !howfar !distance !far !closest !close !least_wide !room
    $symbol stop where|what|level|my !howfar !distance !closest !far !near
    my|the stop $symbol !howfar !distance !closest !far !near, stop price|level
    position|long|short|$symbol stop where|what|set|level, stop where|what be_my|be_the|be_our
    """,
    .takeProfit: "takeprofit, target where|what|level|price|$symbol, target",
    .margin: "margin, collateral used|use|lock|eat, collateral",
    .positionAge: """
    holdtime open|position|$symbol, hold how|long|time !average !close, position age|old|howold|howlong|oldest
    howlong position|hold, age position|long|short, time position|market open|in, open long-lasting|longer|howlong
    most old position, position|hold long-lasting !streak
    """,
    .notional: """
    notional, position value|worth|biggest, worth position|$symbol, value position|$symbol
    howmuch|howmany money|usdt|dollar|capital in $symbol, money in $symbol, howmuch carry|hold|sit in|of $symbol
    carry $symbol, dollar|usdt|usd size|value|worth|position|have|hold, biggest|smallest position|long|short
    position worth
    """,
    .size: """
    size, howbig position|$symbol|long|short|order, howmany coin|$symbol|contract|unit !percent
    howmuch_$symbol hold|have|own|be_we|position
    howmuch_$symbol !win !earn !fee !pnl !make !lose !margin !price !exposure !profit !cost, contract
    """,
    .exposure: """
    exposure, concentrate|concentrated, at_risk, in_the_market, gross, risk howmuch, money in market|position
    """,
    .equity: """
    equity, account worth|value|size|total|big, portfolio value|worth|size
    howmuch have|worth account|total|now|portfolio|we !fee !margin !pnl !profit !position !$symbol !$strategy
    net_worth, account_stand, account value, worth everything|total|all, total value|worth|assets
    howmuch money have|account|there|left|we, nav
    """,
    .balance: """
    balance, money in_account|in_wallet|in_the_account, wallet, capital, money account|have|left
    usdt have|account|left
    """,
    .uptime: "uptime, howlong run|up|online|alive engine|it|be, up time|since|howlong, howlong run|up|on",
    .positions: """
    howmany coin long|short|we|i|hold !$symbol, position, hold, what have|own !strategy !order !error !signal
    be_in|be_we_in|get_open !exposure !notional !money !margin !pnl !volume !fee, open long|short
    long|short howmany|list|show|all|which !stoploss !takeprofit !stop !target !pnl !realized !unrealized !fee, exposed
    everything|anything|what|all open !order, ~long|short
    """,
    .orders: "order",
    .errors: "error, warn|warning|failure|fault|exception, fail|failed !order, go_wrong",
    .actions: """
    action, audit, operator, people do|change|touch, command, manual|manually intervention|action|change
    what|which do|done human|people|team|colleague, intervention, history command|action|audit
    """,
    .events: "event, alert, log, notification, message",
    .price: """
    price, markprice, mark, where $symbol be|trade|stand|now !stoploss !stop !takeprofit !target !entry
    what_be $symbol at|now|trade !rate !fee !pnl !funding, howmuch_be $symbol, trade_at, cost $symbol !us !me
    $symbol at now|moment !make !earn !lose, tick, value coin|$symbol, worth $symbol coin, high|low $symbol
    ~$symbol now
    """,
    .pnl: """
    pnl, profit, damage, cost me|us most|coin|strategy|which, pnl|profit after|net|minus|before|including fee
    side|long|short make|earn more|most money|better, ~howmuch make|earn|lose|win|gain|up|down
    ~make|earn|lose|win|gain money|most|more|better|least, result, return, performance|perform|perform_
    ~best|worst strategy|coin|$strategy|$symbol|side|hour|day, ~up|down on|today|howmuch|$window|we|i
    ~do how|better|well|bad, contribute|contribution|contributor, ~be_up|be_down, ~green|red, ~plus|minus, ~cost me
    ~make|earn|lose|gain, ~best|worst
    """,
    .strategies: """
    ~strategy, strategy enable|run|active|on|off|disable, ~strategy list|show|which|what|all, $strategy list
    """,
  ])
}
