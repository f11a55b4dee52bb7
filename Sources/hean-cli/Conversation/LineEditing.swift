/// Edits one line after another: bytes of a terminal in, actions out. It has no clock and no terminal.
///
/// Call `append` with the bytes that were read, then `next` until it returns `nil`, and do each action before the next
/// call: at `.redraw` the line is as it was when that action was due, even if more was typed since.
struct LineEditing: Sendable {
  enum Action: Sendable, Equatable {
    /// The line or its cursor has changed: write `drawing(prompt:columns:)`.
    case redraw
    /// The screen is to be cleared before the line is drawn again: write `clearingScreen` first.
    case clearScreen
    /// Enter. The line is as typed, possibly empty. The editor has an empty line now; begin a new row.
    case submit(String)
    /// Ctrl-C on a line that was not empty. The editor has an empty line now; begin a new row.
    case cancel
    /// Ctrl-C or Ctrl-D on an empty line.
    case endOfInput
    /// What was typed or pasted is not in the line, because the line is full.
    case bell
  }

  /// The most characters that a line can have. Each scalar of Unicode counts: otherwise one letter with endless accents
  /// would be a short line.
  static let maximumLength = 2_000
  /// The most lines that are remembered.
  static let maximumHistory = 1_000

  /// The line that is edited. It has no control characters, and nothing that changes the direction of text.
  private(set) var text = ""
  /// The place of the cursor in bytes of UTF-8, always between two characters that a person would count. An index would
  /// not survive a change of the text.
  private var offset = 0

  private var history: [String] = []
  /// Which line of the history is shown; the line after the last is the new one.
  private var place = 0
  /// Lines that were left with Up or Down, as they were then: the half-typed new line, and edited ones of the history.
  private var left: [Int: String] = [:]

  private var keys = PressedKeys()
  private var unread: ArraySlice<UInt8> = []
  private var isChanged = false
  private var isRefused = false
  private var decision: Action?

  /// - Parameter history: earlier lines, the oldest first. Blank ones are left out, and so is a repetition of the line
  ///   before; those that are too long are cut.
  init(history: [String] = []) {
    for line in history.suffix(Self.maximumHistory) {
      remember(String(String.UnicodeScalarView(sanitized(line).unicodeScalars.prefix(Self.maximumLength))))
    }
    place = self.history.count
  }

  /// The cursor; the character at this index is under it.
  var cursor: String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }

  /// Whether an escape sequence has begun and nothing came after it. If nothing comes for a while, call `settle`.
  var isMidSequence: Bool { unread.isEmpty && keys.isMidSequence }

  /// An escape sequence that has begun does not go on: it was the ESC key alone, which does nothing. Without this call
  /// the next character would be read as the rest of it.
  mutating func settle() { if isMidSequence { _ = keys.settle() } }

  /// Forgets what was typed ahead of the actions taken so far, and a paste or a sequence that has no end yet. The line
  /// stays.
  mutating func discardUnread() {
    unread = []
    keys = PressedKeys()
    decision = nil
  }

  mutating func append(_ bytes: some Sequence<UInt8>) { unread.append(contentsOf: bytes) }

  /// The next action, or `nil` when more bytes are needed. Changes that come together are drawn once.
  mutating func next() -> Action? {
    while decision == nil, let byte = unread.popFirst() {
      if let key = keys.take(byte) { press(key) }
    }
    if isChanged {
      isChanged = false
      return .redraw
    }
    if isRefused {
      isRefused = false
      return .bell
    }
    guard let action = decision else { return nil }
    decision = nil
    switch action {
    case .submit(let line):
      remember(line)
      startOver()
    case .cancel: startOver()
    case .redraw, .clearScreen, .endOfInput, .bell: break
    }
    return action
  }

  /// Takes a key that was read by somebody else; `next` returns what it leads to.
  mutating func press(_ key: PressedKey) {
    switch key {
    case .character(let scalar): insert(scalar)
    case .enter: decision = .submit(text)
    case .interrupt: decision = text.isEmpty ? .endOfInput : .cancel
    case .deleteOrEnd where text.isEmpty: decision = .endOfInput
    case .clear: decision = .clearScreen
    case .left: move(to: before(cursor))
    case .right: move(to: after(cursor))
    case .wordLeft: move(to: startOfWord { $0.isLetter || $0.isNumber })
    case .wordRight: move(to: endOfWord())
    case .home: move(to: text.startIndex)
    case .end: move(to: text.endIndex)
    case .backspace: remove(before(cursor)..<cursor)
    case .delete, .deleteOrEnd: remove(cursor..<after(cursor))
    // A word is what stands between spaces here, as in shells: a symbol or a time goes whole.
    case .deleteWord: remove(startOfWord { !$0.isWhitespace }..<cursor)
    case .deleteToStart: remove(text.startIndex..<cursor)
    case .deleteToEnd: remove(cursor..<text.endIndex)
    case .earlier: show(place - 1)
    case .later: show(place + 1)
    // They are for a screen; pasted text is edited as if it was typed.
    case .escape, .tab, .backTab, .pageUp, .pageDown, .suspend, .function, .pasteBegins, .pasteEnds: break
    }
  }
}

