public import Foundation

/// What was the engine's process configured with?
public struct SettingsQuery: Query {
  public init() {}

  public var parts: Set<Part> { [.engine, Part(.settings)] }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> SettingsAnswer {
    let reading = try snapshot.settings.get()
    return SettingsAnswer(context: snapshot.context, settings: reading.value, receivedAt: reading.receivedAt)
  }
}

public struct SettingsAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var settings: EngineSettings
  public var receivedAt: Date

  /// Of its parts.
  public init(context: AnswerContext, settings: EngineSettings, receivedAt: Date) {
    self.context = context
    self.settings = settings
    self.receivedAt = receivedAt
  }

  /// How many symbols the engine trades and does not name.
  public var unnamedSymbols: Int { max(0, (settings.totalSymbols ?? 0) - settings.symbols.count) }
}

/// What are the values of the keys that can be changed while the engine runs?
public struct ConfigurationQuery: Query {
  /// Those that are wanted; all when there are none.
  public var keys: [String]

  public init(_ keys: [String] = []) { self.keys = keys }

  public var parts: Set<Part> { [.engine, .configuration] }

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

public struct ConfigurationAnswer: Codable, Sendable {
  public struct Row: Codable, Sendable {
    public var key: String
    public var value: JSONValue

    /// Of its parts.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  public var context: AnswerContext
  public var rows: [Row]
  public var receivedAt: Date

  /// Of its parts.
  public init(context: AnswerContext, rows: [Row], receivedAt: Date) {
    self.context = context
    self.rows = rows
    self.receivedAt = receivedAt
  }
}

/// Which limits are set, and which of them does the engine enforce?
public struct RiskLimitsQuery: Query {
  public init() {}

  public var parts: Set<Part> { [.engine, .limits] }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> RiskLimitsAnswer {
    let reading = try snapshot.limits.get()
    return RiskLimitsAnswer(
      context: snapshot.context, limits: RiskLimitsAnswer.rows(reading.value), receivedAt: reading.receivedAt)
  }
}

public struct RiskLimitsAnswer: Codable, Sendable {
  public struct Row: Codable, Sendable {
    public var name: String
    public var value: Decimal?
    public var unit: String
    /// Whether anything in the engine reads it.
    public var isEnforced: Bool

    /// Parts that are not given are not known.
    public init(name: String, value: Decimal? = nil, unit: String, isEnforced: Bool) {
      self.name = name
      self.value = value
      self.unit = unit
      self.isEnforced = isEnforced
    }
  }

  public var context: AnswerContext
  public var limits: [Row]
  public var receivedAt: Date

  /// Of its parts.
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
