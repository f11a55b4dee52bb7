import HeanCore

struct SettingsCommand: QueryCommand {
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] { [OutputDocument(.account, "settings", SettingsFields.all, .object)] }
  static let spec = CommandSpec(
    name: "settings", summary: "What the engine's process was configured with",
    discussion: "Secrets come masked from the engine and are not shown at all. The engine allows 30 reads a minute.",
    examples: [Example("hean settings", "network, limits, symbols")])

  init(_ line: ParsedLine) {}

  func query(_ session: Session) -> SettingsQuery { SettingsQuery() }

  func report(_ answer: SettingsQuery.Answer, _ session: Session) -> Report {
    SettingsView(answer: answer).report(session.viewpoint)
  }
}
