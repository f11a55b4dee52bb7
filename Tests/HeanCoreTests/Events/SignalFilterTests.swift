import Testing

@testable import HeanCore

/// Which signals are meant, and how sure they are in a word.
struct SignalFilterTests {
  @Test func `levels begin above 0.7 and at 0.4`() {
    let levels = ["0.71", "0.7", "0.4", "0.399", "0"].compactMap { Decimal(exactly: $0).map(ConfidenceLevel.init) }
    #expect(levels == [.high, .medium, .medium, .low, .low])
  }

  @Test func `each part of a filter has to fit, and a signal without a confidence has none`() {
    let row = SignalRow(
      symbol: "BTCUSDT", side: .buy, confidence: Decimal(exactly: "0.5"), outcome: .reject, code: "COUNCIL_REJECTED")
    #expect(SignalFilter().takes(row) && SignalFilter().isAll)
    #expect(SignalFilter(outcome: .reject, code: "council_rejected", side: .buy).takes(row))
    #expect(SignalFilter(leastConfidence: Decimal(exactly: "0.5")).takes(row))
    #expect(!SignalFilter(leastConfidence: Decimal(exactly: "0.51")).takes(row))
    #expect(!SignalFilter(side: .sell).takes(row) && !SignalFilter(outcome: .create).takes(row))
    #expect(!SignalFilter(leastConfidence: 0).takes(SignalRow(symbol: "BTCUSDT")))
  }
}
