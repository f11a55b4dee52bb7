import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Bars of a market with TA-Lib's figures for them, made by `.ci/figures/indicators`.
struct IndicatorFixture: Decodable {
  static let names = ["market", "cheap", "coarse", "dear"]

  /// Parameters of an indicator by its name; the defaults where it is not named.
  let parameters: [String: [Double]]
  /// Figures by the name of the indicator and its line, such as `macd.signal`.
  let figures: [String: [Double?]]
  private let candles: [String: [Double]]

  init(_ name: String) throws {
    let file = Fixtures.root.appending(path: "indicators/\(name).json")
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  /// The first so many bars, or all of them.
  func bars(first count: Int = .max) throws -> Candles {
    func figure(_ name: String) throws -> [Double] { try Array(#require(candles[name]).prefix(count)) }
    return try #require(
      try Candles(
        open: figure("open"), high: figure("high"), low: figure("low"), close: figure("close"),
        volume: figure("volume")))
  }
}

/// Bars whose figures differ by more than a billionth of the figure, or are known to one side only; in words.
///
/// A millionth of a millionth of the largest figure is allowed besides: TA-Lib's running sums keep about as much of
/// values that have left them, where the sum is 0.
func differences(_ seen: [Double?], _ wanted: [Double?]) -> [String] {
  guard seen.count == wanted.count else { return ["\(seen.count) bars, not \(wanted.count)"] }
  let floor = 1e-12 * (wanted.compactMap { $0.map(abs) }.max() ?? 0)
  return zip(seen, wanted).enumerated().compactMap { bar, figures in
    switch figures {
    case (nil, nil): nil
    case (let seen?, let wanted?) where abs(seen - wanted) <= 1e-9 * abs(wanted) + floor: nil
    default: "bar \(bar): \(figures.0.map { "\($0)" } ?? "nil"), not \(figures.1.map { "\($0)" } ?? "nil")"
    }
  }
}
