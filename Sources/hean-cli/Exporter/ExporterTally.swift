import Synchronization

/// What an exporter has done since it began.
final class ExporterTally: Sendable {
  private let lookCount = Atomic(0)
  private let sharedCount = Atomic(0)
  private let scrapeCount = Atomic(0)

  var looks: Int { lookCount.load(ordering: .relaxed) }
  /// Scrapes that were answered by a look that another one had begun.
  var sharedAnswers: Int { sharedCount.load(ordering: .relaxed) }
  var scrapes: Int { scrapeCount.load(ordering: .relaxed) }

  func looked() { lookCount.add(1, ordering: .relaxed) }
  func shared() { sharedCount.add(1, ordering: .relaxed) }
  func scraped() { scrapeCount.add(1, ordering: .relaxed) }
}
