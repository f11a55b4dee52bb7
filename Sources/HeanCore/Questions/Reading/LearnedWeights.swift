/// Reads weights that were learnt where they stand in a text: six bits a character, in rows of equal length, of which sixteen
/// stand in a line.
struct LearnedWeights {
  private let text: String
  private let rows: Int
  /// Characters before the weights of a row: those of its key.
  private let lead: Int
  /// Weights of a row.
  private let columns: Int

  /// For each feature, its weight for each hidden unit.
  static let inward = LearnedWeights(LearnedIntents.inward, rows: LearnedIntents.features, lead: 4)
  /// For each intent, the weight of each hidden unit.
  static let outward = LearnedWeights(LearnedIntents.outward, rows: LearnedIntents.biases.count)
  /// For each axis of meaning, its weight for each hidden unit.
  static let axes = LearnedWeights(LearnedIntents.axes, rows: LearnedMeanings.steps.count)
  /// For each word of English, where it stands on the axes of meaning.
  static let meanings = LearnedWeights(
    LearnedMeanings.text, rows: LearnedMeanings.words, lead: 5, columns: LearnedMeanings.steps.count)

  /// For each piece of a word, its place on each axis of `PieceNetwork`.
  static let pieces = LearnedWeights(
    LearnedPieces.text, rows: LearnedPieces.count, lead: 5, columns: PieceNetwork.axes)
  /// For each axis of each place that a kernel sees, its weight for each unit of the kernel.
  static let kernels = LearnedWeights(
    LearnedPieces.kernels, rows: PieceNetwork.axes * PieceNetwork.widths.reduce(0, +), columns: PieceNetwork.units)
  /// For each intent, the weight of each unit of each kernel, and of each axis.
  static let pieceIntents = LearnedWeights(
    LearnedPieces.outward, rows: LearnedPieces.biases.count, columns: LearnedPieces.steps.count)

  private init(_ text: String, rows: Int, lead: Int = 0, columns: Int = LearnedIntents.units) {
    (self.text, self.rows, self.lead, self.columns) = (text, rows, lead, columns)
  }

  /// Characters of a row.
  private var width: Int { lead + columns }

  /// Adds the weights of a row to as many sums, each times its factor and the same value.
  func add(_ row: Int, times value: Double, _ factors: [Double], to sums: inout [Double]) {
    let utf8 = text.utf8
    let bytes = utf8.span
    let start = place(row) + lead
    for column in sums.indices {
      sums[column] += value * factors[column] * Double(Self.digit(bytes[start + column]) - 32)
    }
  }

  /// The sum of the weights of a row, each times its factor.
  func sum(_ row: Int, times factors: [Double]) -> Double {
    let utf8 = text.utf8
    let bytes = utf8.span
    let start = place(row) + lead
    var sum = 0.0
    for column in factors.indices { sum += factors[column] * Double(Self.digit(bytes[start + column]) - 32) }
    return sum
  }

  /// The weights of a row, in steps.
  func values(_ row: Int) -> [Int32] {
    let utf8 = text.utf8
    let bytes = utf8.span
    let start = place(row) + lead
    return (0..<columns).map { Int32(Self.digit(bytes[start + $0]) - 32) }
  }

  /// The row with this key; `nil` when there is none.
  func row(of key: UInt32) -> Int? {
    let utf8 = text.utf8
    let bytes = utf8.span
    var (low, high) = (0, rows)
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
