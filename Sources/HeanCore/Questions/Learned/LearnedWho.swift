extension LearnedExamples {
  static let who = """
    who be reset the killswitch $window
    who close my $symbol position#row
    who stop the engin
    who start it $window
    which people pause trade#row
    who enable the $strategy
    who disable $strategy
    who cancel that order#row
    who place the order#row on $symbol
    who change the setting
    who press panic
    by whom be the engin halt
    which user enable the $strategy
    be it me who stop it
    do people reset the killswitch by hand who
    whos command close everything
    who do that
    who touch the engin last
    who have be here $window
    which operator make the last change
    who be responsibl for the restart
    who flatten the account
    who rais the leverag limit
    name of the people who disable $strategy
    what program send the stop
    which script place these order#row
    be it a cron job or a human that pause it
    who else used this consol $window
    who run the last command
    who resume trade#row
    who kill the openorder#row
    who shut it down
    who be it that clear the killswitch at noon
    do my colleagu close the $symbol trade#row or do the engin
    who sell the $symbol
    who buy $symbol
    who issu close all
    who change max position#row
    from which machin come the pause
    under what user name be the engin start
    who give the order#row to stop
    find out who turn the $strategy off
    who enable all the strategy
    do i or people else cancel it
    whoever close the $symbol long name pleas
    who mess with the setting
    which account send the cancel
    author of the last setting change
    who do the last reset and from where
    be the position#row close by an operator
    be the stop manual and by which people
    who send a market order#row at 14:20
    who put the engin on pause
    have people else reset it who
    who woke up the engin
    people behind the restart
    who operat it over the weekend
    who be the one that disable $strategy
    who all be activ $window
    by who be the order#row place
    who approv the panic
    which of us change the stop limit
    what people or program close $symbol
    people start it who
    who take down the engin $window
    audit who close what
    who cancel everything on $symbol
    do a people do this or the engin itself
    who have last edit the setting
    who launch it
    who close my $symbol
    which idiot disable $strategy
    who hit panic $window
    who change the setting $window
    people reset the killswitch while i be at dinner and i want to know who be it
    who be be fiddl with $strategy setting
    who reset the killswitch last nite
    who stop it
    do people touch anything while i be sleep
    who close the $symbol position#row $window
    who have place manual order#row
    i do not tell to buy $symbol who buy
    who reset the killswitch $window
    who change the leverag setting
    do people touch the limit $window
    who stop the engin at 3am
    who disable $strategy
    who turn $strategy off and why
    who have disable the $strategy
    who disable the $strategy
    who touch the setting $window
    who reset the killswitch $window and what reason do they give
    who enable $strategy and when
    have people change a limit $window
    who have cancel order#row $window
    who used the panic command last
    who start the engin $window
    who be on the consol when it stop
    who disable the $strategy
    who close the position#row in $symbol
    who disable $strategy
    do people reset the killswitch $window
    how do i find out who change the setting
    which operator do the most change
    who have close my position#row $symbol
    who have re arm the killswitch
    who disable $strategy
    who the hell close my $symbol
    which operator change setting $window
    be it me or a script that clear the killswitch
    who have stop the engin
    which geniu disable $strategy
    who close my $symbol $window be not me
    who fiddl with the setting $window
    who reset the killswitch last nite
    who pause it
    do people touch the setting
    people touch it $window
    who have stop the engin
    who close it then he swear it be not him
    who cancel the order#row $window
    who disable the $strategy
    which user close my $symbol
    be it me or the engin that reset the killswitch
    who have be mess with the setting $window
    who touch the engin $window
    which of my colleagu rearm the killswitch
    who disable $strategy
    be it a human or the engin that close my $symbol
    who touch anything $window
    whos idea be it to change the leverag
    who press reset on the killswitch
    who stop the engin $window
    who start it again
    do people pause the engin who
    who enable $strategy
    which idiot disable the $strategy
    who cancel my order#row
    who place that manual $symbol order#row
    who mess with the setting $window
    who hit panic
    who be work on the engin $window
    who disable the $strategy
    do people play with the setting $window
    which one of us clear the killswitch
    who do what $window
    who close my $symbol
    who turn $strategy off
    be it me who pause it
    who chagn the setting $window
    do people mess with the engin $window
    who be on this thing $window
    who stop the engin
    who disable $strategy
    who change the setting $window
    which of my colleagu close the $symbol position#row
    who be on the consol $window
    who reset the killswitch and it be not me
    who disable $strategy
    who close my $symbol position#row
    who reset the killswitch $window
    do people touch the engin $window
    who restart it
    by whom be the max_daily_drawdown_pct change
    """
}
