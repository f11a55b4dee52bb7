extension LearnedExamples {
  static let safe = """
    be i all right
    be my account safe
    be reset the killswitch safe
    can i restart without break anything
    be it danger to clear the governor now
    would it be risky to resume
    safe to start the engin
    can i safe stop the engin with position#row open
    be pause harmless
    to disable $strategy while it hold a position#row
    be it safe to enable the $strategy now
    can i close $symbol safe
    be cancel all order#row risky
    any danger in place an order#row by hand
    safe to change max leverag on the fly
    be panic safe to use
    be i in danger
    be my money at risk of liquidation
    can i go to sleep
    can i leave it alon over the weekend
    do i need to worry
    be everything under control
    be we in troubl
    be it ok to resume
    do a restart do any harm
    will i break something if i reset it
    may i disable $strategy without risk
    be it ok to flip sentiment on mid session
    how risky be it to close all position#row at once
    how safe be the account right now
    be i close to blow up
    any risk i should know about
    should i be worry
    be the exposure#figure danger
    be it secur to leave the stop as they be
    be there a danger in reset the killswitch twic
    can reset cost me money
    be it a bad idea to restart now safe wise
    be it safe to take the quarantine#riskstate away
    can i stop everything with not damag
    would cancel this order#row be harmful
    be a setting change while run safe
    safe to low the limit now
    harmless to pause $window
    be my position#row protect
    be any position#row unprotect and danger
    can start it now hurt me
    be it safe to keep it run
    be it safe to run this on realmoney
    be leverag at a safe level
    be we safe from the hardstop#riskstate
    be the drawdown#figure something to fear
    all good with my account
    account healthy and not at risk
    can i trust it $window
    can i shut it off without lose my position#row be that safe
    do disable the arb leave anything unsaf behind
    be it ok to close the lose trade#row by hand
    can i safe place a small sell
    resume be that safe
    tell me if it be safe to kill the engin
    will it hurt to enable everything
    do i risk anything if i clear the latch
    any hazard in stop now
    be i safe with these stop
    be there something danger go on
    could a reset make thing worst
    be it risk free to restart the engin in a dryrun
    do it hurt if i disable $strategy while it have position#row
    to reset killswitch now or not yet
    be i ok for $window
    be it danger to restart with position#row open
    it be stop when i come in can i safe start it
    can i lose more than my deposit
    be it safe to leave it run overnit
    safe to restart w position#row open
    would it be ok to clear the governor now
    be we solvent
    mera paisa safe hai na
    be it ok to reset the killswitch now itself
    be it ok to clear the governor now or too ear
    safe to restart the engin with open position#row
    what happen to the open position#row on an engin restart
    can i reset the killswitch or will it just trip again
    be my money safe
    be i go to get flatten
    can i lose more than i put in
    i be scar pleas just tell me if everything be ok
    safe to enable $strategy while $strategy be run
    be it safe to set leverag on 10
    be it safe to put the $strategy strategy back on
    be it ok to just reset the killswitch and carry on
    be my account go to get flatten
    be it safe to restart the engin with position#row open
    can i safe resume now
    pager say drawdown#figure 9 percent be we ok
    be it safe to add to the $symbol long by hand
    we ok
    how risky be this right now
    be it ok to disable $strategy while we still hold $strategy from it or do it leave the position#row hang
    everything green
    be it safe to reset the killswitch
    be my customer money safe
    can the customer lose more than he deposit
    be it safe to restart with $number position#row open
    be it safe to stop the engin right now
    be it that i risk to lose all
    can i relaunch without danger
    can i go sleep already or not
    any danger restart with position#row open
    killswitch trip an hour ago ok to clear it now or will i regret
    any risk if i enable the $strategy $window
    can i go to sleep like this or do it blow up
    do i break something when i restart it with open position#row
    be it danger to enable $strategy while in quarantine#riskstate
    any risk in pause the engin now
    be it export to just restart it
    can i resume without blow something up
    everything ok
    safe to leave it on over the weekend
    be danger to reset the killswitch
    it be safe enable the $strategy strategy
    be it safe to tell them to cancel the openorder#row
    safe to change the limit while its run
    be everything ok
    can i go to sleep like this
    be it danger to restart with open position#row
    can i reset the killswitch safe now
    be it ok to disable $strategy while it have a position#row open
    any risk in change leverag while its run
    can i go to sleep like this
    be it ok to restart with position#row open
    any danger in clear the killswitch now
    can i safe disable $strategy mid trade#row
    be it ok to clear the killswitch now
    safe to clear the quarantine#riskstate
    can i start it without risk
    be stop it danger with open position#row
    anything bad if i pause
    to resume
    do a restart break something
    be it risky to enable $strategy
    can i disable the market $strategy without problem
    be it safe to close $symbol by hand
    do i risk something by cancel all order#row
    be a manual order#row safe while the engin be on
    safe to change setting while its run
    can i go to sleep with this
    be it risky to restart the engin with position#row open
    can i disable the $strategy without break anything
    do it do any harm if i resume now
    be my account in danger
    any risk if i enable $strategy now
    be cancel all order#row danger
    can i go to sleep
    to restart now
    any danger in turn the $strategy back on
    be it risky to rais leverag
    can i clear the quarantine#riskstate without blow up
    be i safe
    can i go to sleep now
    be it safe to restart with position#row open
    any danger in enable $strategy
    to reset the killswitch now
    be it risky to rais max leverag while run
    do pause leave my order#row aliv i.e be pause enough
    can i cancel smart_limit_1795 without break something
    would it be dangeru to close the $symbol long now
    safe to stop the engin if i do not close position#row first
    be i safe $window
    be it ok to restart now with position#row open
    can i safe turn $strategy back on
    the alarm woke me up be it danger to reset the killswitch while we be still down
    any risk if i close $symbol by hand
    be it a problem to pause while order#row be open
    """
}
