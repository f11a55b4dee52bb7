import Testing

@testable import HeanCore
@testable import HeanQuestions

/// The sums of weights, against the same sums worked out plainly.
struct WeightTests {
  @Test func `a sum of whole numbers is nearly that of the factors`() {
    let weights = LearnedWeights.pieceIntents
    let factors = (0..<LearnedPieces.steps.count).map { Double(($0 * 7919) % 101 - 50) / 37 }
    for row in [0, 1, LearnedPieces.biases.count - 1] {
      let plain = zip(weights.values(row), factors).reduce(0) { $0 + Double($1.0) * $1.1 }
      let size = zip(weights.values(row), factors).reduce(0) { $0 + abs(Double($1.0) * $1.1) }
      #expect(abs(weights.sum(row, times: LearnedWeights.Factors(factors)) - plain) <= size / 10_000)
    }
  }

  @Test func `all weights are those of each row`() {
    let all = LearnedWeights.kernels.all()
    let units = PieceNetwork.units
    let places = PieceNetwork.widths.reduce(0, +)
    #expect(all.count == PieceNetwork.axes * places * units)
    for row in stride(from: 0, to: all.count / units, by: 97) {
      #expect(Array(all[row * units..<(row + 1) * units]) == LearnedWeights.kernels.values(row))
    }
  }

  /// Sums of a block of axes stay within a lane of 16 bits, and blocks and lanes divide what they are of.
  @Test func `what was learnt fits its sums`() {
    #expect(PieceNetwork.axes.isMultiple(of: PieceNetwork.block) && PieceNetwork.units.isMultiple(of: 16))
    #expect(32 * 32 * PieceNetwork.block <= Int(Int16.max) && LearnedPieces.steps.count <= 512)
    let steps =
      LearnedPieces.steps + LearnedPieces.biases + LearnedPieces.kernelSteps + LearnedPieces.kernelBiases
      + LearnedIntents.steps + LearnedIntents.biases
    let areFinite = steps.allSatisfy(\.isFinite)
    #expect(areFinite)
  }
}
