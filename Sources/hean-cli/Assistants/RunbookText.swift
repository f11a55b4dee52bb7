/// docs/operations.md, so that the program carries it; a test holds both together.
enum RunbookText {
  static let text = #"""
    # What to do when

    For the operator at night: one chapter for each alert of `hean alert`, each state of risk, each gate of `hean why`. Each begins
    with what it means, then what to look at, then what helps. Every command here can be typed as it stands, with `--profile NAME`
    for the engine in question; a verb asks before it sends, and `--dry-run` shows what it would do.

    Two rules come before all others. **Money first**: what is open and unprotected comes before what is not trading. **A stop that
    somebody made on purpose stays**: find out who made it and why (`hean audit`) before anything is started, resumed or reset.

    At the start of a shift, what is different since the last look, and whether the engine's own places agree:

        hean changes
        hean reconcile

    When in doubt, and money is at stake:

        hean panic --dry-run
        hean panic

    ## Before the night

    What has to run while nobody looks is started by systemd, which starts it again when it ends. The files are shown first, and
    nothing is started by hean:

        hean service show
        hean service show --system
        hean service install alerts snapshot --yes
        hean service show --for cron

    ## Alerts

    ### engine

    Nothing answers at the engine's address, or it does not answer in time. Positions stay open meanwhile, and on paper as well as
    at an exchange nobody is seen to act on their stops.

        hean health
        hean status

    `hean status --offline` asks nothing, and shows what the engine said before, in the last 24 hours; so do `positions`, `orders`,
    `risk` and `why`. See whether its process runs on its machine, and whether this machine reaches it. Nothing that hean sends helps an engine that
    does not answer. Look at the exchange itself for positions and orders. When it answers again, read the status: an engine that
    was restarted has forgotten its positions, stops and latch.

    ### prices

    The prices that the engine judges by are old, or stand still. Its stops are judged by these prices: while they stand still, no
    stop is obeyed.

        hean why
        hean market ticker
        hean positions

    When positions are open, decide by the exchange's own prices. `positions close ID` closes at the market. A restart of the engine
    opens its price feed anew, and forgets what it holds:

        hean engine restart --dry-run

    ### orders_after_stop

    Trading is stopped, and orders are made all the same, or unfilled ones wait to be sent again. No stop, pause or kill switch ends
    that queue: only the end of the engine object does.

        hean why
        hean orders list --status all
        hean panic --dry-run

    `panic` stops, closes, ends the queue and proves it. `engine stop` ends the queue too, and leaves positions open.

    ### stops

    A mark price has passed the stop of an open position that is still open, or the exchange refused a close. The engine's exits do
    not act; the stops of all other positions protect nothing either.

        hean positions
        hean events list
        hean positions close-all --dry-run

    Close what is beyond its stop first, and read what `close` saw, not what the engine answers: it says closed even when the
    exchange refused.

    ### positions

    A position appeared, or went, and neither an order nor a fill nor a command from here explains it. Somebody else trades on the
    account, or the engine's list lies.

        hean positions
        hean orders list --status all
        hean audit

    Compare with the exchange itself. What the engine dropped or forgot is told by `books`.

    ### killswitch

    The kill switch has tripped, an emergency stop was used, or the latch that either leaves blocks signals although every flag is
    clear. Open positions and orders stay, and their stops are judged on.

        hean risk killswitch
        hean why
        hean audit

    Find the cause first. While it persists, a reset trips again within seconds. A reset clears the flags and leaves the latch: only
    a restart of the engine clears that, and a restart forgets positions, which then look like strangers to the engine. With
    positions open, close or write them down before.

        hean risk killswitch reset --reason 'the cause, in your words' --dry-run
        hean engine restart --dry-run

    ### books

    What the engine has in its books is not what is held: a fill that it could not match, a position on the other side, positions
    that it dropped without a close or does not know after a restart.

        hean positions
        hean status
        hean trades

    Compare with the exchange itself. The engine cannot close what it does not know. `positions close ID` on such a row can open
    a new position instead of closing one: the screen says which rows are doubtful.

    ### protection

    An open position has no stop, or the engine is paused, which stops no order.

        hean positions
        hean positions protect BTCUSDT --stop 60500

    Stops cannot be set over the engine's interface: `protect` tells why. Close the position, or set a stop at the exchange.

    ### risk

    The governor brakes or stops, because the engine's equity has fallen below its peak. See the states below.

        hean risk
        hean risk governor
        hean risk history

    ### audit

    What is sent from this machine cannot be recorded: the disk is full, or the state directory is not writable. Verbs are refused
    until it is; `panic` is sent all the same.

        hean audit

    Make room, or mend the rights of the directory. `--no-audit` sends a single verb without a record.

    ### limits

    A loss limit is near, or more positions are open than the limit allows.

        hean risk limits
        hean positions

    ### trading

    Signals open no positions, and this console has not stopped them. An engine that somebody else stopped is told here.

        hean why
        hean audit
        hean funnel

    The first closed gate is the answer; the gates are below. If the stop was made on purpose, leave it, and silence the alert until
    somebody undoes it:

