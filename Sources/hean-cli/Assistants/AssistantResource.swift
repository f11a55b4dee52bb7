import HeanCore

/// Something to read beside the tools.
struct AssistantResource: Sendable {
  enum Source: Sendable {
    /// Made when it is read.
    case text(@Sendable () -> String)
    /// What a command line writes.
    case command([String])
  }

  var name: String
  var title: String
  var summary: String
  var type: String
  var source: Source
  /// How long (milliseconds) it stays as it is.
  var life: Int

  var address: String { "hean://\(name)" }

  static let json = "application/json"
  private static let fixed = 3_600_000

  static let all = [
    AssistantResource(
      name: "runbook", title: "Runbook", summary: "What to do when: a chapter for each alert, state of risk and gate",
      type: "text/markdown", source: .text({ RunbookText.text }), life: fixed),
    AssistantResource(
      name: "glossary", title: "Glossary", summary: "Terms, and what each means in this engine", type: "text/plain",
      source: .text({ glossary }), life: fixed),
    AssistantResource(
      name: "reason-codes", title: "Reason codes", summary: "Every reason code of the engine, with its meaning",
      type: "text/plain", source: .command(["help", "reasons"]), life: fixed),
    AssistantResource(
      name: "exit-codes", title: "Exit codes", summary: "Names of errors, with their meaning", type: "text/plain",
      source: .command(["help", "exit-codes"]), life: fixed),
    AssistantResource(
      name: "snapshot", title: "Last snapshot",
      summary: "What the engine said last, without asking it; at most a day old",
      type: json, source: .command(["status", "--offline", "--json"]), life: 0),
  ]

  private static var glossary: String {
    let commands = CommandLines()
    return GlossaryTerm.all.map { "\($0.name): \($0.meaning) \(commands($0.here))" }.joined(separator: "\n") + "\n"
  }

  var listed: JSONValue {
    [
      "uri": .string(address), "name": .string(name), "title": .string(title), "description": .string(summary),
      "mimeType": .string(type),
    ]
  }

  func content(_ text: String) -> JSONValue {
    ["uri": .string(address), "mimeType": .string(type), "text": .string(text)]
  }
}

extension AssistantResource: Equatable {
  static func == (left: AssistantResource, right: AssistantResource) -> Bool { left.name == right.name }
}
