import HeanCore

/// `hean help TOPIC`.
struct HelpTopic: Sendable {
  var name: String
  var summary: String
  /// Made only when it is shown: every start builds the table of commands, which contains the topics.
  private var make: @Sendable () -> HelpPage
  /// What is shown in place of the page.
  private var whole: (@Sendable () -> String)?

  var page: HelpPage { make() }
  var text: String { whole?() ?? page.text }

  private init(name: String, summary: String, page: @escaping @Sendable @autoclosure () -> HelpPage) {
    self.name = name
    self.summary = summary
    make = page
  }

  /// A text that has no such parts.
  private init(name: String, summary: String, text: @escaping @Sendable @autoclosure () -> String) {
    self.init(name: name, summary: summary, page: HelpPage(title: "", prose: ""))
    whole = text
  }

  static let all: [HelpTopic] = [
    commands, options, exitCodes, environment, output, reasons, time, safety, topics, conditions,
  ]

  private static let renderer = HelpRenderer(globals: GlobalOptions.all)
  private static let commands = HelpTopic(
    name: "commands", summary: "every command, by what it is for",
    text: renderer.commands(HelpGroups.all(CommandTable.root), topics: all.map { ($0.name, $0.summary) }))
  private static let options = HelpTopic(
    name: "options", summary: "the options of every command", text: renderer.options())

  static let exitCodes = HelpTopic(
    name: "exit-codes", summary: "how a script learns what happened",
    page: HelpPage(
      title: "EXIT CODES",
      prose:
        "With --json or -o ndjson a failure is also an object on standard error: error.code (the name below), message, "
        + "next_step, retryable. Standard output is then empty, unless a verb sent something: then its document is "
        + "there, except when a signal ended the run. A list that is not known, for example of a stopped engine, is not "
        + "written as an empty one: its data is null. Other messages on standard error are objects with note. "
        + "The check for monitoring systems (hean check) ends with the codes of plugins: 0 OK, 1 WARNING, 2 CRITICAL, 3 "
        + "UNKNOWN, and no other. 'hean doctor' ends with the code of the first check that failed, as a command would that "
        + "meets the same, and with 0 when none failed.",
      rows: ExitCode.allCases.map { ("\(padded("\($0.rawValue)", to: 3, leading: true))  \($0.name)", $0.meaning) }))

