import Foundation

/// What verbs and questions ask for.
extension Part {
  /// What nothing can be said without: is the engine running, what would an order touch, how old are its prices.
  public static let engine = Part(
    "engine", kept: [EndpointRead(.why), EndpointRead(.priceProbe)],
    first: { _ in [EndpointRead(.engineStatus)] },
    // Only there the mode is not clear without it: the engine allows 30 reads of `/settings` a minute.
    next: {
      $0.isPractice || $0.engine?.isDryRun != false ? [] : [EndpointRead(Endpoint<EngineSettings>.settings.once)]
    }
  )

  public static let positions = Part(.positions)
  /// The open ones only: the list of all grows for the life of the engine.
  public static let openOrders = Part(.orders(.open))
  public static let allOrders = Part(.orders(.all))
  public static let strategies = Part(.strategies)
  public static let governor = Part(.governor)
  public static let limits = Part(.riskLimits)
  public static let configuration = Part(.configuration)
  public static let decisions = Part(.state)
  public static let closed = Part(.history(limit: 500))
  public static let equityHistory = Part(.equityHistory)
  /// `/risk/status` alone, which `killSwitch` reads too.
  public static let risk = Part(.riskStatus)
  public static let metrics = Part(.metrics)
  /// `/trading/why` anew, where a mode of before is not enough.
  public static let why = Part(.why)
  public static func ticker(_ symbol: String) -> Part { Part(.ticker(symbol)) }

  /// What the engine tells of its events since the moment before.
  public static let events = Part("events", first: { [EndpointRead(.events(since: $0?.trail?.lastSeq))] })

  /// All three sources, and what tells an emergency stop that is at work from one that a restart has ended.
  public static let killSwitch = Part(
    "kill switch", first: { _ in [EndpointRead(.killSwitch), EndpointRead(.riskStatus), EndpointRead(.health)] },
    next: { snapshot in
      guard snapshot.health.value?.isEmergencyStopped == true, snapshot.isRunning == true else { return [] }
      return [
        EndpointRead(.stopLog), EndpointRead(.logSummary), EndpointRead(.state), EndpointRead(.equityHistory),
      ]
    })

  /// The price, with its time, of each symbol that is held, or of those that are meant by these names. Ten symbols are
  /// all that an engine trades.
  public static func heldPrices(_ names: [String]) -> Part {
    Part(
      "held prices \(names.joined(separator: " "))", first: { _ in [] },
      next: { snapshot in
        guard let open = snapshot.openPositions, snapshot.status.isAsked else { return [] }
        let meant = names.isEmpty ? open : names.flatMap { (try? Lookup.positions($0, in: open)) ?? [] }
        return Set(meant.map(\.symbol)).sorted().prefix(10).map { EndpointRead(.ticker($0)) }
      })
  }
}

/// What a diagnosis asks for.
extension Part {
  /// - Parameter symbols: whose prices to look at; `nil` leaves out the reads that make a diagnosis finer and never decide
  ///   it alone.
  public static func diagnosis(deeply symbols: [String]? = nil) -> Set<Part> {
    var parts: Set<Part> = [
      .engine, signalPath, stopsOfThisEngine,
    ]
    if let symbols {
      parts.insert(finerReads)
      for symbol in symbols { parts.insert(.ticker(symbol)) }
    } else {
      parts.insert(oldPrices)
    }
    return parts
  }

  private static let signalPath = Part(
    "signal path",
    first: { _ in
      [
        EndpointRead(.killSwitch), EndpointRead(.riskStatus), EndpointRead(.health), EndpointRead(.governor),
        EndpointRead(.strategies), EndpointRead(.decisionMemory), EndpointRead(.metrics), EndpointRead(.state),
        EndpointRead(.filterBlocks), EndpointRead(.council), EndpointRead(.stopLog),
      ]
    })

  /// Which engine a sign of a stop belongs to is asked only where there is one.
  private static let stopsOfThisEngine = Part(
    "stops of this engine", first: { _ in [] },
    next: { snapshot in
      guard
        snapshot.status.isAsked, snapshot.why.isAsked, snapshot.killSwitch.isAsked, snapshot.risk.isAsked,
        snapshot.health.isAsked, snapshot.state.isAsked, snapshot.stopLog.isAsked
      else { return [] }
      // An engine that answered neither would be waited for a second time.
      guard snapshot.status.error == nil || snapshot.stopLog.error == nil else { return [] }
      guard snapshot.asksForStart(StopSigns(snapshot, nil)) else { return [] }
      return [EndpointRead(.logSummary), EndpointRead(.equityHistory)]
    })

  /// What one old price means for the others decides; a screen that did not ask for them has to know as well.
  private static let oldPrices = Part(
    "old prices", first: { _ in [] },
    next: { snapshot in
      guard snapshot[.priceProbe].isAsked, snapshot.marketAge ?? 0 > Ticker.staleAfter else {
        return []
      }
      return Symbols.defaults.map { EndpointRead(.ticker($0)) }
    })

  private static let finerReads = Part(
    "finer reads",
    first: { _ in
      [
        EndpointRead(.history(limit: 500)), EndpointRead(.verdicts), EndpointRead(.pipeline),
        EndpointRead(.rejections(minutes: 1)), EndpointRead(.rejections(minutes: 5)),
        EndpointRead(.rejections(minutes: 60)),
      ]
    })
}
