/// The four states of a plugin, as Nagios and Icinga know them. The raw values are the names in hean's JSON.
public enum PluginState: String, Codable, Sendable, CaseIterable {
  /// It is as it should be.
  case ok
  /// Somebody should look, and it can wait for that.
  case warning
  /// It cannot wait.
  case critical
  /// It is not known, which is never as it should be.
  case unknown

  /// The exit code of a plugin: 0, 1, 2, 3.
  public var code: Int {
    switch self {
    case .ok: 0
    case .warning: 1
    case .critical: 2
    case .unknown: 3
    }
  }

  /// As the guidelines of plugins write it: `CRITICAL`.
  public var label: String { rawValue.uppercased() }

  /// The worst first: CRITICAL, WARNING, UNKNOWN, OK, as `max_state_alt` of monitoring-plugins.
  public static let bySeverity: [PluginState] = [.critical, .warning, .unknown, .ok]

  /// The worst of several, by `bySeverity`; OK for none.
  public static func worst(_ states: some Sequence<PluginState>) -> PluginState {
    let found = Set(states)
    return bySeverity.first(where: found.contains) ?? .ok
  }
}

/// One figure of a plugin, from which a monitoring system draws a curve.
public struct PluginFigure: Codable, Sendable, Equatable {
  /// Units that the guidelines of plugins know; amounts of money and counts have none.
  public enum Unit: String, Codable, Sendable, CaseIterable {
    /// An amount in USDT, or a count.
    case none = ""
    /// Seconds.
    case seconds = "s"
    /// Percent (0-100).
    case percent = "%"
    /// Bytes.
    case bytes = "B"
  }

  /// Its name, which never changes: ASCII letters, digits and underscores.
  public var label: String
  /// `nil` when it is not known: then it is left out of what is written, and the curve has a gap.
  public var value: Decimal?
  /// The unit of the value and of all its limits.
  public var unit: Unit
  /// Outside of which it is a WARNING; `nil` when there is none.
  public var warn: ThresholdRange?
  /// Outside of which it is CRITICAL; `nil` when there is none.
  public var crit: ThresholdRange?
  /// The least that it can be; `nil` when there is none.
  public var least: Decimal?
  /// The greatest that it can be; `nil` when there is none.
  public var most: Decimal?
  /// Whether it is an amount of money, which `--redact` hides.
  public var isAmount = false

  /// A figure without thresholds. Eight places after the point are kept of its value.
  public init(
    _ label: String, _ value: Decimal?, _ unit: Unit = .none, least: Decimal? = nil, most: Decimal? = nil,
    isAmount: Bool = false
  ) {
    self.label = label
    // An engine's binary fractions have twenty digits that mean nothing.
    self.value = value?.rounded(to: 8)
    self.unit = unit
    self.least = least
    self.most = most
    self.isAmount = isAmount
  }

  /// What the thresholds say of it; `nil` without any.
  public var state: PluginState? {
    guard warn != nil || crit != nil else { return nil }
    guard let value else { return .unknown }
    return crit?.alerts(on: value) == true ? .critical : warn?.alerts(on: value) == true ? .warning : .ok
  }

  /// `'label'=value[UOM];warn;crit;min;max`, without semicolons at its end; `nil` when it is not known. The form `U` for a
  /// value that is not known would be refused by Icinga 2.
  public var written: String? {
    guard let value else { return nil }
    let limits = [
      warn?.written ?? "", crit?.written ?? "", least?.exactText ?? "", most?.exactText ?? "",
    ]
    let last = limits.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return (["'\(label)'=\(value.exactText)\(unit.rawValue)"] + limits.prefix(last)).joined(separator: ";")
  }
}
