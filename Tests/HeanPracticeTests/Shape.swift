import HeanCore

/// Keys and types of two documents, compared.
enum Shape {
  /// Objects whose keys are data: names of symbols, reasons, topics, settings.
  private static let open: Set<String> = [
    "by_category", "by_reason", "by_symbol", "by_strategy", "topics", "config", "metrics", "reputation", "stages",
    "last_heartbeat", "gating_flags", "events", "metadata", "by_severity", "by_source", "events_by_source",
  ]

  /// What a practice engine leaves out on purpose, each with its reason in the code that builds the answer.
  private static let optional: Set<String> = [
    "note", "price", "notional", "applied_leverage", "sizing_equity", "risk_size_multiplier", "intelligence_boost",
    "exit_plan", "expected_pnl", "equity", "risk_state", "event_kind", "rationale", "thresholds", "metadata",
  ]

  static func differences(_ real: JSONValue, _ ours: JSONValue, at path: String = "") -> [String] {
    switch (real, ours) {
    case (.object(let expected), .object(let given)):
      let name = path.split(separator: ".").last.map { $0.prefix { $0 != "[" } } ?? ""
      // In the journal the exit plan is the whole metadata object, filled by modules that are not simulated.
      guard !open.contains(String(name)),
        ![".trades[].exit_plan", ".data.payload.positions[].exit_plan"].contains(path)
      else { return [] }
      var found = expected.keys.filter { given[$0] == nil && !optional.contains($0) }.map {
        "\(path).\($0) missing"
      }
      found += given.keys.filter { expected[$0] == nil && !optional.contains($0) }.map { "\(path).\($0) unknown" }
      for (key, value) in expected {
        if let other = given[key] { found += differences(value, other, at: "\(path).\(key)") }
      }
      return found
    case (.array(let expected), .array(let given)):
      // Rows of several kinds share a list. Each row is compared with the first one of its kind.
      let all = given.flatMap { row -> [String] in
        let model = expected.first { $0["event_kind"] == row["event_kind"] }
        return model.map { differences($0, row, at: path + "[]") } ?? []
      }
      return Array(Set(all)).sorted()
    case (.null, _), (_, .null): return []
    case (.bool, .bool), (.number, .number), (.string, .string): return []
    default: return ["\(path) has another type"]
    }
  }

  /// The fields that a real engine had a value for and the practice engine has none.
  static func nulls(_ real: JSONValue, _ ours: JSONValue, at path: String = "") -> [String] {
    switch (real, ours) {
    case (.null, _): return []
    case (_, .null): return [path]
    case (.object(let expected), .object(let given)):
      return expected.flatMap { key, value in given[key].map { nulls(value, $0, at: "\(path).\(key)") } ?? [] }
    case (.array(let expected), .array(let given)):
      guard let first = expected.first, let other = given.first else { return [] }
      return nulls(first, other, at: path + "[]")
    default: return []
    }
  }
}
