import HeanCore

/// The commands that assistants get as tools.
enum AssistantTools {
  private static let rows: [(kind: AssistantTool.Kind, path: [String], fixed: [String])] = [
    (.read, ["status"], []), (.read, ["why"], []), (.read, ["changes"], ["--peek"]), (.read, ["reconcile"], []),
    (.read, ["trace"], []), (.read, ["funnel"], []), (.read, ["explain"], []), (.read, ["positions", "list"], []),
    (.read, ["orders", "list"], []), (.read, ["trades", "list"], []), (.read, ["strategies", "list"], []),
    (.read, ["risk", "status"], []), (.read, ["account"], []), (.read, ["analytics", "summary"], []),
    (.read, ["report"], []), (.read, ["audit", "list"], []),
    (.stop, ["panic"], []), (.stop, ["engine", "pause"], []), (.stop, ["strategies", "disable"], []),
    (.stop, ["positions", "close"], []), (.stop, ["risk", "killswitch", "trigger"], []),
    (.verb, ["orders", "cancel"], []), (.verb, ["strategies", "enable"], []), (.verb, ["engine", "resume"], []),
    (.verb, ["risk", "killswitch", "reset"], []),
  ]

  /// In a fixed order: reads, stops, other verbs.
  static func offered(_ verbs: AssistantCatalogue.Verbs, isRedacted: Bool) -> [AssistantTool] {
    let schemas = SchemaCatalogue(isRedacted: isRedacted)
    return rows.filter { row in
      switch row.kind {
      case .read: true
      case .stop: verbs != .none
      case .verb: verbs == .all
      }
    }.compactMap { row in
      guard let type = CommandTable.command(at: row.path) else { return nil }
      let group = CommandTable.root.descendant(row.path.dropLast())
      return AssistantTool(
        row.kind, row.path, fixed: row.fixed, isDefault: group?.defaultSubcommand == row.path.last, spec: type.spec,
        output: { schemas.schema(of: CommandTable.Entry(path: row.path, type: type)) })
    }
  }
}
