public import Foundation

/// What every screen stands on: is the engine running, and what would an order touch.
public struct EngineGround: Sendable {
  public var status: Result<Reading<EngineStatus>, EngineError>
  public var why: Result<Reading<WhyDiagnostics>, EngineError>
  /// `nil` when the mode is clear without it: the engine allows only 30 reads of `/settings` a minute.
  public var settings: Result<Reading<EngineSettings>, EngineError>?
  /// The price of one symbol that every engine trades; `nil` when it was not asked for.
  public var ticker: Result<Reading<Ticker>, EngineError>?
  public var isPractice: Bool
  public var isKeyDeprecated: Bool

  public init(
    status: Result<Reading<EngineStatus>, EngineError>, why: Result<Reading<WhyDiagnostics>, EngineError>,
    settings: Result<Reading<EngineSettings>, EngineError>?, ticker: Result<Reading<Ticker>, EngineError>? = nil,
    isPractice: Bool, isKeyDeprecated: Bool = false
  ) {
    self.status = status
    self.why = why
    self.settings = settings
    self.ticker = ticker
    self.isPractice = isPractice
    self.isKeyDeprecated = isKeyDeprecated
  }

  public var engine: EngineStatus? { try? status.get().value }
  public var diagnostics: WhyDiagnostics? { try? why.get().value }

  /// `nil` when the engine did not say, as while it is starting or stopping.
  public var isRunning: Bool? {
    guard let engine, engine.state != .busy else { return nil }
    return engine.isRunning
  }

  public var mode: OperatingMode {
    OperatingMode(
      isPractice: isPractice, status: engine, isTestnet: try? settings?.get().value.isTestnet, why: diagnostics)
  }

  /// Age in seconds of the oldest price behind marks and PnL; `nil` when stopped or before the first tick.
  ///
  /// The engine says how long ago it looked at the symbol that has waited longest. That a price was old already when it
  /// was looked at shows in the price's own time only.
  public var marketAge: Decimal? {
    guard isRunning == true, let ticked = diagnostics?.oldestTickAge else { return nil }
    guard let ticker else { return ticked }
    guard let reading = try? ticker.get() else { return nil }
    // An engine that does not trade the symbol has no price of it.
    guard let age = reading.priceAge else { return reading.value.price == nil ? ticked : nil }
    return max(ticked, age)
  }
}

extension EngineReader {
  public func ground() async -> EngineGround {
    async let why = attempt(.why)
    async let ticker = attempt(Endpoint<Ticker>.ticker(Observation.usualSymbols[0]).once)
    let status = await attempt(.engineStatus)
    var settings: Result<Reading<EngineSettings>, EngineError>?
    if !isPractice, (try? status.get().value.isDryRun) == false {
      settings = await attempt(Endpoint<EngineSettings>.settings.once)
    }
    return EngineGround(
      status: status, why: await why, settings: settings, ticker: await ticker, isPractice: isPractice,
      isKeyDeprecated: isKeyDeprecated)
  }
}

extension Reading where Value == Ticker {
  /// Seconds from the price's own time to the answer; `nil` for a time that has not come: clocks differ by seconds, no
  /// more.
  var priceAge: Decimal? {
    guard let at = value.at, at.timeIntervalSince(receivedAt) < 60 else { return nil }
    return Words.seconds(from: at, to: receivedAt)
  }
}
