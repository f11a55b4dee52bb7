/// Which of the last numbers were seen. Memory does not grow.
public struct SeqWindow: Sendable {
  public static let size = 4096

  public private(set) var highest: Int?
  private var words = [UInt64](repeating: 0, count: size / 64)

  public init() {}

  /// Whether a number counts as seen: it was, or it is too old to tell.
  public func contains(_ seq: Int) -> Bool {
    guard let highest, seq <= highest else { return false }
    guard seq > highest - Self.size else { return true }
    return words[Self.word(seq)] & Self.bit(seq) != 0
  }

  /// - Returns: whether the number is new.
  public mutating func insert(_ seq: Int) -> Bool {
    guard !contains(seq) else { return false }
    if let highest, seq > highest {
      if seq - highest >= Self.size {
        for place in words.indices { words[place] = 0 }
      } else {
        var next = highest + 1
        while next <= seq {
          words[Self.word(next)] &= ~Self.bit(next)
          next += 1
        }
      }
    }
    highest = max(highest ?? seq, seq)
    words[Self.word(seq)] |= Self.bit(seq)
    return true
  }

  private static func word(_ seq: Int) -> Int { (seq & (size - 1)) >> 6 }
  private static func bit(_ seq: Int) -> UInt64 { 1 << UInt64(seq & 63) }
}
