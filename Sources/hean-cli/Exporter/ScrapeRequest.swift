import HeanCore
import HeanPractice

/// What a scraper wants to have, and by when.
struct ScrapeRequest: Equatable {
  /// How its answer is written.
  var format: MetricsText
  /// How long the answer may take.
  var limit: Duration

  /// Without a word about it, the answer comes within this time: scrapers usually wait for 10 s.
  static let usualLimit = Duration.milliseconds(9_500)
  /// How much earlier than its time the answer is written.
  private static let margin = Duration.milliseconds(500)

  /// - Parameter headers: of the request, names in lower case.
  init(_ headers: [String: String]) {
    format = Self.format(headers["accept"])
    limit = Self.limit(headers["x-prometheus-scrape-timeout-seconds"])
  }

  /// OpenMetrics when it is asked for and nothing else is wanted more.
  private static func format(_ accept: String?) -> MetricsText {
    var best: (format: MetricsText, weight: Double)?
    for part in (accept ?? "").lowercased().split(separator: ",") {
      let words = part.split(separator: ";").map { $0.trimmed() }
      let format: MetricsText
      switch words.first {
      case "application/openmetrics-text":
        // Version 0.0.1 was a draft.
        guard !words.contains("version=0.0.1") else { continue }
        format = .openMetrics
      case "text/plain", "text/*", "*/*": format = .prometheus
      default: continue
      }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      guard weight > 0, weight.isFinite else { continue }
      if best.map({ weight > $0.weight }) ?? true { best = (format, weight) }
    }
    return best?.format ?? .prometheus
  }

  private static func limit(_ text: String?) -> Duration {
    guard let seconds = text.flatMap(Double.init), seconds > 0, seconds < 1e6 else { return usualLimit }
    let told = Duration.seconds(seconds)
    // Of a very short time half is left for the way.
    return min(usualLimit, max(told - margin, told / 2))
  }
}
