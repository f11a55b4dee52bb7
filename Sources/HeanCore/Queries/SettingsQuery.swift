/// How was the engine's process configured?
public struct SettingsQuery: Query {
  /// A query without options.
  public init() {}

  /// Mode and state of the engine, and `/settings`, which the engine allows 30 times a minute.
  public var parts: Set<SnapshotPart> { [.engine, SnapshotPart(.settings)] }

  /// - Throws: the error of `/settings`.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> SettingsAnswer {
    let reading = try snapshot.settings.get()
    return SettingsAnswer(context: snapshot.context, settings: reading.value, receivedAt: reading.receivedAt)
  }
}

/// The configuration of the engine's process (`/settings`). Secrets are not in it.
public struct SettingsAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// What `/settings` said.
  public var settings: EngineSettings
  /// When `/settings` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, settings: EngineSettings, receivedAt: Date) {
    self.context = context
    self.settings = settings
    self.receivedAt = receivedAt
  }

  /// How many symbols `/settings` counts without naming them: it names five at most.
  public var unnamedSymbols: Int { max(0, (settings.totalSymbols ?? 0) - settings.symbols.count) }
}

/// What are the values of the keys that can be changed while the engine runs?
public struct ConfigurationQuery: Query {
  /// Keys to show, such as `killswitch_drawdown_pct`; all when empty.
  public var keys: [String]

  /// - Parameter keys: keys to show, such as `killswitch_drawdown_pct`; all when empty.
  public init(_ keys: [String] = []) { self.keys = keys }

  /// Mode and state of the engine, and `/config/current`.
  public var parts: Set<SnapshotPart> { [.engine, .configuration] }

  /// - Throws: the error of `/config/current`; `notFound` for a key that it does not list.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> ConfigurationAnswer {
    let reading = try snapshot.configuration.get()
    let values = reading.value.values
    if let stranger = keys.first(where: { values[$0] == nil }) {
      throw .notFound(kind: "key", name: stranger, known: values.keys.sorted())
    }
    let chosen = keys.isEmpty ? values.keys.sorted() : keys
    return ConfigurationAnswer(
      context: snapshot.context, rows: chosen.map { .init(key: $0, value: values[$0] ?? .null) },
      receivedAt: reading.receivedAt)
  }
}

/// Keys that can be changed while the engine runs, with their values (`/config/current`).
public struct ConfigurationAnswer: Codable, Sendable {
  /// One key with its value.
  public struct Row: Codable, Sendable {
    /// As the engine writes it: `killswitch_drawdown_pct`.
    public var key: String
    /// A number, a text or a truth value, as the engine sent it.
    public var value: JSONValue

    /// A row made of these values.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// In the order in which the keys were named; sorted by key when none was.
  public var rows: [Row]
  /// When `/config/current` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, rows: [Row], receivedAt: Date) {
    self.context = context
    self.rows = rows
    self.receivedAt = receivedAt
  }
}

/// Which limits are set, and which of them does the engine obey?
public struct RiskLimitsQuery: Query {
  /// A query without options.
  public init() {}

  /// Mode and state of the engine, and `/risk/limits`.
  public var parts: Set<SnapshotPart> { [.engine, .limits] }

  /// - Throws: the error of `/risk/limits`.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> RiskLimitsAnswer {
    let reading = try snapshot.limits.get()
    return RiskLimitsAnswer(
      context: snapshot.context, limits: RiskLimitsAnswer.rows(reading.value), receivedAt: reading.receivedAt)
  }
}

/// The limits of `/risk/limits` (docs/engine.md 2.5).
public struct RiskLimitsAnswer: Codable, Sendable {
  /// One limit.
  public struct Row: Codable, Sendable {
    /// As the engine writes it: `max_open_positions`.
    public var name: String
    /// In the unit of `unit`; `nil` when the engine did not tell.
    public var value: Decimal?
    /// `positions`, `a day`, `USDT` or `s`.
    public var unit: String
    /// Whether the engine obeys it. It does so only for `max_open_positions`; the others are shown and never read.
    public var isEnforced: Bool

    /// A limit; its value is unknown unless it is given.
    public init(name: String, value: Decimal? = nil, unit: String, isEnforced: Bool) {
      self.name = name
      self.value = value
      self.unit = unit
      self.isEnforced = isEnforced
    }
  }

  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// Always the same five, in the same order.
  public var limits: [Row]
  /// When `/risk/limits` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, limits: [Row], receivedAt: Date) {
    self.context = context
    self.limits = limits
    self.receivedAt = receivedAt
  }

  static func rows(_ limits: RiskLimits) -> [Row] {
    [
      Row(
        name: "max_open_positions", value: limits.maxOpenPositions.map { Decimal($0) }, unit: "positions",
        isEnforced: true),
      Row(
        name: "max_daily_attempts", value: limits.maxDailyAttempts.map { Decimal($0) }, unit: "a day", isEnforced: false
      ),
      Row(name: "max_exposure_usd", value: limits.maxExposure, unit: "USDT", isEnforced: false),
      Row(name: "min_notional_usd", value: limits.minNotional, unit: "USDT", isEnforced: false),
      Row(name: "cooldown_seconds", value: limits.cooldownSeconds.map { Decimal($0) }, unit: "s", isEnforced: false),
    ]
  }
}