  static let environment = HelpTopic(
    name: "environment", summary: "variables and files",
    page: HelpPage(
      title: "ENVIRONMENT",
      prose:
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
        ("PAGER, LESS", "pager where HEAN_PAGER names none; LESS is FRX unless it is set"),
        ("VISUAL, EDITOR", "the editor of 'hean profile edit'"),
        row(Settings.certificatesVariable),
        ("http_proxy, https_proxy", "proxy for engines that are not on this machine; asked for a tunnel (CONNECT)"),
        ("all_proxy", "the same for both; ALL_PROXY and HTTPS_PROXY are read too, HTTP_PROXY is not"),
        ("no_proxy, NO_PROXY", "hosts that go without the proxy, as libcurl reads it; * is all"),
        ("XDG_CONFIG_HOME/hean", "config.json, watchlists.json, and keys/ with mode 0600 (~/.config)"),
        (
          "XDG_STATE_HOME/hean",
          "audit.jsonl, audit-follow/, practice worlds, engines/: stops it remembers, looks/, assistants/ (~/.local/state)"
        ),
      ]))

  private static func row(_ variable: SettingVariable) -> (String, String) { (variable.name, variable.help) }

  private static let topics = HelpTopic(
    name: "topics", summary: "what can be watched",
    page: HelpPage(
      title: "TOPICS",
      prose:
        "'hean watch TOPIC…' follows them. An event that the engine sends on several topics is shown once. Events of topics "
        + "with numbers are recovered after a broken connection; the others are states, and each replaces the last.",
      rows: Topic.allCases.filter { !$0.neverSends }.map {
        ($0.rawValue, $0.summary + ($0.hasNumbers ? "" : " (no numbers)"))
      } + [("others", "never sent: " + Topic.allCases.filter(\.neverSends).map(\.rawValue).joined(separator: ", "))]))

  static let conditions = HelpTopic(
    name: "conditions", summary: "what 'wait --for' and '--until' understand",
    page: HelpPage(
      title: "CONDITIONS",
      prose:
        """
        A name and a comparison (== != < <= > >=), or a name that is true or false; with && || ! and parentheses. Words \
        are compared without regard to case. Each look reads the engine over REST; events only make it look sooner. What \
        is not known, because it was not answered or the engine does not run, never counts as met. SYMBOL may be short \
        (btc), ID a unique beginning; one that the engine does not know ends the wait with exit 66.
        Examples: equity<9000    position.btc.closed    engine.state==RUNNING && risk.state!=NORMAL
        """,
      rows: ConditionName.catalogue.map { ($0.name, $0.meaning) }))

  static let output = HelpTopic(
    name: "output", summary: "formats; with a command every field of it",
    page: HelpPage(
      title: "OUTPUT",
      prose:
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
        list by any of its fields, and a,b:desc by several; --sort=-a is a:desc. Rows whose value is missing come last. \
        Both also take the title of a column as a screen shows it, in any case: --sort 'pnl %:desc'. What is written has \
        the names listed here.
        --jq EXPR gives the JSON to the jq of this machine and writes what that makes of it, a text without its quotes, as \
        gh does; of a stream line by line. jq 1.6 reads numbers as floating point, so figures of more than 17 digits lose \
        some. Errors are not filtered.
        An option that takes one value is given once: a second one that differs is a mistake, and neither is used. Options \
        that collect values say repeatable.
        On a terminal, what is taller than it goes through PAGER (less, with LESS=FRX unless LESS is set): never what \
        changes the engine, what goes on, what asks, an error or data. HEAN_PAGER, or pager of a profile, names another; \
        --no-pager, cat or an empty one means none.
        --redact hides amounts of money, sizes, quantities and equity, in sentences too; percentages, prices of the \
        market, counts, states, names and times stay. Data then has the text **** in place of a hidden number and redacted \
        is true; null still means not known. Screens have ••••. Whatever is not known to be no amount is hidden. A page \
        (report --html) and pnl snapshot refuse it. What was typed stays in the shell's own history and screen.
        These commands write the documents below. The fields of one: hean help output positions, or hean explain \
        positions.unrealized_pnl; as JSON Schema: hean schema positions.
        """, rows: OutputCatalogue.all.map { ($0.command, $0.document.schema) }))

  private static let reasons = HelpTopic(
    name: ReasonPages.name, summary: "the engine's reason codes", text: ReasonPages.all)

  private static let time = HelpTopic(
    name: "time", summary: "time zones, ages, spans",
    page: HelpPage(
      title: "TIME",
      prose:
        """
        Data formats write RFC 3339 in UTC with six digits of a second. Tables show the zone of --tz (an IANA name \
        or 'local'; UTC by default) and always name it.
        The engine writes most of its times without a zone; they are UTC and read as such.
        as_of is when the answer arrived. age_seconds is the age of the oldest price that it uses. --max-age 5s turns \
        older prices, or prices of unknown age, into exit 4: a verb then sends nothing, and 'wait' does not use the \
        value. Commands that use no prices refuse it.
        Spans on the command line (--for, --timeout, --interval and others): 500ms, 90s, 5m, 1h30m, 1d, 2w; a bare number \
        is seconds. Times of the past (--since, --until, --at) are a span back from now (2h, -7d, '2h ago'), a time of the \
        last 24 hours (01:40), a date (2026-11-21), both ('2026-11-21 01:40'), now, today, yesterday, or the latest day \
        of a name (monday, sun), with a time or without ('monday 09:00'); --day takes those that are whole days. All are \
        read in the zone of --tz. A day is where it begins: --until today leaves today out. A time that the clocks skip \
        is the first moment after it; of one that they show twice, --since means the first and --until the second.
        The day of day PnL and of daily limits begins at 00:00 UTC, as in the engine.
        """, rows: []))

  private static let safety = HelpTopic(
    name: "safety", summary: "modes, verbs, secrets, and what hean will not do",
    page: HelpPage(
      title: "SAFETY",
      prose:
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
}
