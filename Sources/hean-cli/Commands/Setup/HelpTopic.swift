import HeanCore

/// `hean help TOPIC`.
struct HelpTopic: Sendable {
  var name: String
  var summary: String
  /// Made only when it is shown: every start builds the table of commands, which contains the topics.
  private var write: @Sendable () -> String

  var text: String { write() }

  private init(name: String, summary: String, text: @escaping @Sendable @autoclosure () -> String) {
    self.name = name
    self.summary = summary
    write = text
  }

  static let all = [exitCodes, environment, output, reasons, time, safety, topics, conditions]

  private static let exitCodes = HelpTopic(
    name: "exit-codes", summary: "how a script learns what happened",
    text: page(
      "EXIT CODES",
      "With --json or -o ndjson a failure is also an object on standard error: error.code (the name below), message, "
        + "next_step, retryable. Standard output is then empty, unless a verb sent something: then its document is "
        + "there, except when a signal ended the run. A list that is not known, for example of a stopped engine, is not "
        + "written as an empty one: its data is null. Other messages on standard error are objects with note. "
        + "The check for monitoring systems (hean check) ends with the codes of plugins: 0 OK, 1 WARNING, 2 CRITICAL, 3 "
        + "UNKNOWN, and no other.",
      rows: ExitCode.allCases.map { ("\(padded("\($0.rawValue)", to: 3, leading: true))  \($0.name)", $0.meaning) }))

  private static let environment = HelpTopic(
    name: "environment", summary: "variables and files",
    text: page(
      "ENVIRONMENT",
      "A flag wins over the environment, the environment over the profile, the profile over the default. "
        + "'hean profile show' prints each value with its origin.",
      rows: Settings.variables.map(row) + [
        ("NO_COLOR", "any value: no colour"),
        ("FORCE_COLOR", "0: no colour; 1, 2 or 3: 16, 256 or 24-bit colours in pipes too; else as the terminal says"),
        ("CLICOLOR_FORCE, CLICOLOR", "1: colour in pipes too; 0: no colour"),
        ("COLORTERM", "truecolor or 24bit: colours of 24 bits"),
        ("TERM", "empty or dumb: no colour, nothing drawn in place; 256color: 256 colours"),
        ("TZ, TZDIR", "with --tz local: the zone of this machine; where the tz database is"),
        ("LC_ALL, LC_CTYPE, LANG", "a locale that is not UTF-8: screens in ASCII (--ascii)"),
        ("COLUMNS", "width of tables on a terminal"),
        row(Settings.certificatesVariable),
        ("http_proxy, https_proxy", "proxy for engines that are not on this machine; asked for a tunnel (CONNECT)"),
        ("no_proxy, NO_PROXY", "hosts that go without the proxy, as libcurl reads it; * is all"),
        ("XDG_CONFIG_HOME/hean", "config.json, watchlists.json, and keys/ with mode 0600 (~/.config)"),
        (
          "XDG_STATE_HOME/hean",
          "audit.jsonl, audit-follow/, practice worlds, engines/: stops it remembers, looks/ (~/.local/state)"
        ),
      ]))

  private static func row(_ variable: SettingVariable) -> (String, String) { (variable.name, variable.help) }

  private static let topics = HelpTopic(
    name: "topics", summary: "what can be watched",
    text: page(
      "TOPICS",
      "'hean watch TOPIC…' follows them. An event that the engine sends on several topics is shown once. Events of topics "
        + "with numbers are recovered after a broken connection; the others are states, and each replaces the last.",
      rows: Topic.allCases.filter { !$0.neverSends }.map {
        ($0.rawValue, $0.summary + ($0.hasNumbers ? "" : " (no numbers)"))
      } + [("others", "never sent: " + Topic.allCases.filter(\.neverSends).map(\.rawValue).joined(separator: ", "))]))

  private static let conditions = HelpTopic(
    name: "conditions", summary: "what 'wait --for' and '--until' understand",
    text: page(
      "CONDITIONS",
      """
      A name and a comparison (== != < <= > >=), or a name that is true or false; with && || ! and parentheses. Words \
      are compared without regard to case. Each look reads the engine over REST; events only make it look sooner. What \
      is not known, because it was not answered or the engine does not run, never counts as met. SYMBOL may be short \
      (btc), ID a unique beginning; one that the engine does not know ends the wait with exit 66.
      Examples: equity<9000    position.btc.closed    engine.state==RUNNING && risk.state!=NORMAL
      """,
      rows: ConditionName.catalogue.map { ($0.name, $0.meaning) }))

