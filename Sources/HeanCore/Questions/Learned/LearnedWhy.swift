extension LearnedExamples {
  static let why = """
    why have there be not trade#row $window
    why not be happen
    why do not it trade#row $symbol
    what be keep the engin from trade#row
    not entry#level $window what be the reason
    why be $symbol be ignor
    what block it
    reason it have not open anything $window
    why so quiet
    why do it refuse the $symbol signal#row
    what reason the last reject
    for what reason be the $symbol buy refuse
    why do all signal#row from $strategy get block
    signal#row get refuse why
    why be not that signal#row take
    explain why it skip the short on $symbol
    why do the killswitch trip
    what trip the killswitch
    what set off the killswitch $window
    killswitch trip because of what
    why be the governor in quarantine#riskstate
    how do we end up in softbrake#riskstate
    what push the governor to hardstop#riskstate
    why have not the governor go back to normal
    why be my $symbol position#row close
    what make it exit link
    why the $symbol long be go
    who know why it sell $symbol so ear what be the reason
    close $condition why do it get out
    why be i lose money
    what be drag the pnl#figure down
    where do the lose come from
    why do the $strategy lose so much $window
    why we be red $window
    what go wrong with the profit#figure $window
    why be the price#level stale
    why be there not fresh price#level for $symbol
    why the coin freeze
    feed be old what be the reason
    why be not my order#row fill#row
    what be the reason that the limit order#row get cancel
    why be order#row $id still pend
    order#row reject by the exchang why so
    why the sell not execute
    why be $strategy off
    what disable the $strategy
    why $strategy be not enable
    why do $strategy go inactiv
    why have the engin stop
    what pause it
    why the engin be halt
    why do it stop at night
    why be the engin not run any more
    why be the drawdown#figure so high
    what reason the drawdown#figure to rise
    how do the drawdown#figure get to twelv percent
    where do this drawdown#figure come from
    why not long only short
    why not get through the gate
    why you not trade#row
    but why
    what be wrong with it it do not
    explain the reason of the refuse
    due to what do equity#figure fall
    why do the $strategy not send order#row
    why do it sell
    i do not understand why it stop buy $symbol
    what be the root reason of the halt
    why be so many order#row fail
    why do the governor step in
    because of which trade#row be we down
    why do $symbol get close i do not panic
    from where come this big drawdown#figure
    why killswitch trip
    why such a ton of refuse
    why be $strategy not do not on $symbol
    why do the $strategy lose money all the time
    price#level stale why
    why be governor in quarantine#riskstate
    why not trade#row $window
    why be the last signal#row of $strategy refuse
    why my sell order#row on $symbol be not fill#row yet
    why be $strategy off
    why be i lose $window
    why it be not take any $symbol
    who know why the engin be stop again not touch it
    why do it cut my $symbol short
    why not trade#row since morning
    why do it sell my $symbol $condition
    why be i lose money wtf
    what trip the killswitch at 3am
    why be the feed stale
    why quarantine#riskstate
    why it be not take $symbol trade#row only
    $strategy why off
    revert why $symbol order#row get reject
    why do the governor go to softbrake#riskstate $window
    why be the feed for $symbol stale
    not trade#row $window what be wrong
    why do we have a ton of reject order#row
    why do the engin stop
    why be i down so much $window
    why be not it do anyt
    why do it sell my $symbol $condition
    why be $strategy signal#row get refuse
    signal#row trip on $symbol but not order#row why
    why engin be not take trade#row $window
    why killswitch have work
    why the order#row for $symbol be cancel
    why do pnl#figure fall off a cliff after lunch
    why be the governor in softbrake#riskstate
    why be it not tradin
    killswitch trip again wtf why
    why do it close my $symbol
    why be order#row $id not execute
    why be the engin stop $window afternoon
    why be the price#level stale
    why do it keep refuse signal#row for $symbol
    there be an $symbol order#row hang $window why be not it fill#row
    why be it pause
    why not $strategy trade#row
    why do $symbol get stop out
    why be we lose
    why do it stop
    why be drawdown#figure so high
    why be the $strategy not price#level
    why be order#row $id cancel
    why be price#level in $symbol get refuse
    why not trade#row wtf
    why do it close my $symbol long
    why be i lose
    a ton of red $window why
    customer ask why his $symbol signal#row be reject $window
    cust say engin stop by itself why
    why be not order#row $id fill#row
    why be governor in quarantine#riskstate
    why be price#level stale
    why be engin stop
    why the robot do not take $symbol
    be it normal that there be not trade#row since $window
    for what the killswitch have rise
    i have receiv a messag that the engin have refuse $number signal#row of $symbol $window it be because of what
    why not trade#row whole morning leh
    why be it not buy $symbol
    on what ground be the last $symbol signal#row refuse
    what trip the killswitch
    reason we go into softbrake#riskstate
    why do the $symbol long get close i not touch it
    why be we down $window
    what drov the drawdown#figure $window
    price#level all freeze why
    why $symbol limit order#row not fill#row
    why $strategy be off
    engin stop by itself why
    $strategy do not $window what be wrong with it
    why so many reject on the $strategy $window
    why only short and not a long
    why be everything $except $symbol get block
    $strategy suppos to be market neutral why it lose money $window
    why the hell be not happen $window
    not entry#level in $symbol what be the reason
    why do $strategy not take any trade#row $window
    why be the last $symbol signal#row refuse
    for what reason be all short block
    why the killswitch trip again after reset
    why be we in quarantine#riskstate who know
    pq the governor be cut my size#level
    why do it fall my $symbol long at the low
    my $symbol position#row be go why
    where come all this lose from $window
    why be the $strategy lose so much $window
    why be price#level old
    limit order#row on $symbol just sit there not fill#row why
    why be $strategy off
    engin stop by itself at night what be the reason
    drawdown#figure rise like crazy why
    why be not happen
    why hardstop#riskstate
    why be the feed freeze
    avalanch of reject $window why
    why do it close $symbol in the middl of the night
    why do not it buy the fall on $symbol
    why be my pnl#figure so red
    why so many tiny trade#row
    why be we down
    why it do not make operation
    why be refuse the last signal#row
    be it not trade#row because be weekend
    customer ask why it stop tradign around 14:00
    why be order#row $id cancel
    customer $symbol position#row close by itself why
    why not trade#row $window
    why be it just sit there do not
    what be keep it from trade#row
    why do not it trade#row $symbol
    why be not it buy $symbol
    why do it skip the last $symbol signal#row
    why be all signal#row from $strategy reject
    what reason the killswitch
    why we be in quarantine#riskstate
    why do it close my $symbol long
    get kick out of $symbol why
    why be i lose money
    why be the pnl#figure red $window
    why be prcy stale
    my limit order#row on $symbol be not fill#row since hour why
    why be order#row $id cancel
    who or what make the engin stop
    why the drawdown#figure be that high
    why do the $strategy lose so much $window
    why be not happen $window
    why not entry#level on $symbol
    why do it skip the last $symbol signal#row
    $strategy normal do quit a few why be it so quiet
    what set off the killswitch
    why quarantine#riskstate
    what push us into softbrake#riskstate
    why do my $symbol position#row disappear
    what take me out of $symbol
    why i be lose money $window
    where be the lose come from
    why the tick freeze on $symbol
    why do not my order#row fill#row
    why be $strategy off
    engin go down why
    reason for the drawdown#figure
    for what reason you reject my $symbol short
    why the $strategy be not trade#row
    why do we get stop out of the $symbol long $window
    why do pnl#figure fall so hard $window
    why be it so quiet
    why do not it buy anything
    why be $symbol not trade#row
    $strategy not take trade#row why
    why be the last signal#row block
    why do $symbol signal#row get refuse
    reason for the reject on $symbol
    why do $code trip
    why be we in softbrake#riskstate
    for what reason be the $symbol short close
    why be i lose
    why be $strategy lose so bad $window
    why be price#level freeze
    why be not my $symbol order#row fill#row
    why be order#row $id cancel
    why be $strategy off
    why do the engin stop by itself
    why be the drawdown#figure so big
    what reason the drawdown#figure $window
    why not happen
    why not trade#row on $symbol $window
    why be the $strategy so quiet
    why be the $symbol signal#row refuse
    for what reason do it reject my last order#row
    what make the killswitch trip
    why be the governor cut my size#level
    why do it fall my $symbol long so ear
    why i be lose so much $window
    reason for the fall in equity#figure $window
    why be the price#level freeze
    my limit on $symbol just sit there why be not it fill#row
    why be $strategy disable
    engin stop at night without me do anything why
    9 percent drawdown#figure wtf why
    what be block the short
    why do the $strategy strategy lose on $symbol
    why do not we trade#row anything $except $symbol
    why not trade#row $window
    why do not it buy $symbol
    why only short and not long
    why will not $strategy touch $symbol
    why do $strategy get reject all the time
    reason for the softbrake#riskstate
    why my $symbol long get close
    why do it fall $symbol
    why be we so red $window
    why equity#figure go down $window
    why be the price#level so old feed broken
    why be my $symbol order#row cancel
    my limit on $symbol not fill#row why
    why be $strategy off
    equity#figure be well off its peak#figure what reason this drawdown#figure
    why not trade#row $window
    why be not $strategy take anything
    why do it skip $symbol
    why be the $symbol short get block
    what set off the killswitch
    why be we in hardstop#riskstate
    why $symbol get close
    reason the $symbol long be stop out $window
    why be i lose so much $window
    the $strategy be in the red again why
    why be the price#level so old
    why be my $symbol limit order#row not fill#row
    why be the $strategy off
    why do engin stop
    what be behind this drawdown#figure
    why only long
    why not trade#row
    it be do not $window what be the reason
    why be not $symbol be trade#row
    what be block us
    why be all $symbol long reject
    why be i lose money
    what go wrong $window we lose a lot
    why be $strategy in the red $window
    why be my $symbol position#row close
    why the $symbol short be go i do not close it
    my order#row do not fill#row since age why
    i put my export in this thing and it keep fall pleas explain to me where this drawdown#figure come from
    reason for killswitch
    why be $strategy idle
    why do it say paper fallback
    why do $strategy not take anything on $symbol or $symbol
    the killswitch be reset and yet signal#row be still refuse why
    why be order#row of the $strategy reject $window
    its be an hour and not what be hold it up
    why be not we buy $symbol
    why do the engin refuse the last $symbol signal#row
    why be $strategy do not
    i put my export in this and it only go down why do we lose so much $window
    where do the lose of $strategy come from
    why be the $symbol long close
    what make it get out of $symbol
    why do the kil switch trip
    why do the engin stop $window
    why my order#row on $symbol be not fill#row
    why be the price#level so old be the feed dead or what
    why be we in dryrun and not on mainnet
    explain me why most signal#row of $strategy be refuse $window
    why be $symbol still open should not the stop have close it
    why do short get refuse and long not
    """
}
