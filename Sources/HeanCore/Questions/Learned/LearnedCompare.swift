extension LearnedExamples {
  static let compare = """
    $symbol and $symbol next to one another pnl#figure
    compare the $strategy with $strategy
    $symbol versus $symbol who earn more
    long versus short $window result
    how do $window stack up versus yesterday
    $strategy or $strategy which have the better winrate#figure
    put $symbol and $symbol next to each other
    side by side fee#figure on $symbol and on $symbol
    $strategy and $strategy compare by volum
    be $symbol do better than $symbol for us
    compare realized#figure with unrealized#figure
    winrate#figure long versus short
    which one pay more fee#figure $strategy or the $strategy strategy
    ton compare to $symbol exposure#figure
    win versus lose $window
    $strategy versus $strategy versus $strategy profitfactor#figure
    contrast fillrate#figure of $strategy with that of $strategy
    do $symbol make more than $symbol $window
    howmany signal#row from $strategy compare with $strategy
    who refuse more $symbol signal#row or $symbol signal#row
    show me $symbol besid $symbol
    compare leverag between my two long $symbol and $symbol
    drawdown#figure now versus drawdown#figure $window
    howmuch better be $strategy than the market $strategy
    between $symbol and $symbol which lose less
    head to head $strategy and $strategy
    compare of acceptancerate#figure for $strategy and $strategy pleas
    make a compare of $symbol and $symbol by pnl#figure
    long exposure#figure versus short exposure#figure
    do the $strategy trade#row more than the arb
    spread#figure on $symbol relativ to spread#figure on $symbol
    be the short make more money than the long
    compare all thre $symbol
    $strategy versus $strategy
    accept versus refuse $window
    how do $strategy and $strategy measur up on realized#figure profit#figure
    morning compare with afternoon trade#row
    $symbol short next to $symbol long unrealized#figure
    which be big my $symbol position#row or my $symbol one
    be drawdown#figure of $strategy smaller than that of $strategy
    stack $strategy up versus $strategy
    stop distanc of $symbol compare to the one of $symbol
    position#row size#level $symbol versus $symbol
    whos trade#row be big on average $strategy or $strategy
    reject order#row $symbol versus all the alt $symbol and $symbol
    $window fee#figure versus today
    set the howmany $strategy versus those of $strategy
    i want to compare two strategy $strategy and $strategy
    volum in $symbol versus volum in $symbol $window
    balance#figure versus equity#figure in figur
    do short lose more than long $window
    measur $strategy versus $strategy
    entry#level price#level versus markprice#level for $symbol and $symbol
    compare howold the $symbol price#level and the $symbol price#level be
    better performer so far $symbol or $symbol
    pnl#figure differ of $symbol and $symbol $window
    line up $strategy and $strategy by howmany lose
    fill#row versus reject order#row which be more
    $symbol or $symbol where do we have more at risk
    fee#figure compare to profit#figure
    which of $symbol and $symbol have be hold longer
    how do $strategy do in compare with $strategy $window
    margin#figure used for $symbol as compare with $symbol
    profit#figure of buy versus profit#figure of sell
    $window versus last week winrate#figure
    rate $strategy relativ to $strategy by fillrate#figure
    average win versus average lose
    fee#figure of $strategy versus $strategy $window
    $symbol or $symbol which one lose more
    be $strategy get more signal#row accept then $strategy or less in percent
    winrate#figure long versus short
    which of $symbol and $symbol be open longer
    winrate#figure $strategy versus $strategy
    fee#figure on $symbol versus $symbol $window
    money balance#figure and equity#figure next to each other pleas
    long versus short exposure#figure
    average win versus average lose
    $strategy versus $strategy winrate#figure $window
    fee#figure versus realized#figure $strategy
    compare $symbol with $symbol and $symbol howmany win
    $strategy versus $strategy pnl#figure $window
    $strategy and $strategy which of them pay for itself
    mark versus entry#level for all the long
    $symbol versus $symbol exposure#figure
    $strategy versus $strategy $window
    $symbol and $symbol which one be make us money
    $window versus today
    fee#figure versus realized#figure by strategy
    $strategy versus the $strategy fee#figure $window
    compare volum $symbol
    average pnl#figure of win trade#row versus average pnl#figure of lose trade#row
    who be win $symbol or $symbol
    compare the $strategy and the $strategy $window
    long versus short realized#figure $window
    $strategy versus $strategy winrate#figure
    $symbol versus $symbol fee#figure $window
    $strategy or $strategy which one pay more in fee#figure $window
    $symbol unrealized#figure side by side
    $strategy versus $strategy pnl#figure $window
    winrate#figure long versus short
    fee#figure of $strategy and $strategy side by side $window
    $symbol or $symbol which one lose more $window
    $symbol or $symbol which one be do better
    winrate#figure long versus short
    acceptancerate#figure $strategy versus $strategy
    long notional#figure short notional#figure
    compare $strategy and $strategy
    be we beat just hold $symbol
    howmuch have win $symbol and howmuch $symbol
    $symbol versus $symbol pnl#figure
    $strategy or $strategy who earn more
    winrate#figure $strategy versus $strategy $window
    long versus short
    compare fee#figure for $symbol and $symbol $window
    $symbol side by side
    be $strategy get refuse more than $strategy
    $symbol versus $symbol which one earn more
    $strategy versus the $strategy on winrate#figure $window
    fee#figure $strategy versus $strategy
    long versus short pnl#figure $window
    $symbol and $symbol position#row size#level side by side
    put the $strategy and $strategy next to each other
    $strategy versus $strategy $window
    compare winrate#figure of $strategy and $strategy
    $symbol or $symbol who earn more $window
    fee#figure $symbol versus $symbol versus $symbol $window
    long versus short pnl#figure
    be $strategy do better than the $strategy
    refuse $symbol versus $symbol $window
    spread#figure $symbol versus $symbol
    $symbol versus $symbol pnl#figure $window
    $strategy versus $strategy winrate#figure
    long versus short $window
    fee#figure on $symbol and $symbol side by side
    be $strategy do better than $strategy
    $symbol versus $symbol $window profit#figure
    be long or short do better
    $strategy or $strategy who earn more $window
    compare all strategy by winrate#figure
    $symbol and $symbol side by side fee#figure
    $symbol versus $symbol pnl#figure $window
    long versus short which earn more
    $strategy or $strategy who win more often
    compare fee#figure of $strategy and $strategy $window
    $symbol spread#figure side by side
    compare pnl#figure of $strategy and $strategy
    $symbol or $symbol which do better $window
    long versus short pnl#figure
    be the winrate#figure of $strategy better than the $strategy
    be we do better than $window
    do $symbol cost me more in fee#figure then $symbol
    put $strategy and $strategy side by side on short profitfactor#figure $window
    $symbol versus $symbol pnl#figure
    compare $strategy and $strategy
    be the $strategy better than the $strategy $window
    fee#figure of $strategy compare to $strategy $window
    what be big my $symbol or my $symbol position#row
    do we do better $window than yesterday
    """
}
