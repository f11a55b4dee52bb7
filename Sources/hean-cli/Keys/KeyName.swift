/// Names of keys that can be given another meaning. A key that types a character is that character, but for space and
/// comma, which stand in no list.
enum KeyName {
  static let space = "space"
  static let comma = "comma"
  static let functions = (1...12).map { "f\($0)" }

  /// Those that are no characters.
  static let words =
    [
      space, comma, "tab", "back-tab", "up", "down", "left", "right", "home", "end", "page-up", "page-down",
      "backspace", "delete",
    ]
    + functions

  /// They answer questions and end things everywhere, so they never get another meaning.
  static let reserved: Set<String> = ["enter", "return", "escape", "esc"]
}

extension PressedKey {
  /// The name of the key; `nil` for one that can get no other meaning.
  var name: String? {
    switch self {
    case .character(" "): KeyName.space
    case .character(","): KeyName.comma
    case .character(let scalar): String(scalar)
    case .tab: "tab"
    case .backTab: "back-tab"
    case .earlier: "up"
    case .later: "down"
    case .left: "left"
    case .right: "right"
    case .home: "home"
    case .end: "end"
    case .pageUp: "page-up"
    case .pageDown: "page-down"
    case .backspace: "backspace"
    case .delete: "delete"
    case .function(let number): "f\(number)"
    case .enter, .escape, .interrupt, .deleteOrEnd, .wordLeft, .wordRight, .deleteWord, .deleteToStart, .deleteToEnd,
      .clear, .suspend, .pasteBegins, .pasteEnds:
      nil
    }
  }
}
