extension LearnedExamples {
  static let advice = """
    should i get out of my $symbol trade#row
    should i buy $symbol
    do you recommend hold $symbol
    be it a good time to go long
    be it better to takeprofit#level now or wait
    which strategy should i enable
    would you disable the $strategy
    what would you do in my place
    shall i sell $symbol
    should i doubl down
    should i cut my lose
    be it worth $except the $strategy on
    what should i trade#row $window
    which coin to buy
    hold or sell
    do i take the profit#figure on $symbol
    should we short $symbol here
    should i rais the leverag
    be it smart to stay in $symbol
    better to wait it out
    would it be wise to exit $symbol
    what do you recommend
    your opinion on my $symbol long keep it
    give me a tip
    any suggestion what to trade#row
    should i let the win run
    should i move to money
    be $symbol a buy
    do you think i should stop trade#row for $window
    should i add to my short
    howmuch should i invest
    which strategy be worth run
    recommend me a strategy
    should i switch from $strategy to arbitrag
    ought i to hedg
    should i be trade#row at all
    should the $strategy stay off
    be now the moment to get out
    would you buy the fall
    do i $except or fall $strategy
    shall we close everything before the weekend
    should i put in more money
    should i withdraw profit#figure
    be go short a good idea
    what leverag do you recommend
    where would you put the stop
    should i tighten my stop
    recommend me on $symbol
    do it make sens to hold $window
    be i better off sell half
    should i go all in
    what be the best coin to hold
    would you recommend to enable $strategy
    be it time to take some risk off
    should i trust the $strategy signal#row
    should i go live with realmoney yet
    should i watch the engin short on $symbol
    buy or sell $symbol
    worth open a new position#row now
    should i ride it out
    should i reduc my exposure#figure
    do you recommend close the most old trade#row
    let it run or close it
    be it sensibl to sell $symbol at this price#level
    stay long or flip
    which position#row should i get rid of
    should i use the $strategy or the $strategy
    would it be better to have fewer strategy on
    can you recommend an entry#level for $symbol
    sell now
    be hold $symbol a mistak
    should i close $symbol or wait
    which coin to buy now
    be it better i turn the $strategy off over weekend
    $symbol be 2 percent $condition hold or cut it
    should i let the $symbol short run
    takeprofit#level on $symbol here or hold
    which coin should it buy next
    should i enable $strategy
    should we reduc exposure#figure ahead of the fomc
    should i just get out of $symbol now
    good moment to enable the $strategy one
    what do you think about $symbol
    better be to wait or to sell the $symbol
    should we cut the $symbol short
    should i hold the $symbol long
    buy the fall on $symbol
    sell the rip or sit tight
    should we doubl the size#level
    should i turn it off for the weekend
    worth run $strategy on $symbol in this chop
    be it rational to $except hold $symbol with a stop this tight
    should i short $symbol here
    takeprofit#level now or wait on $symbol
    cust ask should he enable $strategy
    must i sell my $symbol
    do you counsel me to enable the $strategy
    cut the $symbol lose or hold
    should i run $strategy in this kind of choppy market
    worth it to go long $symbol here
    would you cut risk ahead of fomc
    shd i cut the $symbol short or let it run
    would you let the $strategy on over the weekend
    be now a good moment to add to $symbol
    better to turn the $strategy off in this chop
    do i need to wake people up for this
    should i takeprofit#level on $symbol here
    good time to go all in
    should $strategy be off in this regim
    should we put more money in
    be recommend to sell now
    should he hold his $symbol
    take the profit#figure on $symbol now or wait
    be now a good moment to go long $symbol
    would you turn the $strategy strategy on
    better to stop the engin before the fed meet
    which strategy should i run this weekend
    should i cut the $symbol
    hold or fall $symbol
    worth enable $strategy
    better to bank the $symbol profit#figure now or wait
    would you go short here
    shall i takeprofit#level on $symbol
    hold or fall my $symbol
    should the $strategy strategy be on
    be now a good time to short $symbol
    should i add to the $symbol long
    should i cut the $symbol long
    good moment to switch $strategy on
    hold or close $symbol
    would you rais the leverag here
    which strategy do you recommend for this market
    should i takeprofit#level on $symbol now
    be the $strategy worth keep on
    hold or cut the $symbol long
    better to leave it off over the weekend
    should i cut my $symbol long
    good time to enable $strategy
    hold or fall $symbol
    what would you do with the $condition
    should i buy $symbol here
    what would you do with the $symbol short hold it or get out
    better to turn the $strategy off what do you recomend
    be it a good moment to doubl my $symbol
    should i sell my $symbol now or wait
    which coin would you buy
    do you think i should low the leverag
    """
}
