/// Asks a terminal once whether it takes the marks of a frame (mode 2026). What a terminal is (DA1) is asked as well: every
/// terminal answers that, so its answer ends the wait for the other. It has no clock and no terminal.
struct TerminalQuestion: Sendable {
  static let bytes = "\u{1B}[?2026$p\u{1B}[c"
  /// The longest wait, in milliseconds: then it is a terminal that answers nothing, or far away.
  static let patience: Int32 = 200
  /// No answer is longer.
  private static let longest = 64

  /// `nil` as long as the terminal has not told it, which for some is always.
  private(set) var isSynchronized: Bool?
  /// What it calls itself in answer to DA1, as `?62;22c`; `nil` as long as it has not answered.
  private(set) var attributes: String?
  /// Whether nothing more will come.
  private(set) var isDone = false
  /// What may be the beginning of an answer.
  private var held: [UInt8] = []

  /// Takes what a terminal sent.
  /// - Returns: what of it is no part of an answer: keys.
  mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    var keys: [UInt8] = []
    for byte in bytes {
      guard !isDone else {
        keys.append(byte)
        continue
      }
      held.append(byte)
      switch step() {
      case .open: continue
      case .answer: held = []
      case .other:
        // A key may be followed by an answer.
        if byte == Self.escape, held.count > 1 {
          keys += held.dropLast()
          held = [byte]
        } else {
          keys += held
          held = []
        }
      }
    }
    return keys
  }

  /// The time is over.
  /// - Returns: what was taken for the beginning of an answer, and is keys.
  mutating func giveUp() -> [UInt8] {
    isDone = true
    defer { held = [] }
    return held
  }

  private static let escape: UInt8 = 0x1B
  private static let beginning = Array("\u{1B}[?".utf8)

  private enum Step { case open, answer, other }

  private mutating func step() -> Step {
    guard held.count > Self.beginning.count else { return Self.beginning.starts(with: held) ? .open : .other }
    guard held.starts(with: Self.beginning), held.count <= Self.longest, let last = held.last else { return .other }
    let body = held[Self.beginning.count..<held.count - 1]
    switch last {
    case 0x20...0x3F: return .open
    case UInt8(ascii: "c"):
      isDone = true
      attributes = "?\(String(decoding: body, as: UTF8.self))c"
    case UInt8(ascii: "y") where body.starts(with: "2026;".utf8):
      // 1 and 2: it is on or off; 3: always on. 0 and 4: not known, or always off.
      isSynchronized = body.dropFirst(5).first.map { (UInt8(ascii: "1")...UInt8(ascii: "3")).contains($0) }
    case UInt8(ascii: "y"): break
    default: return .other
    }
    return .answer
  }
}
