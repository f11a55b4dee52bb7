import HeanCore

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

  /// Factors of the weights of a row as whole numbers, so that their sum is one of whole numbers: as fast in a build for
  /// tests as it needs to be.
  struct Factors {
    fileprivate let whole: [Int32]
    /// What one stands for.
    fileprivate let step: Double

    /// - Parameter values: as many as a row has weights.
    init(_ values: [Double]) {
      // So large that a sum of 512 products with characters of a text stays within 32 bits: rows have at most 480 weights.
      let most = 32_767.0
      let step = max(values.reduce(0) { max($0, abs($1)) }, .leastNormalMagnitude) / most
      whole = values.map { Int32(exactly: ($0 / step).rounded()) ?? 0 }
      self.step = step
    }
  }

  /// The sum of the weights of a row, each times its factor.
  func sum(_ row: Int, times factors: Factors) -> Double {
    let utf8 = text.utf8
    let bytes = utf8.span
    let start = place(row) + lead
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe factors.whole.withUnsafeBufferPointer { factors in
        var sum: Int32 = 0
        var zero: Int32 = 0
        var at = 0
        // The buffers check no bounds in a release build.
        let count = max(0, min(factors.count, columns, bytes.count - start))
        while at < count {
          let (byte, factor) = unsafe (bytes[start &+ at], factors[at])
          sum = sum &+ Int32(byte == Self.standIn ? Self.backslash : byte) &* factor
          zero = zero &+ factor
          at = at &+ 1
        }
        return Double(sum &- zero &* Self.zero)
      }
    } * factors.step
  }

  /// The weights of a row, in steps.
  func values(_ row: Int) -> [Int16] {
    let utf8 = text.utf8
    let bytes = utf8.span
    let start = place(row) + lead
    return (0..<columns).map { Int16(Self.digit(bytes[start + $0]) - 32) }
  }

  /// The weights of all rows, one row after the other, in steps.
  func all() -> [Int16] {
    let utf8 = text.utf8
    let bytes = utf8.span
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe [Int16](unsafeUninitializedCapacity: rows * columns) { weights, count in
        count = rows * columns
        for row in 0..<rows {
          let (start, first) = (place(row) + lead, row * columns)
          var at = 0
          while at < columns {
            let byte = unsafe bytes[start &+ at]
            unsafe weights[first &+ at] = Int16(byte == Self.standIn ? Self.backslash : byte) &- Int16(Self.zero)
            at = at &+ 1
          }
        }
      }
    }
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

  private static let backslash = UInt8(ascii: "\\")
  /// What stands for the backslash.
  private static let standIn = UInt8(ascii: "p")
  /// The character of a weight of zero.
  private static let zero = Int32(UInt8(ascii: "0") + 32)

  /// `0` and the characters after it, but for the backslash.
  private static func digit(_ byte: UInt8) -> Int {
    Int(byte == standIn ? backslash : byte) - Int(UInt8(ascii: "0"))
  }
}
