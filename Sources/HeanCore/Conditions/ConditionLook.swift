/// The values of a condition's names at one moment.
public struct ConditionLook: Sendable {
  /// A name that is missing here is not known: the engine did not answer, or it does not run and sends zeros.
  public var values: [ConditionName: ConditionValue] = [:]
  /// Why a figure that the engine sent is not used as a value.
  public var doubts: [ConditionName: String] = [:]
  /// The names with their symbols and order ids as the engine writes them.
  public var meanings: [ConditionName: ConditionName] = [:]
  /// Why `/engine/status` could not be read; `nil` when it was.
  public var failure: EngineError?
  /// Why a symbol or an order in a name is unknown or ambiguous; `nil` when none is. Looking again does not change
  /// that.
  public var stranger: EngineError?
  /// The answer of `/engine/status`; `nil` when it could not be read.
  public var status: EndpointAnswer<EngineStatus>?

  /// A look before anything was read.
  public init() {}

  /// - Parameters:
  ///   - names: the names of a condition.
  ///   - meanings: the same names with symbols and order ids as the engine writes them. A name about a symbol or an
  ///     order that is not in it stays unknown.
  ///   - snapshot: with the parts of `parts(for:meaning:)`.
  ///   - now: the local clock.
  public init(
    _ names: Set<ConditionName>, meaning meanings: [ConditionName: ConditionName], _ snapshot: EngineSnapshot, now: Date
  ) {
    self.meanings = meanings
    failure = snapshot.status.error
    guard let status = snapshot.status.reading else { return }
    self.status = status
    let meant = Self.meant(names, meanings)
    let (found, doubts) = ConditionValues(names: meant, snapshot: snapshot, now: now).found()
    for name in names { values[name] = found[meanings[name] ?? name] }
    self.doubts = doubts
  }

  /// The names as the engine writes them, without those that could not be resolved.
  private static func meant(
    _ names: Set<ConditionName>, _ meanings: [ConditionName: ConditionName]
  ) -> Set<ConditionName> { Set(names.compactMap { meanings[$0] ?? ($0.isAboutSomething ? nil : $0) }) }

  /// What has to be read for these names, and nothing else: it is read every second. Of an engine that does not run,
  /// only the state is read.
  public static func parts(
    for names: Set<ConditionName>, meaning meanings: [ConditionName: ConditionName]
  ) -> Set<SnapshotPart> {
    let meant = Self.meant(names, meanings)
    let base = SnapshotPart("state of the engine", reads: { _ in [EndpointRead(.engineStatus)] }) { snapshot in
      guard let engine = snapshot.engine, engine.isAtWork else { return [] }
      var reads = meant.flatMap { $0.reads(engine) }
      if let listed = snapshot.positions.value, meant.contains(where: { $0.misses(listed) }) {
        // An engine that cannot read the exchange drops its positions (docs/engine.md 2.2): that a position is missing
        // does not prove a close.
        reads += [EndpointRead(.riskStatus), EndpointRead(.history())]
        if snapshot.isAtExchange { reads.append(EndpointRead(.equityHistory)) }
      }
      return reads
    }
    // What a verdict rests on is read as a whole; of an engine that does not run, too.
    return meant.contains(where: \.restsOnVerdicts) ? SnapshotPart.judgement.union([base]) : [base]
  }
}

extension ConditionName {
  fileprivate func reads(_ engine: EngineStatus) -> [EndpointRead] {
    switch self {
    case .equity, .dayPnL, .drawdown:
      // Only an engine that is meant to trade at the exchange can have lost it.
      [EndpointRead(.riskStatus), EndpointRead(.positions)] + (engine.isDryRun == false ? [EndpointRead(.why)] : [])
        + (self == .drawdown ? [EndpointRead(.governor)] : [])
    case .riskState: [EndpointRead(.governor)]
    case .positionCount, .position: [EndpointRead(.positions)]
    case .orderCount, .order: [EndpointRead(.orders(.all))]
    case .price(let symbol): [EndpointRead(.ticker(symbol))]
    case .count: [EndpointRead(.metrics)]
    case .change(let base, _): base.reads(engine)
    case .unrealizedPnL, .realizedPnL, .engineState, .killSwitch, .latch, .verdict, .money: []
    }
  }

  /// Whether the list has no position that the name is about.
  fileprivate func misses(_ listed: Listing<Position>) -> Bool {
    switch self {
    case .positionCount: listed.isEmpty
    case .position(let symbol, _): !listed.contains { $0.symbol.uppercased() == symbol.uppercased() }
    default: false
    }
  }
}

extension EngineReader {
  /// Reads what is needed for the names of a condition, and finds their values.
  /// - Parameters:
  ///   - known: meanings that an earlier look has found; they are not looked up again.
  ///   - now: the local clock.
  public func look(
    for names: Set<ConditionName>, meaning known: [ConditionName: ConditionName] = [:], now: @Sendable () -> Date
  ) async -> ConditionLook {
    var meanings = known
    var stranger: EngineError?
    // Only an engine that runs can resolve symbols and order ids.
    if names.contains(where: { $0.isAboutSomething && known[$0] == nil }),
      await answer(to: .engineStatus).value?.isAtWork == true
    {
      for name in names where name.isAboutSomething && meanings[name] == nil {
        do throws(EngineError) {
          meanings[name] = try await meaning(of: name)
        } catch {
          // Another error may be gone at the next look.
          if error.isAboutName { stranger = error }
        }
      }
    }
    let snapshot = await snapshot(of: ConditionLook.parts(for: names, meaning: meanings), now: now)
    var look = ConditionLook(names, meaning: meanings, snapshot, now: now())
    look.stranger = stranger
    return look
  }

  private func meaning(of name: ConditionName) async throws(EngineError) -> ConditionName {
    switch name {
    case .price(let word): return .price(try await symbol(word))
    case .position(let word, let part): return .position(try await symbol(word), part)
    case .order(let word, let part):
      let orders = try await read(.orders(.all)).value.elements
      return .order(try Lookup.order(word, in: orders).id ?? word, part)
    case .change(let base, let window): return .change(try await meaning(of: base), within: window)
    default: return name
    }
  }
}
