@testable import HeanConsole

/// An editor with somebody who types, and everything it asked for.
struct Typist {
  var editing: LineEditing
  var actions: [LineEditing.Action] = []

  init(history: [String] = []) { editing = LineEditing(history: history) }

  /// In an initializer, because most tests only type once.
  init(_ keys: String, history: [String] = []) {
    self.init(history: history)
    type(keys)
  }

  mutating func type(_ keys: String) { type(bytes: Array(keys.utf8)) }

  mutating func type(bytes: some Sequence<UInt8>) {
    editing.append(bytes)
    while let action = editing.next() { actions.append(action) }
  }

  /// The line, with a bar for the cursor.
  var line: String { "\(editing.text[..<editing.cursor])|\(editing.text[editing.cursor...])" }

  /// The actions that are no drawing.
  var decisions: [LineEditing.Action] { actions.filter { $0 != .redraw && $0 != .bell } }
}

/// What a drawing leaves in the row of a terminal; `nil` when it has control characters besides those of its own
/// sequences.
struct DrawnRow {
  var text: String
  var cursor = 0

  init?(_ drawing: String) {
    let bytes = Array(drawing.utf8)
    let before = Array("\r\u{1B}[K\u{1B}[?7l".utf8)
    let after = Array("\u{1B}[?7h\r".utf8)
    guard let last = bytes.lastIndex(of: 0x0D), last >= before.count + after.count - 1 else { return nil }
    let end = last + 1 - after.count
    guard bytes.starts(with: before), bytes[end...].starts(with: after) else { return nil }
    text = String(decoding: bytes[before.count..<end], as: UTF8.self)
    guard sanitized(text) == text else { return nil }
    let movement = String(decoding: bytes[(last + 1)...], as: UTF8.self)
    guard !movement.isEmpty else { return }
    guard movement.hasPrefix("\u{1B}["), movement.hasSuffix("C"), let columns = Int(movement.dropFirst(2).dropLast()),
      columns > 0
    else { return nil }
    cursor = columns
  }
}