// MARK: - The line

extension LineEditing {
  private func before(_ index: String.Index) -> String.Index {
    index > text.startIndex ? text.index(before: index) : index
  }

  private func after(_ index: String.Index) -> String.Index {
    index < text.endIndex ? text.index(after: index) : index
  }

  private func startOfWord(_ isOfWord: (Character) -> Bool) -> String.Index {
    let gap = text[..<cursor].lastIndex(where: isOfWord)
    return gap.flatMap { last in text[..<last].lastIndex { !isOfWord($0) } }.map { text.index(after: $0) }
      ?? text.startIndex
  }

  private func endOfWord() -> String.Index {
    let word = text[cursor...].drop { !$0.isLetter && !$0.isNumber }
    return word.firstIndex { !$0.isLetter && !$0.isNumber } ?? text.endIndex
  }

  /// Inserts text as if it had been typed.
  mutating func insert(_ text: String) { for scalar in text.unicodeScalars { insert(scalar) } }

  private mutating func insert(_ scalar: Unicode.Scalar) {
    let piece = sanitized(String(scalar))
    guard !piece.isEmpty else { return }
    // No text has more scalars than bytes, and bytes need not be counted.
    guard text.utf8.count < Self.maximumLength || text.unicodeScalars.count < Self.maximumLength else {
      isRefused = true
      return
    }
    text.insert(contentsOf: piece, at: cursor)
    offset += piece.utf8.count
    alignCursor()
    isChanged = true
  }

  private mutating func remove(_ range: Range<String.Index>) {
    guard !range.isEmpty else { return }
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    text.removeSubrange(range)
    offset = start
    alignCursor()
    isChanged = true
  }

  /// What was inserted or removed can join the characters beside it to one, as an accent does. The cursor goes behind
  /// that one.
  private mutating func alignCursor() {
    guard String.Index(cursor, within: text) == nil else { return }
    offset = text.utf8.distance(from: text.startIndex, to: text.index(after: cursor))
  }

  private mutating func move(to index: String.Index) {
    guard index != cursor else { return }
    offset = text.utf8.distance(from: text.startIndex, to: index)
    isChanged = true
  }
}

// MARK: - The history

extension LineEditing {
  private mutating func show(_ other: Int) {
    guard (0...history.count).contains(other) else { return }
    left[place] = text
    place = other
    text = left[other] ?? (other < history.count ? history[other] : "")
    offset = text.utf8.count
    isChanged = true
  }

  private mutating func remember(_ line: String) {
    guard line != history.last, !line.allSatisfy(\.isWhitespace) else { return }
    history.append(line)
    if history.count > Self.maximumHistory { history.removeFirst() }
  }

  private mutating func startOver() {
    text = ""
    offset = 0
    left = [:]
    place = history.count
  }
}
