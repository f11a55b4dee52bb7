public import Foundation

/// What one moment shows of what a condition asks for.
public struct ConditionLook: Sendable {
  /// What is missing is not known: not answered, or told by an engine that does not run and sends zeros.
  public var values: [ConditionName: ConditionValue] = [:]
  /// Why a figure that the engine tells is not taken for known.
  public var doubts: [ConditionName: String] = [:]
  /// The names with their symbols and ids as the engine writes them.
  public var meanings: [ConditionName: ConditionName] = [:]
  /// Why the engine told nothing at all; `nil` when it answered.
  public var failure: EngineError?
  /// Why a name stands for nothing that the engine knows; no later look is going to change that.
  public var stranger: EngineError?
  /// The answer about the engine itself.
  public var status: Reading<EngineStatus>?

  /// Nothing seen yet.
  public init() {}

  /// - Parameters:
  ///   - names: what is asked for.
  ///   - meanings: of those names that are about a symbol or an order; without one nothing is known of it.
  ///   - snapshot: with the parts of `parts(for:meaning:)`.
  public init(_ names: Set<ConditionName>, meaning meanings: [ConditionName: ConditionName], _ snapshot: EngineSnapshot)
  {
    self.meanings = meanings
    failure = snapshot.status.error
    guard let status = snapshot.status.reading else { return }
    self.status = status
    let meant = Self.meant(names, meanings)
    let (found, doubts) = ConditionValues(names: meant, snapshot: snapshot).found()
    for name in names { values[name] = found[meanings[name] ?? name] }
    self.doubts = doubts
  }

  /// As the engine names them; without what nobody knows the meaning of.
  private static func meant(
    _ names: Set<ConditionName>, _ meanings: [ConditionName: ConditionName]
  ) -> Set<ConditionName> { Set(names.compactMap { meanings[$0] ?? ($0.isAboutSomething ? nil : $0) }) }

  /// Only what is asked for: this is read every second. A stopped engine has no values.
  public static func parts(
    for names: Set<ConditionName>, meaning meanings: [ConditionName: ConditionName]
  ) -> Set<Part> {
    let meant = Self.meant(names, meanings)
    let base = Part("state of the engine", first: { _ in [EndpointRead(.engineStatus)] }) { snapshot in
      guard let engine = snapshot.engine, engine.isAtWork else { return [] }
      var reads = meant.flatMap { $0.reads(engine) }
      if let listed = snapshot.positions.value, meant.contains(where: { $0.misses(listed) }) {
        // An engine that cannot read the exchange drops what it has: that is no proof of a close, of one or of all.
        reads += [EndpointRead(.riskStatus), EndpointRead(.history())]
        if snapshot.isAtExchange { reads.append(EndpointRead(.equityHistory)) }
      }
      return reads
    }
    return meant.contains(.killSwitch) ? [base, .killSwitch] : [base]
  }
}

extension ConditionName {
  fileprivate func reads(_ engine: EngineStatus) -> [EndpointRead] {
    switch self {
    case .equity, .dayPnL, .drawdown:
      // Only what is meant for the exchange can have lost it.
      [EndpointRead(.riskStatus), EndpointRead(.positions)] + (engine.isDryRun == false ? [EndpointRead(.why)] : [])
        + (self == .drawdown ? [EndpointRead(.governor)] : [])
    case .riskState: [EndpointRead(.governor)]
    case .positionCount, .position: [EndpointRead(.positions)]
    case .orderCount, .order: [EndpointRead(.orders(.all))]
    case .price(let symbol): [EndpointRead(.ticker(symbol))]
    case .unrealizedPnL, .realizedPnL, .engineState, .killSwitch: []
    }
  }

  /// Whether what it is about is not in the list.
  fileprivate func misses(_ listed: Listing<Position>) -> Bool {
    switch self {
    case .positionCount: listed.isEmpty
    case .position(let symbol, _): !listed.contains { $0.symbol.uppercased() == symbol.uppercased() }
    default: false
    }
  }
}

extension EngineReader {
  /// What can be seen now of what a condition asks for.
  /// - Parameter known: meanings that an earlier look has found.
  public func look(
    for names: Set<ConditionName>, meaning known: [ConditionName: ConditionName] = [:], now: @Sendable () -> Date
  ) async -> ConditionLook {
    var meanings = known
    var stranger: EngineError?
    // A stopped engine knows no names.
    if names.contains(where: { $0.isAboutSomething && known[$0] == nil }),
      await answer(to: .engineStatus).value?.isAtWork == true
    {
      for name in names where name.isAboutSomething && meanings[name] == nil {
        do throws(EngineError) {
          meanings[name] = try await meaning(of: name)
        } catch {
          // Otherwise perhaps the next look can tell.
          if error.isAboutName { stranger = error }
        }
      }
    }
    let snapshot = await snapshot(of: ConditionLook.parts(for: names, meaning: meanings), now: now)
    var look = ConditionLook(names, meaning: meanings, snapshot)
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
    default: return name
    }
  }
}
