import HeanCore

enum ThemeCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "theme", aliases: ["themes"], summary: "Colours of screens, and whether they can be read",
    discussion: """
      A theme is chosen by --theme, HEAN_THEME or the profile (hean profile add NAME --theme THEME). It gives a colour to \
      what text means: pnl.profit, risk.hardStop, text.faint. Colour only repeats what words and signs say.

      Each theme is made for one background, which hean does not paint. A terminal that tells 24 bits (COLORTERM) gets \
      its colours, one of 256 (TERM) the nearest in OKLab, any other the nearest of sixteen by CIEDE2000; the theme hean \
      has sixteen of its own, for dark and light terminals alike.
      """,
    examples: [
      Example("hean theme", "all themes, with a sample"),
      Example("hean theme show colour-blind", "its colours, and rows in them"),
      Example("hean theme show --against-seed", "which colours of the designs could not stay as they were, and why"),
      Example("hean theme check", "contrast, and up against down for each kind of vision"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Show.self, Check.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  static let themes = Operand(
    "NAME", each: .choice(ThemeName.self), isRequired: false,
    help: "theme: \(ThemeName.allCases.map(\.rawValue).joined(separator: ", "))")

  struct List: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.console, "themes", ThemeFields.all(inUse: .hean))] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List themes",
      examples: [Example("hean theme list", "every theme; * marks the one in use")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let inUse = session.settings.theme.value
      var report = session.localReport("themes")
      report.holdsAmounts = false
      report.payload = .list(ThemeFields.all(inUse: inUse), ThemeName.allCases.map(\.theme))
      report.screen.picture(holdsAmounts: false) { palette, _ in
        [palette.paint("  NAME                  MADE FOR  SAMPLE", as: .faint)]
          + ThemeName.allCases.map { ThemeSample.line($0.theme, isInUse: $0 == inUse, palette.depth) }
      }
      report.screen.hint(.command(.themeShow, inUse.rawValue))
      return .report(report)
    }
  }

  struct Show: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [
        OutputDocument(.console, "theme", ThemeFields.tokens(ThemeName.hean.theme)),
        OutputDocument(.console, "theme_seed", SeedFields.all),
      ]
    }
    static let againstSeed = Flag(
      "against-seed",
      help: "each colour of the design that had to move, by how much and why; without NAME of all themes")
    static let spec = CommandSpec(
      name: "show", summary: "The colours of a theme, and rows in them",
      examples: [
        Example("hean theme show hean-light", "whatever theme is in use"),
        Example("hean theme show ios-light --against-seed", "what became of the colours of its design"),
      ], options: [againstSeed], operands: [themes])

    var names: [ThemeName]
    var isAgainstSeed: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      names = try line[themes]
      isAgainstSeed = line[Self.againstSeed]
      guard names.count > 1 else { return }
      throw .contradiction("one theme is shown at a time", nextStep: "name one of them")
    }

    func run(_ session: Session) async throws -> Output {
      if isAgainstSeed { return .report(seeds(session)) }
      let theme = (names.first ?? session.settings.theme.value).theme
      var report = session.localReport("theme")
      report.holdsAmounts = false
      report.theme = theme
      let fields = ThemeFields.tokens(theme)
      report.payload = .list(fields, Token.allCases)
      report.screen.line(Cell("\(theme.name.rawValue): \(theme.summary)", .strong))
      report.screen.line(
        Cell("made for a \(theme.isDark ? "dark" : "light") background, \(theme.background.hex)", .faint))
      report.screen.blank()
      report.screen.table(Table(fields: fields, rows: Token.allCases))
      report.screen.blank()
      report.screen.sample()
      report.screen.hint(.command(.themeCheck, theme.name.rawValue))
      return .report(report)
    }

    private func seeds(_ session: Session) -> Report {
      var report = session.localReport("theme_seed")
      report.holdsAmounts = false
      let colours = names.isEmpty ? SeedColour.all : names.flatMap(SeedColour.all(of:))
      report.payload = .list(SeedFields.all, colours)
      let moved = colours.filter { !$0.isExact }
      if !moved.isEmpty {
        report.screen.table(Table(fields: SeedFields.all, rows: moved))
        report.screen.blank()
      }
      if colours.isEmpty {
        report.screen.line(Cell("\(names.first?.rawValue ?? "?") was made from no design: nothing had to move."))
      } else {
        report.screen.line(
          Cell(
            "\(colours.count - moved.count) of \(Figures.counted(colours.count, "colour")) are exactly those of the design."
          ))
      }
      return report
    }
  }

  struct Check: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.console, "theme_check", ThemeFields.checks)] }
    static let spec = CommandSpec(
      name: "check", summary: "Whether the colours of a theme can be read and told apart",
      discussion: """
        Contrast of every token with the background of the theme, by WCAG 2, is at least 4.5, and 7 in high-contrast and high-contrast-light; that of APCA is told. In colour-blind and \
        colour-blind-light, up and down differ by a CIEDE2000 of at least 50 for normal vision, protanopia, deuteranopia \
        and tritanopia (Machado and others 2009, severity 1); for the other themes that is told and need not hold. STATES: \
        each state of the risk governor and the next differ by at least 10, for normal vision. All \
        for 24 bits and for 256 colours; sixteen look different on every terminal. Exit code 3: something fails.
        """,
      examples: [
        Example("hean theme check", "all themes, one line each"),
        Example("hean theme check colour-blind --json", "every figure"),
      ], operands: [themes])

    var names: [ThemeName]

    init(_ line: ParsedLine) throws(UsageError) { names = try line[themes] }

    func run(_ session: Session) async throws -> Output {
      let themes = (names.isEmpty ? ThemeName.allCases : names).map(\.theme)
      let checks = themes.flatMap(ThemeCheck.all)
      var report = session.localReport("theme_check")
      report.holdsAmounts = false
      report.payload = .list(ThemeFields.checks, checks)
      if names.count == 1 {
        report.screen.table(Table(fields: ThemeFields.checks, rows: checks))
      } else {
        let rows = themes.map { theme in ThemeVerdict(theme, checks.filter { $0.theme == theme.name }) }
        report.screen.table(Table(fields: ThemeFields.verdicts, rows: rows))
      }
      report.screen.blank()
      report.conclude(checks)
      return .report(report)
    }
  }
}

extension Report {
  /// Ends with what failed, and with its exit code.
  mutating func conclude(_ checks: [ThemeCheck]) {
    let failed = checks.filter { !$0.isMet }
    guard !failed.isEmpty else {
      return screen.line(Cell("\(Figures.counted(checks.count, "check")), all hold.", .good))
    }
    exit = .conditionFalse
    for check in failed {
      let least = check.least.map { Figures.text(Decimal(shown: $0), places: 1) } ?? "?"
      screen.line(
        Cell(
          "\(check.theme.rawValue): \(check.kind.rawValue) of \(check.what) is "
            + "\(Figures.text(Decimal(shown: check.value), places: 2)), below \(least) "
            + "(\(check.depth.rawValue), \(check.vision.rawValue))", .bad))
    }
  }
}