        hean alert silence trading --for 8h --reason 'stopped on purpose, see the desk'

    ## Guard

    `hean guard` watches from outside, for days. Try first what it would do, and when:

        hean guard --count 1
        hean guard --panic-on 'drawdown_pct>20 for 30s' --dry-run --count 1

    **It panicked.** The message tells whether everything is closed. Read its record, then look at what is left:

        hean audit
        hean status

    **"NOT sent, because 1 were sent in 24 hours".** The condition is met again and its cap is reached. Decide yourself:

        hean panic --dry-run

    **"what became of it is not known".** The guard was ended in the middle of a panic. Look at the status, then panic by hand.

    **"its ledger cannot be kept".** The disk is full, or the file is damaged: nothing is sent by itself until that is mended.

    **No all-clear came.** The guard does not run, or no message arrives. See `hean alert list` for what waits to be delivered.

        hean alert list
        hean alert history

    ## States of risk

    The thresholds are built into the engine: they cannot be changed, and the limits of `risk limits` do not move them.

    ### NORMAL

    The drawdown has not reached 10 %, or has been below 5 % for long enough since. A stopped engine says NORMAL as well: it is shown as not known then.

    ### SOFT_BRAKE

    The drawdown has reached 10 %. Sizes are smaller, and signals pass. The state goes back to NORMAL by itself when the drawdown is
    below 5 % and 30 minutes have passed.

        hean risk governor

    ### QUARANTINE

    The drawdown has reached 15 %. Sizes are smaller still. The state blocks no symbol by itself; symbols on the list of quarantined ones
    are blocked in every state.

        hean risk governor
        hean why

    ### HARD_STOP

    The drawdown has reached 20 %. No signal passes; open positions stay, and their stops are judged on. The engine shows the state for
    30 minutes even when the drawdown is gone. Clearing it by force takes effect at once, and the state returns with the next
    update while the drawdown persists.

        hean risk governor
        hean positions
        hean risk governor clear --dry-run

    ## Gates

    In the order in which `hean why` checks them; the first closed one is the answer.

    | Gate | Closed means | Look at |
    | --- | --- | --- |
    | reachable | no engine answers at the address | `hean health` |
    | engine | the engine is stopped, or its two words about itself contradict each other | `hean audit` |
    | mode | orders go to another place than was configured, such as paper after the exchange was lost | `hean settings` |
    | authentication | the engine does not accept the key | `hean profile show` |
    | market data | prices are old or stand still | `hean market ticker` |
    | kill switch | the kill switch has tripped, or an emergency stop was used | `hean risk killswitch` |
    | latch | a stop left its latch, which no endpoint shows; only a restart clears it | `hean risk killswitch` |
    | governor | the governor is in HARD_STOP | `hean risk governor` |
    | quarantine | the symbol is on the list of quarantined ones | `hean risk governor` |
    | strategies | no strategy is enabled | `hean strategies` |
    | signals | strategies make no signals | `hean signals list` |
    | filters | filters refuse every signal | `hean funnel` |
    | council | the council's vote refuses every signal; its threshold is set where the engine is started | `hean explain council` |
    | limits | a limit is reached: positions, notional, one position a symbol | `hean risk limits` |
    | rejects | orders are refused before they are sent | `hean decisions list` |
    | fills | orders do not fill | `hean orders list --status all` |

    ## Who stopped what

    Each call that this console sends is in its audit log, with who asked for it and why. Other consoles have logs of their own.

        hean audit
        hean audit export --since 24h
        hean audit note 'paused for maintenance of the host, until 14:00'

    A note is a line of the log like any other, with time, user and engine, and counts as no call. So that a colleague sees it too, let the log of the machine have it: `hean audit follow --to journald` (or `syslog`) runs as a
    service, tells each line once, also after a restart of either, and tries again what was not taken. Then
    `journalctl -t hean HEAN_VERB=engine.stop` shows every stop, and `journalctl -t hean -p err` every call of which nobody knows
    what became. A file for another machine is `hean audit export --format journal --to FILE`, which `systemd-journal-remote` reads,
    or `--format syslog`.

    ## Records, scraping, size

    Who does what, by the number of engines. hean has no store, no queue and no cluster of its own beyond the files of one machine: what
    other programs do well is theirs.

    | Engines | Records | Alerts | hean |
    | --- | --- | --- | --- |
    | 1 to 5 | `hean record`, in files on the machine where it runs | `hean alert run` and `hean guard`, or a monitoring system by `hean check` | all of it |
    | 5 to 100 | series in Prometheus, scraped; the files beside them where trades have to be kept | rules of Prometheus, routed by Alertmanager | posts what it alone sees, and acts |
    | 100 to 1 000 | series in Prometheus or VictoriaMetrics, rows in PostgreSQL | the same | is asked about one engine, and acts |

    **What to keep.** The engine forgets: it lists 500 trades, equity of about 90 minutes, events of seconds, and after a restart nothing. So
    trades, closes and what was sent from here are kept for as long as somebody can ask (years: they are small); equity and states for
    months; prices only as far back as charts are looked at, because they are by far the most. A figure that was not known is empty in
    every file, and never 0; a time without rows is a gap, and never a line from one point to the next.

