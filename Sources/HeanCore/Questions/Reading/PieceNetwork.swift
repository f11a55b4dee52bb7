/// The second network of `IntentModel`: what stands on neighbouring places of a question, by kernels that see one, three and
/// five pieces of words. Of each unit the highest value anywhere counts, and the mean place of all pieces on the axes.
///
/// All sums are of whole numbers: those are as fast in a build for tests as they need to be.
enum PieceNetwork {
  static let axes = 96
  static let units = 128
  static let widths = [1, 3, 5]

  private typealias Lanes = SIMD16<Int32>
  private static let lanes = units / Lanes.scalarCount

  private static let kernels: [Lanes] = (0..<axes * widths.reduce(0, +)).flatMap { row in
    let values = LearnedWeights.kernels.values(row)
    return stride(from: 0, to: units, by: Lanes.scalarCount).map { Lanes(values[$0..<$0 + Lanes.scalarCount]) }
  }

  /// How likely each intent is, in the order of `IntentModel.intents`.
  /// - Parameter plain: the words of the question, written out.
  static func chances(_ plain: [String]) -> [Double] {
    let places = WordPieces.tokens(plain).flatMap(WordPieces.rows).prefix(most).map(LearnedWeights.pieces.values)
    let sums = heights(places).map(Double.init)
    var values = zip(zip(sums, LearnedPieces.kernelSteps), LearnedPieces.kernelBiases).map {
      max(0, $0.0 * $0.1 + $1)
    }
    for axis in 0..<axes {
      let sum = places.reduce(0) { $0 + $1[axis] }
      values.append(Double(sum) * LearnedPieces.axisSteps[axis] / Double(max(places.count, 1)))
    }
    let factors = zip(values, LearnedPieces.steps).map { $0 * $1 }
    let scores = LearnedPieces.biases.enumerated().map { $1 + LearnedWeights.pieceIntents.sum($0, times: factors) }
    return IntentModel.probabilities(scores)
  }

  /// A question that goes on longer is none that it could have learnt.
  private static let most = 64

  /// The highest sum of each unit of each kernel at any place.
  private static func heights(_ places: [[Int32]]) -> [Int32] {
    var heights: [Int32] = []
    var first = 0
    for width in widths {
      var highest = [Lanes](repeating: Lanes(repeating: .min), count: lanes)
      for place in places.indices {
        let sums = sums(at: place, places, width: width, first: first)
        for lane in 0..<lanes { highest[lane] = pointwiseMax(highest[lane], sums[lane]) }
      }
      for lane in highest { heights += lane.indices.map { lane[$0] } }
      first += width * axes * lanes
    }
    return heights
  }

  private static func sums(at place: Int, _ places: [[Int32]], width: Int, first: Int) -> [Lanes] {
    var sums = [Lanes](repeating: .zero, count: lanes)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      unsafe kernels.withUnsafeBufferPointer { kernels in
        for offset in 0..<width {
          let at = place + offset - width / 2
          guard places.indices.contains(at) else { continue }
          var row = first + offset * axes * lanes
          for value in places[at] {
            let all = Lanes(repeating: value)
            var lane = 0
            while lane < lanes {
              unsafe sums[lane] = sums[lane] &+ kernels[row + lane] &* all
              lane += 1
            }
            row += lanes
          }
        }
      }
    }
    return sums
  }
}
