import HeanCore

/// Which key leads to which action: the table, with the keys that a profile has changed.
struct KeyMap: Sendable {
  private var actions: [String: KeyAction] = [:]
  private var shown: [KeyAction: [String]] = [:]

  /// Those that a profile cannot change: the way out, to the shell, a repaint, and what answers.
  private static let fixed: Set<String> = KeyName.reserved.union(["ctrl-c", "ctrl-z", "ctrl-l"])

  /// The keys of the table.
  init() { self.init(KeyAction.table.map { ($0.action, $0.keys) }) }

  /// - Parameter text: the keys of a profile: `close=d,quit=Q`.
  /// - Throws: for a text that names no action or no key, and for a key that has another meaning.
  init(changedBy text: String) throws(KeyBindings.Problem) {
    let free = KeyAction.table.filter { row in row.keys.first.map { !Self.fixed.contains($0) } ?? false }
    let defaults = Dictionary(uniqueKeysWithValues: free.map { ($0.action.rawValue, $0.keys[0]) })
    let keys = try KeyBindings.table(text, defaults: defaults)
    self.init(
      KeyAction.table.map { row in
        guard let key = keys[row.action.rawValue], key != row.keys[0] else { return (row.action, row.keys) }
        return (row.action, [key] + row.keys.filter(Self.fixed.contains))
      })
  }

  /// The table of keys, as a profile wants it.
  /// - Parameters:
  ///   - text: `nil` for the keys of the table.
  ///   - origin: where the text stands, in words.
  ///   - code: how a text that cannot be used ends.
  /// - Throws: with the names of the actions.
  static func read(
    _ text: String?, from origin: String, orEnd code: ExitCode = .configuration
  ) throws(Failure) -> KeyMap {
    guard let text else { return KeyMap() }
    do throws(KeyBindings.Problem) { return try KeyMap(changedBy: text) } catch {
      throw Failure(
        code, "\(Settings.liveKeys.title) (\(origin)): \(error.message)",
        nextStep: "names: \(KeyAction.table.map(\.action.rawValue).joined(separator: ", "))")
    }
  }

  private init(_ table: [(action: KeyAction, keys: [String])]) {
    // A first key wins over what is only another action's second one.
    for (action, keys) in table { if let key = keys.first { actions[key] = action } }
    for (action, keys) in table { for key in keys { actions[key] = actions[key] ?? action } }
    for (action, keys) in table { shown[action] = keys.filter { actions[$0] == action } }
  }

  func action(_ key: PressedKey) -> KeyAction? { key.tableName.flatMap { actions[$0] } }

  /// The first key of an action, as help shows it.
  func name(of action: KeyAction) -> String { shown[action]?.first ?? "" }

  /// The page of keys.
  var help: [String] {
    KeyAction.Group.allCases.flatMap { group -> [String] in
      let rows = KeyAction.table.filter { $0.group == group }.map { row in
        "  " + padded((shown[row.action] ?? []).joined(separator: " "), to: 16) + " " + row.words
      }
      return [group.rawValue] + rows + [""]
    }
  }
}

extension PressedKey {
  /// The name in the table of keys, also of keys that mean the same everywhere.
  fileprivate var tableName: String? {
    switch self {
    case .enter: "enter"
    case .escape: "escape"
    case .interrupt: "ctrl-c"
    case .clear: "ctrl-l"
    case .suspend: "ctrl-z"
    default: name
    }
  }
}
