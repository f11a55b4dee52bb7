import Foundation
import HeanCore
import Testing

@testable import HeanConsole

struct CurvePictureTests {
  private func picture(_ values: [Double], every seconds: Double = 60, hangs: Bool = false) -> CurvePicture {
    CurvePicture(
      points: values.enumerated().map { CurvePicture.Point(at: Console.now + Double($0) * seconds, value: $1) },
      hangs: hangs, label: { PriceScale.text($0, places: $1) }, zone: .utc, title: "Equity", description: "")
  }

  @Test func `one point, equal points and points of one moment are drawn`() throws {
    for values in [[10_000.0], [5, 5, 5], [0, 0]] {
      let text = try #require(picture(values).markup).source
      #expect(text.contains("<path") && !text.contains("nan") && !text.contains("inf"), "\(text)")
    }
    let text = try #require(picture([1, 2, 3], every: 0).markup).source
    #expect(text.contains("2026-11-21 01:47:30Z"))
    #expect(try #require(picture([0, 0], hangs: true).markup).source.contains("M0.0 0.0"))
  }

  @Test func `nothing, and what is no number, is not drawn`() {
    for values in [[], [.nan], [1, .infinity], [-.greatestFiniteMagnitude, .greatestFiniteMagnitude]] as [[Double]] {
      #expect(picture(values).markup == nil, "\(values)")
    }
  }

  @Test func `of many points the extremes stay and the file stays small`() throws {
    var values = (0..<200_000).map { Double($0 % 10) }
    values[77_777] = -50
    let text = try #require(picture(values).markup).source
    #expect(text.utf8.count < 150_000, "\(text.utf8.count)")
    // The least value lies at the lower edge but for the margin.
    let lowest = 1000 * (1 - 0.06 / 1.12)
    #expect(text.contains(String(format: " %.1f", lowest)))
  }

  @Test func `labels fit beside each other on a telephone`() throws {
    for span in [60.0, 7200, 86_400, 3_000_000, 90_000_000] {
      let text = try #require(picture([1, 2, 1.5], every: span / 2).markup).source
      let places = text.matches(of: /x="([0-9.]+)%" y="[0-9.]+" text-anchor/).compactMap { Double($0.output.1) }
      #expect(places.count >= 1 && places.count <= 7, "\(span): \(places)")
      #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 13 }, "\(span): \(places)")
    }
  }
}
