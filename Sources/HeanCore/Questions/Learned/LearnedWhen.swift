extension LearnedExamples {
  static let when = """
    when do we get our last fill#row
    when do the last trade#row close
    howlong since it trade#row
    time of the most recent order#row
    last signal#row be when
    at what time do the killswitch trip
    stop since when
    howlong have the $symbol position#row be open
    when do we enter the $symbol short
    when be the engin start
    what time do the engin come up
    when will it trade#row again
    howlong until the cooldown be over
    when do quarantine#riskstate clear
    howmuch longer will it be block
    when do the governor change
    since when be we in softbrake#riskstate
    when be the last refuse
    howlong ago be a signal#row refuse
    when do the last price#level come in
    howlong ago be the last tick of $symbol
    when do people last touch it
    when be the pause command send
    at which time do i reset the killswitch
    when be the last error
    what time do it fail
    howlong have i be hold $symbol
    when do the first trade#row of $window happen
    first order#row of the day at what time
    timestamp of the latest $symbol fill#row
    date of the last win
    when do $strategy last trade#row
    when do $strategy send its last signal#row
    howlong have the engin be run for
    for howlong have trade#row be halt
    howmany minute ago do we open the $symbol long
    when exact do it go to hardstop#riskstate
    when do the dailypause#riskstate end
    will it resume $window or later what time
    when can i predict it to be unblock
    how soon will the limit reset
    when do $symbol get stop out
    since what time be the $symbol position#row on
    when be the $strategy disable
    when be max leverag change
    howlong do the last trade#row last
    howlong be the $symbol position#row hold
    when do the exchang last reject an order#row
    last time an order#row get cancel
    what be the hour of the last lose trade#row
    when do it last go wrong
    when do price#level stop arriv
    howlong have price#level be freeze
    when do we leave normal
    since when have the killswitch be on
    when be the last time an operator stop the engin
    howlong ago do $symbol get buy
    when have the engin last do something
    at what o'clock be the restart
    when do the $strategy take its last entry#level
    the time of the previou fill#row
    howmany hour since the last win trade#row
    on which day do it start
    what time be the first refuse $window
    when be trade#row allow again
    howlong do the killswitch stay on
    when be order#row $id place
    when do the trip happen
    howlong be the most old trade#row already run since when
    last fill#row when
    when be the last time it say not to a $symbol signal#row
    will it be trade#row again in 1h or when
    when do the $strategy last send something
    last tick for $symbol when
    at what time do the killswitch go off
    howlong be my $symbol short open already
    when be the last trade#row on $symbol
    when do people last touch this thing
    since howlong be the engin up
    when do i get into $symbol
    when be it go to trade#row again
    when do the governor go to quarantine#riskstate
    howlong till the day limit reset
    time of last fill#row
    date of first trade#row
    howlong be the $symbol position#row hold
    from howmuch time $symbol be open
    since when be we in quarantine#riskstate
    do the engin restart on its own $window
    when will it unblock
    howlong have the killswitch be on
    howlong have i be in $symbol
    last signal#row from $strategy
    when do $strategy last trade#row
    from when we have position#row on $symbol
    when be last transaction on $symbol
    when do we go into quarantine#riskstate
    howlong have the $symbol position#row be on
    when last trade#row
    howlong till it trade#row again
    at what time be trade#row halt
    when be the last operator action
    since when have the engin be run without a restart
    when do the last error occur
    when do the cooldown clear
    howlong have it be in quarantine#riskstate
    when do i get into $symbol
    when do it start trade#row again
    last fill#row on $symbol when
    howlong be i in $symbol
    when be kill swich trip
    when do the customer last login
    since when be it run
    when be the last eror
    last change of setting
    since when the $symbol position#row be open
    it be since howmany time stop
    when last trade#row
    last $symbol fill#row what time
    what time do the killswitch trip
    howlong have we be sit in quarantine#riskstate
    engin up since when
    when do the $symbol short get put on
    what time can it trade#row again
    when do the last $symbol tick arriv
    when do $strategy last send a signal#row
    when do people last touch the setting
    last error be when
    when do we last trade#row
    time of the last fill#row in $symbol
    when be the killswitch trip exact
    when come the next trade#row possibl again
    howlong until it unblock i want to go to sleep
    when do the $symbol short get open
    at what time be the engin start
    last signal#row of $strategy be when
    when come the last price#level for $symbol
    when be the last time people do something on this thing by hand
    when do the killswitch trip
    last fill#row
    howlong have it be pause
    when do it unblock
    when do it last make money
    since when be open the position#row of $symbol
    at what hour be the last trade#row
    when do the governor go to softbrake#riskstate
    when do $symbol last tick
    when do people last do something on this account
    when be the last trade#row
    last time it trade#row $symbol
    when do the killswitch trip
    when will it start trade#row again
    howlong until the dailypause#riskstate be over
    when do i open this $symbol
    howlong be we already in $symbol
    howlong have the engin be up
    time of the last signal#row from $strategy
    when be the last order#row send
    last $symbol tick
    when do people last change anything here
    when do the last $symbol trade#row close
    last order#row send at what time
    when do $strategy last give a signal#row
    what time do the killswitch trip
    howlong be we in softbrake#riskstate already
    when do i enter $symbol
    time of last tick for $symbol
    eta until the block clear
    when do the last error show up
    last refuse $symbol signal#row be when
    when we open first trade#row $window
    time since last fill#row on the $strategy
    when be the last trade#row on $symbol close
    when do $strategy last trade#row
    time of last $symbol fill#row
    when be the last order#row send
    howlong ago be the last signal#row
    when do it last refuse something
    what time do the killswitch trip
    when do we open the $symbol
    howlong be i in $symbol already
    howlong till it unblock
    when do the last tick for $symbol come in
    when do people last change something
    time of the latest error
    when do we close the last trade#row
    time of latest fill#row on $symbol
    howlong be i in $symbol already
    what time do the killswitch go off
    howlong have the engin be up
    howlong until the pause clear
    when do the $strategy send a signal#row last time
    last refuse be when
    when come the last $symbol tick
    when do we enter the $symbol short
    when have people last touch this thing
    what time be the last trade#row
    when do we last buy $symbol
    time of the last $strategy signal#row
    howlong be we already in softbrake#riskstate
    when do the engin start
    howlong do i hold the $symbol short
    howmuch longer be it block
    when do the last $symbol price#level come in
    when do people touch it last
    when be the most recent error
    what time be our last trade#row
    last time we get fill#row
    what time do the killswitch trip
    howlong be engin run already
    since when i be short on $symbol
    last tick on $symbol when
    when do people last change anything
    when do the $strategy last signal#row
    when be the last $symbol refuse
    when be the last trade#row
    when do we get into $symbol
    last fill#row time
    when do people last touch the consol
    when do the $symbol price#level updat last
    time of last $strategy signal#row
    when do the kill swtich go off
    since when be the governor brak
    when be $symbol last refuse
    when do $strategy last sell $symbol short
    when do we open the $symbol position#row
    when can it trade#row again
    time of last fill#row in $symbol
    when do the $symbol price#level last updat
    last signal#row from $strategy be when
    when do the killswitch go off
    when do the governor change stat the last time
    when be the most recent order#row refuse on $symbol
    """
}
