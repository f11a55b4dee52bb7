extension GlossaryTerm {
  static let states: [GlossaryTerm] = [
    GlossaryTerm(
      "kill switch", ["killswitch", "ks"],
      "Stops every new signal at 15 % below the day's high or 30 % below initial capital.",
      "Positions stay. Three endpoints tell; hean merges them: '\(.query(.killSwitch))'."),
    GlossaryTerm(
      "hard_stop", ["hard stop"], "The governor's last state, or the kill switch at 30 % below initial capital.",
      "Every signal is refused. '\(.query(.why))' says which of the two."),
    GlossaryTerm(
      "daily_pause", ["daily pause"], "The kill switch at 15 % below the day's high.",
      "It opens again by itself after 5 minutes and a tenth of the loss; the latch does not."),
    GlossaryTerm(
      "latch", ["sentinel latch"], "A stop behind the kill switch that no endpoint shows.",
      "Inferred from decisions; only '\(.operation(.engineRestart))' clears it."),
    GlossaryTerm(
      "governor", ["risk governor"], "Cuts sizes with drawdown, and stops at 20 %.",
      "'\(.query(.governor))' shows state, drawdown and the next threshold."),
    GlossaryTerm(
      "normal", [], "The governor's state below 10 % drawdown.",
      "A stopped engine says NORMAL, too; hean does not repeat that."),
    GlossaryTerm(
      "soft_brake", ["soft brake"], "Governor at 10 % drawdown: sizes halved, and cut further.", "Trading goes on."),
    GlossaryTerm(
      "quarantine", [], "Governor at 15 % drawdown; also a list of symbols that are refused.",
      "The list is filled by hand: '\(.operation(.quarantine, "SYMBOL"))'."),
    GlossaryTerm(
      "emergency stop", ["emergency"], "Refuses every signal at once, until a new engine process.",
      "Used by 'panic' and 'risk killswitch trigger'; shows in /health only."),
    GlossaryTerm(
      "stop_trading", ["stop trading"], "A flag that pause and several alarms set.",
      "By itself it neither proves a halt nor causes one."),
    GlossaryTerm(
      "running", [], "The engine judges signals.", "Whether it trades is another question: '\(.query(.why))'."),
    GlossaryTerm("paused", ["pause"], "Somebody asked the engine to pause.", "By default orders go on being created."),
    GlossaryTerm(
      "stopped", [], "The engine does not run.", "It sends zeros, NORMAL and empty lists, which prove nothing."),
    GlossaryTerm("busy", [], "A start or stop holds the engine's lock.", "Neither running nor stopped; look again."),
    GlossaryTerm(
      "error", [], "The engine failed to start.", "Restart its process: parts of the failed start stay subscribed."),
    GlossaryTerm(
      "council", ["trade council", "verdict"], "Four voters that judge each signal against a threshold.",
      "At the stock threshold of 0.7 it rejects nearly everything."),
    GlossaryTerm(
      "decision", ["decisions", "skip", "reject", "create"],
      "What the engine made of one signal: CREATE, SKIP or REJECT, with a code.",
      "'\(.query(.reasons))' lists the codes."
    ),
    GlossaryTerm(
      "refused", ["refusal", "refused signal", "blocked", "turned down"],
      "A signal that a gate of the engine turned down: no order was made.",
      "Each has a reason code: '\(.query(.reasons))'."),
    GlossaryTerm(
      "rejected", ["rejection", "rejected order"], "An order that the exchange, or the paper broker, did not take.",
      "The engine counts them and never lists them: '\(.query(.funnel))'."),
    GlossaryTerm(
      "kill", ["engine kill"], "An engine call: closes positions, marks orders as cancelled in its books, and stops.",
      "Orders that rest at the exchange stay there and may fill; '\(.operation(.panic, options: .preview))' shows what a panic would do."
    ),
    GlossaryTerm(
      "panic", [], "hean's own sequence: halt, cancel, close everything, and prove each step.",
      "'\(.operation(.panic, options: .preview))' shows it without sending anything."),
    GlossaryTerm(
      "not confirmed", ["not_confirmed", "unconfirmed"], "It was sent, and looking again did not show the effect.",
      "Exit code 4: look once more before you repeat it."),
    GlossaryTerm(
      "practice", ["practice mode", "practice engine"],
      "hean's own engine on this machine: invented prices, no exchange.",
      "Nothing of it reaches an exchange."),
    GlossaryTerm("signal", [], "A strategy's wish to trade.", "It meets sixteen gates: '\(.query(.why))'."),
    GlossaryTerm(
      "decision memory", ["memory"], "Locks a strategy for 24 h in a context in which it lost three times.",
      "'\(.query(.strategies))' counts the locks."),
    GlossaryTerm(
      "physics", ["ssd", "phase"], "A model that calls a market noise.",
      "Its advice shows as physics_*; PHYSICS_BLOCK is the one that blocks."),
    GlossaryTerm(
      "regime", [], "What kind of market it is: trend, range, impulse.", "A strategy trades in its own regimes only."),
    GlossaryTerm(
      "reconciler", ["reconciliation"], "Compares the engine's positions with the exchange every minute.",
      "When it cannot read the exchange, it drops positions with zero PnL."),
    GlossaryTerm(
      "paper fallback", ["paper"], "Meant to trade, the engine lost the exchange and fills on paper.",
      "hean names it on every screen; the engine does not say so."),
    GlossaryTerm(
      "dry run", ["dry_run"], "Orders stay on the engine's own paper broker, by configuration.",
      "Test orders and limits can be changed in it only."),
    GlossaryTerm("testnet", [], "The exchange's test network.", "Only /settings tells it from mainnet."),
    GlossaryTerm("mainnet", [], "Orders move real money.", "Severe verbs want the engine's name typed."),
  ]
}
