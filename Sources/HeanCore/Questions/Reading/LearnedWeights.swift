/// Reads the weights of `LearnedIntents` where they stand: six bits a character, in rows of equal length, of which some stand
/// in a line.
struct LearnedWeights {
  /// Characters before the weights of a row: those of its key.
  private let lead: Int
  private let text: String

  /// For each feature, its weight for each hidden unit.
  static let inward = LearnedWeights(text: LearnedIntents.inward, lead: 4)
  /// For each intent, the weight of each hidden unit.
  static let outward = LearnedWeights(text: LearnedIntents.outward, lead: 0)

  private init(text: String, lead: Int) { (self.text, self.lead) = (text, lead) }

  /// Characters of a row.
  private var width: Int { lead + LearnedIntents.units }

  /// Adds the weights of a row to as many sums, each times its factor and the same value.
  func add(_ row: Int, times value: Double, _ factors: [Double], to sums: inout [Double]) {
    let utf8 = text.utf8
    let bytes = utf8.span
    let start = place(row) + lead
    for unit in sums.indices { sums[unit] += value * factors[unit] * Double(Self.digit(bytes[start + unit]) - 32) }
  }

  /// The sum of the weights of a row, each times its factor.
  func sum(_ row: Int, times factors: [Double]) -> Double {
    let utf8 = text.utf8
    let bytes = utf8.span
    let start = place(row) + lead
    var sum = 0.0
    for unit in factors.indices { sum += factors[unit] * Double(Self.digit(bytes[start + unit]) - 32) }
    return sum
  }

  /// The row of a feature; `nil` when no example has it.
  func row(of key: UInt32) -> Int? {
    let utf8 = text.utf8
    let bytes = utf8.span
    var (low, high) = (0, LearnedIntents.features)
    while low < high {
      let middle = (low + high) / 2
      let start = place(middle)
      var found: UInt32 = 0
      for at in start..<(start + lead) { found = found << 6 | UInt32(Self.digit(bytes[at])) }
      if found == key { return middle }
      if found < key { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func place(_ row: Int) -> Int { row * width + row / LearnedIntents.perLine }

  /// `0` and the characters after it, but for the backslash, for which `p` stands.
  private static func digit(_ byte: UInt8) -> Int {
    byte == UInt8(ascii: "p") ? Int(UInt8(ascii: "\\") - UInt8(ascii: "0")) : Int(byte) - Int(UInt8(ascii: "0"))
  }
}
