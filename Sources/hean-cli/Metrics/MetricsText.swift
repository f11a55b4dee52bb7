import HeanCore

/// Metrics as text that Prometheus reads. No sample has a time: the collector of files refuses those, and a scrape has
/// its own.
enum MetricsText: Sendable, CaseIterable {
  /// Prometheus's own, version 0.0.4.
  case prometheus
  /// OpenMetrics 1.0.
  case openMetrics

  /// For `Content-Type`.
  var contentType: String {
    switch self {
    case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
    case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
    }
  }

  /// The whole text. Families stand in their order; those with the same name are written as one, because a reader
  /// refuses a name that comes twice. Of samples with the same labels the first is written, for the same reason.
  func text(_ families: [MetricFamily]) -> String {
    var text = ""
    for family in Self.joined(families) { append(family, to: &text) }
    if self == .openMetrics { text += "# EOF\n" }
    return text
  }

  private static func joined(_ families: [MetricFamily]) -> [MetricFamily] {
    var joined: [MetricFamily] = []
    var places: [String: Int] = [:]
    for family in families {
      if let place = places[family.name] {
        joined[place].samples += family.samples
      } else {
        places[family.name] = joined.count
        joined.append(family)
      }
    }
    return joined
  }

  private func append(_ family: MetricFamily, to text: inout String) {
    guard !family.samples.isEmpty else { return }
    let name = title(of: family)
    text += "# HELP \(name) \(escaped(help: family.help))\n# TYPE \(name) \(type(of: family.kind))\n"
    if self == .openMetrics, let unit = family.unit { text += "# UNIT \(name) \(unit)\n" }
    var written: Set<String> = []
    for sample in family.samples where !sample.value.isNaN {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
      guard written.insert(labels).inserted else { continue }
      text += family.name + (labels.isEmpty ? "" : "{\(labels)}") + " \(sample.value.exactText)\n"
    }
  }

  /// OpenMetrics names a counter or an info without the suffix of its samples.
  private func title(of family: MetricFamily) -> String {
    guard self == .openMetrics else { return family.name }
    let suffix =
      switch family.kind {
      case .gauge: ""
      case .counter: "_total"
      case .info: "_info"
      }
    return family.name.hasSuffix(suffix) ? String(family.name.dropLast(suffix.count)) : family.name
  }

  private func type(of kind: MetricFamily.Kind) -> String {
    switch kind {
    case .gauge: "gauge"
    case .counter: "counter"
    case .info: self == .openMetrics ? "info" : "gauge"
    }
  }

  private func escaped(help: String) -> String {
    sanitized(help).escaping(self == .openMetrics ? "\\\"" : "\\")
  }

  /// Line ends and other control characters do not come out of `sanitized`.
  private static func escaped(_ value: String) -> String {
    sanitized(value).escaping("\\\"")
  }
}