    **What to scrape, and how often.** Money and protection every 15 to 30 s, all else once a minute. An engine answers each endpoint only
    so often; whoever asks for more than one console does so through one place, and not each for itself.

    One row of the account every five minutes, by a timer of systemd or by cron. Its file grows by one line at a time, takes no row twice, and
    logrotate may take it away:

        hean pnl snapshot
        hean service show
        hean service show --for cron

    What was sent from here, and what operators wrote down, is in the audit log, also for another machine:

        hean audit export --since 24h

    The day as one page, for whoever was not there:

        hean report

    ### What is recorded, and five questions of a week

    `hean record` keeps what the engine forgets, by day (UTC), below the state folder: trades, orders, signals, decisions, equity, states,
    prices, and what was sent from here. It runs as a service, sends nothing but reads, and writes down as a gap what it missed. One
    process records one engine:

        hean service install record --yes
        hean record status
        hean record list

    Prices are by far the most of it, in files of their own, and the first that go when `--keep` or `--most` is reached; `hean record --no-market`
    keeps none, and then there are no charts of then. Wherever a command takes `--from recorded`, it shows the last 24 hours unless `--since`
    is given, tells on how much of that time it rests, and draws nothing over a gap. Trades go on into one file, each once, with
    `hean trades export --to trades.csv --from recorded`.

    **Which strategy lost most?** The last row, when sorted by its PnL:

        hean analytics strategies --from recorded --since 7d

    **When did the drawdown begin?** At its peak, with the time until it was made good. It is that of closed trades; what open
    positions lost on the way is in the engine's own drawdown, whose states the history has:

        hean analytics drawdown --from recorded --since 7d
        hean risk history --from recorded --since 7d

    **What happened between 02:00 and 02:10?** In order; and what was so at one moment of it, as old as its first line says: figures are
    recorded once a minute, states when they change, and after 150 s without a look a moment is refused:

        hean events list --from recorded --since 02:00 --until 02:10
        hean decisions list --from recorded --since 02:00 --until 02:10
        hean status --at 02:05
        hean positions --at 02:05

    `hean live --replay 01:55` plays it on the full screen, a minute in a second, from look to look; it asks and sends nothing.

    **How much in fees?** Under the name fees; those of closing are told where the engine tells them:

        hean report --from recorded --since 7d

    **Were there gaps?** Each day with its gaps and their reasons; an engine that was not recorded has them too:

        hean record list
        hean record status

    ### Checks of a monitoring system

    `hean check` is a plugin for Nagios, Icinga and whatever else runs plugins: one line, figures for curves, exit code 0 OK, 1 WARNING, 2
    CRITICAL, 3 UNKNOWN. It judges by what alerts and screens judge by, and looks once. `Monitoring/nagios.cfg` has its commands for Nagios,
    NRPE and Icinga 2.

        hean check
        hean check engine
        hean check data --warn 5 --crit 30
        hean check money
        hean check risk --warn 8 --crit 12
        hean check pnl --warn -100: --crit -250:
        hean check stream
        hean check disk --warn 10: --crit 5:

    A range tells what is well, and what lies outside alerts: `30` is 0 to 30, `10:` is 10 or more, `~:30` is 30 or less, and `@10:20` alerts inside.

    | Part | OK | WARNING | CRITICAL | UNKNOWN | Its figure |
    | --- | --- | --- | --- | --- | --- |
    | engine | it runs, and signals can open positions | stopped or paused by somebody, with who and why; or signals open nothing | it does not answer, says ERROR, or makes orders after a stop | the diagnosis cannot tell | time of the look, s |
    | data | prices are fresh | by `--warn` only | prices are old, or stand still while something is held | the engine is stopped | age of the oldest price, s |
    | money | flat, or all is behind stops | by `--warn` only | money at risk | what is open is not known | at risk, USDT: down to the stops, or what nothing protects |
    | risk | NORMAL, kill switch clear | SOFT_BRAKE, QUARANTINE, or an emergency stop that an operator made | HARD_STOP, or a rule has tripped the kill switch | the engine is stopped | drawdown, % |
    | pnl | it is known | by `--warn` only | by `--crit` only | it is not known | PnL of the UTC day, USDT |
    | stream | an event arrived | there is no WebSocket, and events are asked for | no event in 4 s | | time to the first event, s |
    | disk | there is room, and all can be written | the audit log cannot be written, or a recorder that was begun does not run any more, or is silent for 330 s | by `--crit` only | the folder is not known | free, % |

    `hean check` without a part is as bad as its worst part: CRITICAL, then WARNING, then UNKNOWN. A figure that is not known is left out,
    so a curve has a gap there. Who stopped an engine, and why, is in the audit log of the user who did it: run the check as that user.
    An engine that hangs is CRITICAL for engine after 4 s; a check that has no verdict after 10 s (`--timeout`) ends as UNKNOWN.

    """#
}
