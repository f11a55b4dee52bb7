extension LearnedExamples {
  static let howTo = """
    how would one stop the engin
    how can i close everything at once
    how to flatten the book
    what be the command to panic
    how do i close my $symbol position#row
    way to get out of a singl trade#row by hand
    how do i cancel an order#row
    how to pull all openorder#row
    how can i place a test order#row
    what do i type to buy some $symbol in the dryrun
    how do i reset the killswitch
    step to clear the killswitch after it trip
    how to get the governor back to normal
    how can quarantine#riskstate be clear
    how do i start the engin
    what command start the engin
    how to shut the engin down clean
    how do i pause trade#row for an hour
    how to resume
    how do i resume
    how be the engin restart
    need to restart the engin how
    way to switch the $strategy off
    disable $strategy how to do that
    how can i switch the $strategy back on
    what do i do to enable $strategy
    how do i change the max leverag
    how to set a differ limit
    where can i edit the engin setting
    how do i tweak the setting of a strategy
    make it trade#row once more
    what do i have to do so that it trade#row again
    how to unblock trade#row
    how do i fix this
    help me get out of hardstop#riskstate
    what must i do to make signal#row pass
    how do i keep it from trade#row $symbol
    how can i blacklist a coin
    stop it touch $symbol how
    how do i get past risk_limits_exceeded
    how to get around the cooldown reason
    what to do about a max position#row reject
    how do i move the stoploss#level
    how to set a stop on my $symbol long
    how can i protect the profit#figure of an open trade#row
    how do i export the trade#row to export
    how to export the pnl#figure each hour with cron
    can i get this as json and how
    how do i put the output in a spreadsheet
    how to watch the event#row live
    how can i watch order#row as they happen
    be there a way to watch the signal#row
    how do i connect engin to my server
    how to add a profil for another engin
    how do i login
    how can i point it at a differ url
    how do i stor the apikey with login
    what be the procedur to stop all strategy
    show me how to close half of a position#row
    teach me to cancel one order#row by its id
    explain how to take a strategy out of servic
    i want to stop buy what should i run
    which command list my position#row
    how do one see the audit with engin
    how would i realized#figure profit#figure
    what be the step after a killswitch trip
    how do i practic without an engin
    how to wait until it have not position#row
    how do i make the engin trade#row less
    how to go from testnet to live
    how do i undo the pause
    want to sell everything now how
    how to get past daily_pause
    where to change max open position#row
    how can i make that $symbol be not trade#row any more but do not close what i have
    what be the link i must give so it talk to my engin on the other box
    stop trade#row $symbol only
    it be hardstop#riskstate now what do i do that it trade#row again pleas
    cancel order#row $id how
    restart engin command
    how to close only $move of not the whole $symbol long
    how do i get governor back to normal
    stop only the $strategy leave the other run
    i want to stop the engin but not close any position#row what be the command
    get me out of everything now
    how do i strategy the engin
    turn $strategy back on
    how to reset killswitch
    pause it for the night how
    how can i watch the order#row live in the terminal
    pnl#figure into export each hour how
    how do i move the stoploss#level of $symbol a bit tighter
    how do i put a manual buy order#row for $symbol
    how to resume
    stop the $symbol long rest can stay
    how i flatten all and stop the engin
    need to move my stoploss#level on $symbol to b/e
    flatten everything how
    how do i get rid of hardstop#riskstate
    how do i disable the $strategy
    make it not trade#row $symbol anymor
    can you close my $symbol pleas
    how do i restart this thing
    watch event#row live how
    clear the governor command
    how to fall trade#row to export from cron
    how do i point this at stag
    how do i get the audit into excel
    how to do stop the engin
    what to do so that it start trade#row again
    i want to keep stoploss#level on $symbol how
    how do i get an alert when trade#row be block
    killswitch trip agian how do i reset
    watch the log
    restart engin
    stop everything now
    how do i point this at the stag engin
    fall $window trade#row to export
    how do i sell everyt
    cancel my order#row
    how do i get past daily_pause
    disable the $strategy
    where do i change the $strategy spac setting
    $except the $strategy off ton
    how i can make it trade#row again
    how to close only the $symbol
    i want that it will not trade#row $symbol anymor
    disable $strategy for the rest of the day
    how do i point this at my 2nd engin
    stop it
    sell everything now
    close my $symbol
    how do i reset the kill swtich
    $strategy keep lose how to turn it off
    can i stop it buy $symbol
    ping me when it trade#row
    export the audit to export
    how do i export all close trade#row of $window to a file
    how do i prevent the engin from trade#row $symbol
    governor say hardstop#riskstate what do i do
    how do i pause it without close the positon
    how to resume
    how do i watch event#row live in a terminal
    how do i cancel a stuck order#row
    how do i get past max_positions
    how do i start the engin again after a stop
    how do i move the stop on $symbol to breakeven
    can i place a limit order#row from here
    turn everything off
    pause it till i land
    get it go again
    how do i rais the limit
    cancel all the price#level on $symbol how
    close $symbol now
    sell everything
    unblock it
    make it trade#row more
    go 20x on $symbol
    move stoploss#level to breakeven $symbol
    buy 0.1 $symbol
    turn the $strategy back on
    apikey expir where do i put the new one
    client want a statement of all trade#row as export how
    how to get past symbol_cooldown
    do i need to restart after change a setting
    restart without $condition position#row
    cron a export of pnl#figure each hour
    watch event#row live
    connect to http://10.0.0.5:8000
    how do i point engin at another engin
    how to disable $except $strategy
    set max position#row to 5
    how to make for stop the engin
    i want suppress the order#row on $symbol
    put in pause $window pleas
    how to relaunch
    how do i flatten the whole book right now
    emergency kill everything how
    close my $symbol position#row what be the command
    howfar all long $except $symbol
    cancel all openorder#row on $symbol
    command to place one small test order#row in dryrun
    killswitch trip how reset
    get the governor out of quarantine#riskstate
    engin be stop how to bring it up again
    how to stop engin but do not close the position#row
    i want to sit out cpi $window how do i hold new entry#level
    resume pleas
    proper way to restart the engin
    enable $strategy strategy
    how can i disable each strategy $except $strategy
    low max leverag to 3 where to put
    rais max open position#row to 6
    make it stop touch $symbol
    not more $symbol trade#row pleas how
    each signal#row die with $code how to get around
    move the stop on $symbol to breakeven
    how to put stoploss#level on the position#row that do not have one
    fall $window trade#row to export for my accountant how
    what cron line do i need for an hour equity#figure row
    watch fill#row live
    how connect engin to engin on my other vps
    how do i make everything stop now
    need to flatten the whole book fast which command
    close $except $symbol and $symbol open how
    command for to close only the $condition position#row
    how can i get out of my $symbol short
    cancel all openorder#row in $symbol how
    kill order#row $id
    how to buy 0.1 $symbol by hand
    customer run into killswitch what do i type to clear it
    why i out of quarantine#riskstate
    get rid of softbrake#riskstate
    engin be down how to start it
    shut the engin down clean
    i want to pause new entry#level only during cpi how be that make
    resume
    wie restart i the engin
    how do i enable the $strategy
    disable everything $except $strategy
    how to disable $strategy and the market $strategy
    where do i change the max open position#row
    what must i do that it trade#row again
    how do i keep it away from $symbol do not want any trade#row there
    signal#row block with $code how get around
    move stop of $symbol long to breakeven possibl
    pnl#figure each hour in a export file how
    watch the fill#row live
    how do i get rid of the quarantine#riskstate
    disable $strategy for $window
    long $symbol for me 500 usdt
    move my stop to breakeven on $symbol
    how do i low the levarag
    close $move of my $symbol
    cancl all order#row
    how do i make it leave $symbol alon
    fall $window fill#row to export
    turn it off pleas
    get us out of the $symbol trade#row
    login from my phon how
    how i can close the position#row of $symbol
    how to desactivat the strategy of $strategy
    how to activ again the $strategy
    put a stop to my position#row of $symbol
    quit the pause
    i want pass from paper to realmoney
    how do a customer reset a trip killswitch
    how do i connect to the other engin
    what can i ask you
    customer keep get $code how do they get past it
    how do i watch event#row live
    can we get the trade#row into excel
    how do they pause it $window
    how do i stop everything right now
    flatten all
    close my $symbol
    how to close only the short
    get me out of everything $except $symbol
    how i can close the position#row which be $condition
    how do i cancel all openorder#row
    cancel order#row $id
    place a small test order#row how
    how do we get out of softbrake#riskstate
    start the engin
    stop the engin but leave the position#row open
    pause trade#row for a bit
    it be pause how to continu
    restart command
    enable $strategy
    how to disable $strategy and $strategy
    disable all strategy $except $strategy
    how do i change max leverag to 3x
    where i can set the risk per trade#row
    hardstop#riskstate $window what do i have to do so it trade#row again
    i do not want it to touch $symbol anymor
    signal#row refuse because of max position#row what can i do about it
    put a stop on $symbol
    move stoploss#level of my $symbol long to breakeven
    export $window trade#row to export
    how do i watch fill#row live in the terminal
    how to point this at another server
    how do i kill everything right now
    get me flat now
    how to close only the $symbol short
    close $except $symbol what be the command
    cancel all openorder#row
    there be one order#row hang a91c how can i cancel it
    how to put a manual order#row in dryrun
    killswitch reset comand
    how do we get out of quarantine#riskstate
    server restart what do i type to get the engin go
    i want a $window break from trade#row how
    it be pause how i make it continu
    how to bounc the engin
    enable the $strategy one
    how to disable $strategy but leave the rest
    disable each strategy $except $strategy and $strategy
    where do i change max leverag
    low the risk per trade#row to 0.5 percent
    it refuse each singl signal#row how do i fix that
    how to keep the engin off ton $window
    blacklist $symbol
    what can i do about $code
    how to set a stop on $symbol long
    move my $symbol stop to breakeven
    fall the fill#row of $window to export
    cron job that writ equity#figure each hour how
    watch the order#row live
    how do i point engin at the other server
    how do i unwind my short without touch the long
    panic get me out of everything
    flatten all and stop
    how to close my $symbol
    close all long
    close each position#row $except the one of $strategy
    cancel order#row $id
    how can i remov all openorder#row on $symbol
    how do i buy some $symbol by hand
    how to reset killswich
    killswitch will not go away what now
    get out of quarantine#riskstate how
    command to start the engin
    shut it down
    pause trade#row for a while
    how do i resume
    how to restart the engin
    how do i disable the $strategy
    disable $except $strategy
    where can i change the risk per trade#row
    low the leverag
    it stop trade#row how can i fix
    how to blacklist $symbol
    do not let it touch $symbol anymor
    how do i get around $code
    put a stop on my $symbol
    can i move the stop of $symbol to breakeven
    export trade#row to export
    get the pnl#figure into a spreadsheet each hour
    watch order#row live
    how to watch fill#row as they come in
    how do i point this at another server
    where do i enter my apikey
    how do i get flat right now emergency
    shut everything down and close all
    close only the $symbol position#row how
    get me out of all long
    close all $condition $except $symbol
    cancel my $symbol order#row
    pull order#row $id
    can i place a littl test order#row by hand somehow
    command for reset the killswitch
    how to come out of quarantine#riskstate
    start the engin
    how can i stop the engin but leave the position#row as they be
    put it on hold for the night
    how to restart engin
    turn $strategy back on
    disable all strategy $except the market $strategy
    i want $strategy to stop trade#row
    make the risk per trade#row smaller where
    engin be stuck what do i do
    do not want it to touch $symbol anymor
    move stop to breakeven on $symbol
    get my close trade#row into excel
    how to log pnl#figure each hour w cron
    be there a way to see fill#row live as they come in
    point this at the engin on my vps
    where do i put in the apikey
    how to close everything right now
    emergency get me out of all
    hwo can i close only the $symbol position#row
    close all $condition long what command
    flatten all $except $symbol
    how do i kill order#row $id
    cancel all openorder#row on $symbol
    can i buy some $symbol manual and how
    reset killswitch command
    how do i get out of quarantine#riskstate
    how to start engin
    stop the engin but leave position#row open how
    pause for the night
    need to restart the engin
    turn the $strategy strategy back on
    how do i stop $strategy
    disable each strategy $except $strategy
    where can i change the max leverag
    it will not trade#row what do i do
    what can i do versus $code
    move the $symbol stop to breakeven
    how to set a stop for the $symbol short
    trade#row into excel
    i would like a pnl#figure row written to a file each hour how
    see fill#row as they come in
    how do i point this at the engin on my vps
    kill everything now
    get me out of everything and switch it off
    how to close $symbol
    fall all position#row $except $symbol
    cancel order#row $id
    how do i send a small test order#row
    reset the killswitch how
    shut the engin down for the night
    pause trade#row for an hour
    resume it
    command for restart the engin
    enable $strategy
    disable $strategy and $strategy
    disable all strategy $except $strategy
    how do i set max leverag to 3x
    its stuck how do i unblock it
    do not let it touch $symbol anymor
    move stoploss#level of $symbol to breakeven
    fall all trade#row of $window to export
    how can i watch the fill#row live
    i move the engin to another server how do i tell engin where it be now
    close whatever be $condition
    how do i close $symbol
    close everything command
    i want out of all short how
    emergency how to stop and sell all
    disable the $strategy
    how can i put $strategy on again
    cancel the $symbol order#row
    where do i change max open position#row
    my accountant want all the trade#row in excel how do i get them out
    how do i move the stop on my $symbol long
    put a stop at breakeven for $symbol
    how do i conect engin to my own engin
    i do not want it to touch $symbol any more
    how can i watch fill#row live
    i want to pause it for a bit how
    how do you resume
    shut the engin down nice
    how to restart with fresh memory
    step to reset killswitch
    can i place a test order#row by hand somehow
    what can i do about $code
    what must happen so that we trade#row again
    how do i keep it from open $symbol without close the $symbol i have
    close $except the $symbol one
    engin be stop over night how do i get it go
    how do i close $symbol
    i want to be flat before i go to sleep how do i get rid of all the position#row
    emergency how to stop it and get out of everything
    how to disable the $strategy
    command to bring $strategy back
    how can i cancel order#row $id
    how to set max open position#row to 5
    i need the trade#row in excel how
    how do i move the stop of my $symbol long to breakeven
    how do i point engin at my engin
    how to make it leave $symbol alon
    be there a way to see signal#row live as they come in
    how do i set the governor back to normal
    pause it for a while what do i type
    how to resume after pause
    how do one reset the killswitch
    can i place an order#row by hand how
    how do we get past $code
    what must i do so it start trade#row again
    how do i bounc the engin
    how to clso all short but keep the long
    """
}