  private static let output = HelpTopic(
    name: "output", summary: "formats, and every field of every command",
    text: page(
      "OUTPUT",
      """
      -o table is for people and may change. json, ndjson and csv are for programs: fields are added, never renamed; a \
      change of meaning raises the number of the schema.
      json: one object with schema, source (profile, url, mode, engine_state), as_of, age_seconds and data; warnings \
      when something is missing. age_seconds is the age of the oldest price behind the figures, null when not known. \
      Keys are sorted; on a terminal it is indented.
      ndjson: a line a record, each with schema, as_of and mode.
      csv: a header and a line a record, then mode and as_of unless --fields was given. An empty cell is a missing \
      figure. Text that a spreadsheet would take for a formula gets a leading '.
      Money and sizes keep every digit the engine sent; tables shorten them. Percentages are 0 to 100 unless a field \
      says fraction. Missing is null, never 0.
      watch: a record a line. kind is event, with topic, type, seq, origin (live, snapshot, recovered, polled), \
      received and event, the engine's own record; or hean.connected, stale, fresh, reconnected, gap, polling, \
      dropped, state, mode, error, end, with at and words. Each has the mode. A stream without hean.end was cut off.
      mode: practice, practice_exchange (with a simulated exchange), rehearsal (practice, shown as mainnet), dry_run, \
      paper_fallback, testnet, mainnet or unknown.
      --fields a,b keeps only those fields, in that order in csv and tables. --sort a, or a:desc, sorts the rows of a \
      list by any of its fields; rows whose value is missing come last. Both also take the title of a column as a screen \
      shows it, in any case: --sort 'pnl %:desc'. What is written has the names listed here.
      --redact hides amounts of money, sizes, quantities and equity, in sentences too; percentages, prices of the \
      market, counts, states, names and times stay. Data then has the text **** in place of a hidden number and redacted \
      is true; null still means not known. Screens have ••••. Whatever is not known to be no amount is hidden. A page \
      (report --html) and pnl snapshot refuse it. What was typed stays in the shell's own history and screen.
      """, rows: [])
      + OutputCatalogue.all.map { entry in
        "\n\(entry.command)  \(entry.document.schema)\n"
          + HelpRenderer.columns(entry.document.fields.map { ($0.name, $0.meaning) }).joined(separator: "\n") + "\n"
      }.joined())

  private static let reasons = HelpTopic(
    name: ReasonPages.name, summary: "the engine's reason codes", text: ReasonPages.all)

  private static let time = HelpTopic(
    name: "time", summary: "time zones, ages, spans",
    text: page(
      "TIME",
      """
      Data formats write RFC 3339 in UTC with six digits of a second. Tables show the zone of --tz (an IANA name \
      or 'local'; UTC by default) and always name it.
      The engine writes most of its times without a zone; they are UTC and read as such.
      as_of is when the answer arrived. age_seconds is the age of the oldest price that it uses. --max-age 5s turns \
      older prices, or prices of unknown age, into exit 4: a verb then sends nothing, and 'wait' does not use the \
      value. Commands that use no prices refuse it.
      Spans on the command line: 500ms, 90s, 5m, 1h30m, 1d; a bare number is seconds. --since also takes a time of the \
      last 24 hours (01:40), a date (2026-11-21) or both ('2026-11-21 01:40'), in the zone of --tz.
      The day of day PnL and of daily limits begins at 00:00 UTC, as in the engine.
      """, rows: []))

  private static let safety = HelpTopic(
    name: "safety", summary: "modes, verbs, secrets, and what hean will not do",
    text: page(
      "SAFETY",
      """
      A verb that changes the engine looks first and refuses what is known to do harm; shows what it would do; asks; \
      sends once, never again after the first byte was sent; looks until the effect is there; and reports what it saw, \
      not what the engine answered. CONFIRMED is exit 0, REFUSED 1, NOT CONFIRMED 4, UNKNOWN (sent, and no answer) 8.
      --dry-run shows and sends nothing, and prints a plan token; --plan TOKEN sends only if what was shown is still \
      so, with prices within 0.5 %, for 10 minutes. --yes answers the question. On mainnet, and where the mode is not \
      known, severe verbs need the profile's name typed, or --confirm NAME; only 'panic --yes' needs no name and waits \
      for no look. Without a terminal and without --yes nothing is sent: exit 2.
      Each call is written to audit.jsonl before it is sent and after; if it cannot be written, it is not sent \
      (--no-audit in an emergency; panic goes ahead).
      Cancel is local: the engine does not pass it on to the exchange. Pause does not stop orders. The engine says \
      'closed' even when the exchange refused. A reset leaves a latch that only a restart clears.
      Every output names the mode: PRACTICE (simulated, no engine), DRY RUN (the engine's paper broker), PAPER \
      FALLBACK (the engine lost the exchange and fills on paper without saying so), TESTNET, MAINNET (real money), \
      UNKNOWN MODE (treat it as real money), MAINNET REHEARSAL (a practice engine that asks to be shown and confirmed \
      like mainnet: 'practice serve --rehearse mainnet'). Practice is used only with --practice or the profile 'practice'.
      A stopped engine sends zeros, NORMAL and empty lists. hean shows them as not known: an empty list from a stopped \
      engine is no proof of being flat.
      'Kill switch clear' needs three endpoints to agree. A hidden latch can block trading after a reset; no endpoint \
      shows it, 'hean why' infers it from decisions.
      The API key comes from a file with mode 0600, standard input ('hean login'), an environment variable or a \
      command, never from the command line. It is not sent over plain http to another machine unless the profile \
      allows it, and never follows a redirect to another host. It appears in no trace and no error.
      Text from the engine is stripped of control characters before a terminal sees it.
      """, rows: []))

  private static func page(_ title: String, _ prose: String, rows: [(String, String)]) -> String {
    var lines = [title, ""] + HelpRenderer.wrap(prose, indent: 0)
    if !rows.isEmpty { lines += [""] + HelpRenderer.columns(rows) }
    return lines.joined(separator: "\n") + "\n"
  }
}
