extension LearnedExamples {
  static let outside = """
    how warm be it outsid
    compos a poem about autumn
    price#level of appl stock
    tell me a joke
    who be the president of franc
    howold be you
    what be the capital of mongolia
    translat good morning to spanish
    how do i cook rice
    writ a python function that sort a list
    fix my javascript
    what time be it in tokyo
    hello
    there how be you do
    thank a lot
    good night
    you be stupid
    shut up
    asdf qwer zxcv
    blah blah
    lorem ipsum dolor
    who win the football game $window
    be tesla a good company
    what be gold trade#row at
    euro dollar exchang rate
    how be the s&p 500 $window
    oil price#level per barrel
    why be the sky blue
    who wrot hamlet
    what be two plus two
    squar root of 144
    do you love me
    be you a robot
    what be your name
    sing a song
    how do i exit vim
    how to install docker on ubuntu
    git $strategy or merg
    my printer do not work
    restart my wifi router
    order#row me a pizza
    book a flight to berlin
    remind me to call $strategy
    enable the light in the kitchen
    what be for dinner
    who invent the telephon
    howfar be the moon
    when do world war two end
    what do my horoscop say
    recommend a good movi
    should i marry her
    how do i lose weight
    be coffe bad for you
    what be the mean of life
    explain quantum physic
    when be easter
    why do cat purr
    howmany leg have a spider
    list the planet
    show me pictur of dog
    compare iphon and android
    will it rain tomorrow
    who will win the election
    nvidia earn date
    interest rate on my mortgag
    tax rule for freelancer
    can i borrow some money
    how do i use excel pivot tabl
    what be kubernet
    set an alarm for seven
    go to hell
    lol
    xyzzy foo bar
    play some music
    tesla price#level pleas
    solv 12 17 for me
    can you link me a good pizza place open now
    weather in goa tomorrow
    gold fall $move what happen to my account
    writ my essay on blockchain 500 word
    what be the link to the doc
    howmuch tax do we owe on this
    eur/usd rate for $window book
    cricket scor
    what be the on call number for the exchang team
    backtest $strategy on 2024 data
    writ me a python script that call the position#row api
    what be cours of dollar to zloty
    who win match legia $window
    can you make me a engin for nvidia stock
    what be the weather in lisbon
    be wash trade#row illegal in singapor
    recommend a good book on trade#row for beginner
    tesla price#level
    writ a tweet about our return
    solv x 2 2 for x
    howmany customer be affect
    command to see which process listen on port 8000
    log rotation setting for nginx
    give me a recip of crep
    nasdaq close
    best nasi lemak near bukit bintang still open now
    writ me a black schol pricer in python
    who win the f1 in singapor
    how will be the weather in hamburg tomorrow
    do palmeira win
    where close the dax $window
    tesla stock
    order#row me an uber to the airport
    draft a short email to investor abt $window
    what be our runway in month
    what weather make $window in madrid
    send me the link for the doc
    how do i refund a customer
    hi
    what be tesla stock do
    who win the game $window
    writ a python script that sort a list
    what be nvidia trade#row at
    best way to cook rice
    who win the champion leagu final
    translat good night to spanish
    hour of the nyse on thanksgiv
    how be tesla stock $window
    translat good night to german
    best pizza near me
    any good pizza near me
    tesla shar price#level
    tell me a joke i be bor
    who win the champion leagu
    translat good night to japanes
    how do i sort a dict in python
    nvidia stock $window
    who win the laker game
    good pizza near me that deliver at 3am
    who win the match last nite
    writ me a python script that scrap news
    what be the weather in zurich
    """
}
