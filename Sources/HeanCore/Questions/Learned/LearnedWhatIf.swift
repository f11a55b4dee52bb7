extension LearnedExamples {
  static let whatIf = """
    what if $symbol lose $move
    what happen to my account if everything fall $move
    if $symbol go up $move howmuch do i make
    suppos all stop get hit what do i lose
    howmuch would i lose if each stoploss#level trip
    all target#level reach then what do i have
    if takeprofit#level fill#row what be my rise
    me close $symbol now would do what to the account
    if i close everything right now what would the result be
    what would equity#figure be after a $move fall
    assum $symbol $move
    simulat a market fall of $move
    what would a $move rise do to my short
    how bad would it be if $symbol fall to $move
    impact of a $move fall in all coin
    say $symbol fall by eight percent what then
    what happen to drawdown#figure if $symbol lose $move
    would the killswitch trip if the market fall $move
    if $symbol move $move versus me howmuch be that
    worst case when all stop be hit
    max lose if stop out everywher
    total profit#figure if each takeprofit#level get hit
    howmuch money would close the $symbol short bring
    what left if i flatten all
    what would i realiz by close the $condition
    if $symbol go to $move
    stress test minus 30
    what if price#level go up $move across the board
    how would a $move fall in $symbol affect equity#figure
    hypothetical $symbol plus $move
    what will my equity#figure be if the short be stop out
    if only the $symbol stop be hit what be left
    suppos the $symbol target#level fill#row
    in case $symbol fall $move be i wip out
    if the market fall what do i lose
    what be the damag if alt fall by $move
    what if i get out of $symbol
    after close my long howmuch margin#figure would be free
    what pnl#figure would i have once everything be close
    scenario $symbol $move $symbol $move
    scenario analysi with all coin down $move
    if $symbol rise $move and $symbol fall 2
    what would happen if price#level gap down $move
    howmuch do my account lose per 1 percent fall
    calculat the lose for a 6 percent move versus us
    if stop trip on all short
    would i be under hardstop#riskstate after a $move fall
    what would be left of my balance#figure if all position#row hit their stop
    let say $symbol rise $move
    howmuch would i get if $symbol reach its takeprofit#level
    what if it all go to target#level
    if i sell my $symbol now howmuch profit#figure
    imagin a flash fall of $move
    what be the effect of a 0.5 percent rise in $symbol
    given a fall of ten percent where be my equity#figure
    be $symbol to lose $move what would i lose
    do i surviv a $move fall
    could i withstand $symbol at minus 15
    what do it cost me to close the two short
    close $symbol would leave me with what
    pnl#figure at market plus $move
    equity#figure left when each coin be four percent low
    howmuch do i stand to lose at the stop
    howmuch do i stand to win at the target#level
    if $strategy position#row all stop out
    in the event#row that $symbol fall $move what be my drawdown#figure
    what if the price#level of $symbol do not move but $symbol fall $move
    if i exit all long what exposure#figure stay
    what would happen to us when $symbol get to minus twelv percent
    suppos i flatten half the book
    howmuch i get when each takeprofit#level be reach
    if whole market rise $move howmuch i have
    what if $symbol fall $move
    if i do not have the $symbol long what would be my exposure#figure
    if all stoploss#level get hit what be left
    $symbol $move low where be my equity#figure
    if everything get stop out what do i lose
    if all takeprofit#level get hit
    would close the $symbol short dent my pnl#figure
    if i close everything now howmuch do i end up with
    if all coin be fall $move then howmuch lose
    what happen to equity#figure if everything fall $move
    if each stop get hit what do we lose in total
    effect on margin#figure if we close the $symbol short
    howmuch do i lose if $symbol fall $move
    what if the whole market fall $move
    if i close everything now what do i get
    what will be if $symbol will fall $move and $symbol $move
    if all takeprofit#level will be hit howmuch i have
    what happen to the book if $symbol gap down $move
    everything fall $move where be equity#figure
    total lose if each stop get take out
    if i flatten $symbol now what do i realis
    $symbol $move scenario
    what if all takeprofit#level get hit
    up $move across the board pnl#figure
    what be the most we can lose on what be open
    what if we close it all
    if everything gap $move down what be the damag
    $symbol $move $symbol $move what happen to my book
    if all stop be hit simultaneous what would the equity#figure be
    if $symbol fall $move and everything else stay put
    suppos price#level $move
    what do i rise if each target#level be reach
    if $symbol do $move
    if i close everything now what do i walk away with
    if i close eventual $symbol what it do to my account
    if the market lose $move
    $symbol $move pnl#figure impact
    if the whole market gap down $move $window where be my equity#figure
    $symbol up $move and $symbol down $move what happen to account
    all stop get run total damag
    what do i lose if each short get stop out
    howmuch i make if all takeprofit#level kena
    suppos takeprofit#level hit on $symbol and $symbol pnl#figure
    if i close everything now howmuch do i realized#figure
    suppos i fall all the $condition what be left of equity#figure
    if i close $except $symbol how my margin#figure look
    stress test everything minus $move $except $symbol
    what happen to us if $symbol fall $move
    market go $move down what left
    $symbol $move and $symbol $move pnl#figure
    suppos everything rise $move versus my short
    $symbol $move over night damag
    worst case all stoploss#level be get hit howmuch go
    howmuch do i lose if the $symbol long stop out
    if each takeprofit#level get reach what do we make
    what would i realized#figure close $symbol now
    if i flat $except $symbol what stay as result
    say i close only the $condition where be equity#figure then
    what if $symbol fall $move
    what happen if all my takeprofit#level hit
    howmuch would be left if i close everything now
    shock $symbol $move equity#figure after
    lose if each stop trip
    howmuch can we lose worst case
    if crypto fall $move be we dead
    what happen to my account if $symbol fall $move
    what if $symbol fall $move
    market fall $move howmuch do i lose
    if $symbol rise $move where do my equity#figure end up
    everything go up $move what happen to my short
    $symbol $move and $symbol $move damag
    would a $move fall in $symbol trip the killswitch
    what be the damag if each stop get hit
    howmuch would i lose if the stoploss#level on $symbol hit
    if all my takeprofit#level fill#row howmuch do i make
    what do i get if i close $symbol now
    if i close everything now where would my balance#figure be
    what would happen to the account if all long be stop out
    $symbol fall $move what happen to us
    what if the whole market rise $move
    pnl#figure if $symbol $move and $symbol $move
    worst case when each stop get take out
    howmuch do i lose if my $symbol stop trip
    suppos all target#level be reach howmuch do we bank
    if i flatten everything now where do i end up
    what would i realiz close $symbol
    flash fall $move across the board do we surviv
    $symbol doubl $window be i ruin
    if i close the short only howmuch do i get
    if $symbol go down by $move howmuch be go
    what if $symbol fall $move
    market go up $move what do my account do
    $symbol down $move and $symbol down $move how bad be it
    say everything fall by $move
    $symbol moon $move then what
    what happen to my short if $symbol go $move
    $symbol $move low do i hit the killswitch
    howmuch do i lose if each stoploss#level trip
    worst case if the stop of $symbol and $symbol be hit
    howmuch would i make when all takeprofit#level be reach
    what if takeprofit#level on $symbol hit
    what do i get if i close everything now
    if i close the $symbol position#row howmuch would that realiz
    what would be left if all short get close right now
    if $symbol fall $move
    what if the whole market fall $move
    $symbol $move and $symbol $move what then
    worst case all my stoploss#level get hit
    howmuch do i lose if the stop on $symbol trip
    say each takeprofit#level fill#row what do i end up with
    what would i be left with if i close everything now
    suppos i ditch the $condition position#row what happen to equity#figure
    impact of $symbol fall to $move
    would a $move fall across the board trip the killswitch
    $symbol $move then
    $symbol $move what happen
    what if everything fall $move
    if $symbol rise $move how bad be it for me
    $symbol fall $move and $symbol fall $move what be left of my equity#figure
    what if $symbol $move
    total lose if each stop trip
    worst case when my short get stop
    howmuch do i make if all takeprofit#level get hit
    if $symbol reach its target#level howmuch be that
    what do i walk away with if i close everything now
    what would close the $symbol position#row do to my pnl#figure
    $symbol up $move and $symbol down $move what then
    everything fall $move
    how bad be it if each stoploss#level trip
    all my takeprofit#level fill#row howmuch
    if i flatten the book right now what do i end up with
    what do i lose if $symbol get stop
    market rise $move my equity#figure
    what would be left if i close just the $condition
    what if $symbol go to $move
    $symbol short howmuch pain at $move
    what if $symbol fall $move
    everything down $move what happen to me
    $symbol $move and $symbol $move
    suppos $symbol rise $move while the rest fall $move
    what would we lose if $symbol be cut in $move
    what do i end up with if all get close now
    if each stop be hit how bad be it
    if all target#level get reach
    what happen to open position#row when i stop the engin
    what would happen if i disable the $strategy
    say i pause it do order#row still go out
    what if only the short be stop out
    if $symbol fall $move what do i lose
    everything down $move what then
    what if $symbol fall $move and $symbol rise $move
    suppos all my stop get hit how bad be it
    howmuch would we book if each target#level be reach
    what would be left if i close all short now
    what happen to my position#row when i stop the engin
    what would disable the $strategy change
    how hard do a $move rise hit my short $symbol left asid
    if the whole market fall $move but link stay flat
    """
}
