import HeanCore

/// The second network of `IntentModel`: what stands on neighbouring places of a question, by kernels that see one, three and
/// five pieces of words. Of each unit the highest value anywhere counts, and the mean place of all pieces on the axes.
///
/// All sums are of whole numbers: those are as fast in a build for tests as they need to be.
enum PieceNetwork {
  static let axes = 96
  static let units = 128
  static let widths = [1, 3, 5]

  private typealias Lanes = SIMD16<Int16>
  private static let lanes = units / Lanes.scalarCount
  /// Of so many products of two weights of six bits the sum fits in a lane; it divides `axes`.
  static let block = 24

  private static let kernels = LearnedWeights.kernels.all()

  /// How likely each intent is, in the order of `IntentModel.names`.
  /// - Parameter plain: the words of the question, written out.
  static func chances(_ plain: [String]) -> [Double] {
    let places = WordPieces.tokens(plain).flatMap(WordPieces.rows).prefix(most).map(LearnedWeights.pieces.values)
    let sums = heights(places).map(Double.init)
    var values = zip(zip(sums, LearnedPieces.kernelSteps), LearnedPieces.kernelBiases).map {
      max(0, $0.0 * $0.1 + $1)
    }
    for axis in 0..<axes {
      let sum = places.reduce(0) { $0 + Int($1[axis]) }
      values.append(Double(sum) * LearnedPieces.axisSteps[axis] / Double(max(places.count, 1)))
    }
    let factors = LearnedWeights.Factors(zip(values, LearnedPieces.steps).map { $0 * $1 })
    let scores = LearnedPieces.biases.enumerated().map { $1 + LearnedWeights.pieceIntents.sum($0, times: factors) }
    return IntentModel.probabilities(scores)
  }

  /// A question that goes on longer is none that it could have learnt.
  private static let most = 64

  /// The highest sum of each unit of each kernel at any place.
  private static func heights(_ places: [[Int16]]) -> [Int32] {
    var heights: [Int32] = []
    var first = 0
    for width in widths {
      var highest = [Int32](repeating: .min, count: units)
      for place in places.indices {
        let sums = sums(at: place, places, width: width, first: first)
        for unit in 0..<units { highest[unit] = max(highest[unit], sums[unit]) }
      }
      heights += highest
      first += width * axes
    }
    return heights
  }

  private static func sums(at place: Int, _ places: [[Int16]], width: Int, first: Int) -> [Int32] {
    var sums = [Int32](repeating: 0, count: units)
    for offset in 0..<width {
      let at = place + offset - width / 2
      guard places.indices.contains(at) else { continue }
      for start in stride(from: 0, to: axes, by: block) {
        for lane in 0..<lanes {
          let part = part(places[at], from: start, (first + offset * axes + start) * units + lane * Lanes.scalarCount)
          for unit in 0..<Lanes.scalarCount { sums[lane * Lanes.scalarCount + unit] &+= Int32(part[unit]) }
        }
      }
    }
    return sums
  }

  /// The sums of sixteen units over one block of axes.
  /// - Parameter place: where the weights of the first axis stand.
  private static func part(_ values: [Int16], from start: Int, _ place: Int) -> Lanes {
    unsafe kernels.withUnsafeBytes { kernels in
      var part = Lanes.zero
      var (axis, byte) = (start, place * 2)
      while axis < start + block {
        let row = unsafe kernels.loadUnaligned(fromByteOffset: byte, as: Lanes.self)
        part = part &+ row &* Lanes(repeating: values[axis])
        axis += 1
        byte += units * 2
      }
      return part
    }
  }
}
