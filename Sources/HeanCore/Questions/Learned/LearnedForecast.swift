extension LearnedExamples {
  static let forecast = """
    be $symbol go to rise
    where be $symbol go tomorrow
    what will the price#level of $symbol be next week
    be the market go to fall
    howmuch will i earn $window
    will we be profitabl tomorrow
    price#level predict for $symbol
    be a bull run come
    do you think $symbol fall $window
    will the $strategy make money next week
    what be your predict for $symbol
    predict tomorrow pnl#figure
    $symbol 5000 when
    be $symbol about to rise
    how high can ton go
    will $symbol ever recover
    what be the predict profit#figure for the next hour
    be we go to lose more
    will my short win
    be $symbol like to fall
    where do you see $symbol in a year
    predict for crypto
    what be next for the market
    $symbol target#level end of year
    will my position#row get stop out
    do the trend continu
    will volatility rise $window
    what be the chanc that $symbol rise
    probability of $symbol $condition
    guess the close of $window
    how will $strategy perform in the come day
    be this the bottom
    have we seen the best
    will price#level bounc
    when will $symbol hit a new high
    howlong will the bear market last
    predict for the weekend pleas
    what profit#figure can i predict by friday
    the futur price#level of $symbol
    will there be a fall
    be altseason near
    will the drawdown#figure get worst
    be the equity#figure go to recover
    do you predict $strategy to flip
    short term direction of $symbol
    up or down next hour
    do it look bullish
    be $symbol bearish for tomorrow
    what will happen to crypto after the fed meet
    will the next trade#row be a win
    which coin will rise most
    next big mover
    what do you think link do in the morning
    how be the market go to open $window
    will i be rich by december
    howmuch money will the engin make in a year
    can $symbol reach 200 thousand
    predict earn for next month
    what be go to happen with $symbol
    will the $strategy turn positiv soon
    be $symbol go to the moon
    do the chart say up
    will it keep fall
    predict a fall soon
    any predict on $symbol
    what would you guess pnl#figure will be $window
    tomorrow red or green
    could $symbol $move this year
    howfar will $symbol fall still
    will short pay off $window
    will we hit our takeprofit#level on $symbol
    futur of $symbol
    be we green by tomorrow
    be the momentum of the market good for the next day
    what be the sentiment for $symbol up or down
    be my $symbol position#row go to hit its stop $window
    $symbol best out here or more upsid
    will $symbol rise tonit
    $symbol howmuch it will go till diwali
    tomorrow howmuch profit#figure will come
    will volatility pick up tomorrow
    will $symbol go back up $window
    will i make it back by friday
    be $strategy go to be positiv tomorrow
    will $symbol be grow in next week
    will $symbol rise tonit
    do $symbol get back above my entry#level $window
    be volum go to pick up over the weekend
    where do $symbol close friday
    be $symbol go to fall
    will we be profitabl $window
    will spread#figure tighten $window
    probability of hit the killswitch $window
    predict valu of tomorrow pnl#figure
    be $symbol go to fall
    howmuch will i make $window
    customer want to know howmuch he earn next month
    the $symbol will it rise tomorrow
    $symbol go to rise $window
    $symbol direction next hour
    howmuch will i have by end of december at this rate
    predict pnl#figure tomorrow
    $symbol go to rise $window
    howmuch will we have make until end of $window
    think we recover the drawdown#figure till morning
    will it surviv the fed thing $window
    be $symbol go to rise
    which coin be go to moon next
    predict pnl#figure next 24h
    howmuch will we have by christma
    will we make money $window
    the $symbol be go to up tomorrow
    $symbol high or low by morning what do you think
    be $symbol go to fall more
    howmuch will i earn till the end of $window
    you think we will be green tomorrow
    will $symbol rise tomorrow
    where be $symbol head
    howmuch will we make next week
    be another fall come
    think link get to 20
    where be $symbol head tomorrow
    be $symbol go to fall $window
    $symbol 10k this year
    will the market recover until morning
    will $symbol rise $window
    where do you see $symbol end of $window
    howmuch will i make tomorrow
    be the fall over
    think $symbol go $condition
    where will $symbol be tomorrow
    will we be green by the weekend
    be $symbol go to fall $window
    howmuch will i earn next month
    do you think the market recover soon
    howmuch will i have by end of $window
    fall come
    $symbol go to rise
    will $symbol go up $window
    where be $symbol go to be tomorrow morning
    do you think we end the day in profit#figure
    be a fall come
    will $symbol recover by the morning
    where do you see $symbol next week
    be the market go to fall $window
    """
}
