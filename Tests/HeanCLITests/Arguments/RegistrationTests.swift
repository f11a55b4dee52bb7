import Foundation
import Testing

@testable import HeanConsole

/// Every command that is written is in the tree of commands, once.
struct RegistrationTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/hean-cli")

  /// Names of the types that are declared as commands, as often as they are.
  private func declared() throws -> [String] {
    let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    var names: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?:struct|enum) (\w+): (?:\w+, )*(\w*Command|CommandGroup)(?:, \w+)* \{/) {
        names.append(String(match.output.1))
      }
    }
    return names.sorted()
  }

  private func registered(_ type: any CommandDeclaration.Type) -> [any CommandDeclaration.Type] {
    [type] + type.subcommands.flatMap(registered)
  }

  @Test func `none is missing and none stands twice`() throws {
    let types = registered(CommandTable.self)
    #expect(Set(types.map { ObjectIdentifier($0) }).count == types.count, "one stands twice")
    #expect(try declared() == types.map { "\($0)" }.sorted())
  }

  @Test func `what is meant when none is named is one of the group`() {
    for type in registered(CommandTable.self) {
      guard let fallback = type.defaultSubcommand else { continue }
      #expect(type.subcommands.contains { ObjectIdentifier($0) == ObjectIdentifier(fallback) }, "\(type)")
    }
  }

  @Test func `no two documents have one schema, and every command that reads an engine tells its fields`() {
    let schemas = OutputCatalogue.all.map(\.document.schema)
    #expect(Set(schemas).count == schemas.count)
    // A stream's records are in the text of the page, and a snapshot has a format of its own.
    let others = [
      "pnl snapshot", "live", "watch", "signals watch", "decisions watch", "events watch", "exporter", "mcp",
    ]
    for entry in CommandTable.entries where entry.type.scope == .engine {
      #expect(entry.type.documents.isEmpty == others.contains(entry.path.joined(separator: " ")), "\(entry.path)")
    }
  }

  @Test func `an offered command line that talks to an engine carries the flags that chose it`() {
    let carrying = [
      "status", "fleet", "live", "changes", "why", "reconcile", "trace", "funnel", "ask", "positions", "orders",
      "strategies",
      "risk",
      "engine", "config",
      "panic", "watch", "wait", "signals", "decisions", "events", "account", "pnl", "health", "check", "doctor", "api",
      "settings",
      "guard", "record", "exporter", "mcp", "service", "market", "chart", "book", "trades", "portfolio", "analytics",
      "report",
      "explain",
      "practice reset", "exchange",
    ]
    func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
    for line in carrying {
      #expect(CommandTable.carriedFlags(words(line)) == .all, "\(line)")
      #expect(CommandTable.carriedFlags(words(line) + ["and", "more"]) == .all, "\(line)")
    }
    let groups = CommandTable.root.subcommands.map(\.name).filter { !carrying.contains($0) }
    for line in groups + ["practice", "practice serve", "nothing", ""] {
      #expect(CommandTable.carriedFlags(words(line)) == (line == "login" ? .profile : .none), "\(line)")
    }
  }

  @Test func `prices play a part where an answer or a preview rests on them`() {
    let heeding = CommandTable.entries.filter { $0.type.prices == .heeded }.map { $0.path.joined(separator: " ") }
    #expect(
      Set(heeding) == [
        "status", "fleet", "why", "ask", "account", "portfolio", "pnl snapshot", "health", "settings", "wait",
        "chart", "book", "market ticker", "market show", "market candles", "market symbols", "market heatmap",
        "watchlist show",
        "positions list",
        "positions show", "positions protect",
        "orders list", "orders show", "strategies list", "strategies show", "strategies compare", "risk status",
        "risk what-if", "risk limits show", "risk governor show", "risk killswitch show",
        "signals list", "decisions list", "events list",
        "positions close", "positions close-all", "orders place", "orders test-roundtrip",
      ])
  }
}
