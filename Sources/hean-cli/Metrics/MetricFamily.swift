import HeanCore

/// The samples of one metric, which Prometheus calls a family: one name, one meaning, one unit.
struct MetricFamily: Sendable, Equatable {
  /// What Prometheus may do with the values.
  enum Kind: Sendable, Equatable {
    /// Goes up and down.
    case gauge
    /// Only grows, until whoever counts starts anew. Its name ends with `_total`.
    case counter
    /// Words as labels of a sample that is 1. Its name ends with `_info`.
    case info
  }

  /// As a query writes it, with the unit and, for a counter or an info, with its suffix: `hean_equity_usdt`,
  /// `hean_scrapes_total`, `hean_build_info`. A constant in lower case: it is written without escaping.
  var name: String
  var kind: Kind
  /// The unit with which the name ends, before the suffix: `seconds`, `ratio`, `usdt`. `nil`: a number of things.
  var unit: String?
  /// One sentence, which ends with a full stop.
  var help: String
  /// What is not known has no sample. A family without samples is not written.
  var samples: [MetricSample]

  init(_ name: String, _ kind: Kind, unit: String? = nil, help: String, _ samples: [MetricSample]) {
    (self.name, self.kind, self.unit, self.help, self.samples) = (name, kind, unit, help, samples)
  }

  /// One figure.
  /// - Parameter value: `nil` or NaN when it is not known.
  static func gauge(
    _ name: String, unit: String? = nil, help: String, _ value: Decimal?, _ labels: [MetricLabel] = []
  ) -> MetricFamily {
    MetricFamily(name, .gauge, unit: unit, help: help, [MetricSample(labels, value)].compactMap(\.self))
  }

  /// A state as Prometheus's exporters write one: for each word a sample with the label `state`, 1 for the word that
  /// holds and 0 for the others.
  /// - Parameters:
  ///   - words: all that are known; a current word that is none of them gets a sample of its own.
  ///   - current: `nil` when the state is not known: no sample at all.
  static func states(
    _ name: String, help: String, _ words: [String], current: String?, _ labels: [MetricLabel] = []
  ) -> MetricFamily {
    guard let current else { return MetricFamily(name, .gauge, help: help, []) }
    let all = words.contains(current) ? words : words + [current]
    return MetricFamily(
      name, .gauge, help: help,
      all.map { MetricSample(labels: labels + [MetricLabel("state", $0)], value: $0 == current ? 1 : 0) })
  }

  /// Words about the thing, as labels of a sample that is 1. A label whose value is not known is left out.
  static func info(_ name: String, help: String, _ labels: [MetricLabel]) -> MetricFamily {
    MetricFamily(name, .info, help: help, [MetricSample(labels: labels, value: 1)])
  }
}

/// A value with what it belongs to.
struct MetricSample: Sendable, Equatable {
  /// In the order in which they are written; each name once.
  var labels: [MetricLabel]
  /// Written with all its digits.
  var value: Decimal

  init(labels: [MetricLabel] = [], value: Decimal) {
    (self.labels, self.value) = (labels, value)
  }

  /// - Returns: `nil` for a value that is not known.
  init?(_ labels: [MetricLabel] = [], _ value: Decimal?) {
    guard let value, !value.isNaN else { return nil }
    self.init(labels: labels, value: value)
  }
}

/// A label with its value. The value may be any text, also one from an engine.
struct MetricLabel: Sendable, Hashable {
  /// A constant in lower case: it is written without escaping.
  var name: String
  var value: String

  init(_ name: String, _ value: String) {
    (self.name, self.value) = (name, value)
  }
}
