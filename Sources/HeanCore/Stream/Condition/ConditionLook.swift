import Foundation

/// What one look at an engine saw of what a condition asks for.
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
}

extension EngineReader {
  /// What can be seen now of what a condition asks for.
  /// - Parameter known: meanings that an earlier look has found.
  public func look(
    for names: Set<ConditionName>, meaning known: [ConditionName: ConditionName] = [:]
  ) async -> ConditionLook {
    // Only what is asked for: this is read every second, and the mode of the engine changes nothing here.
    var look = ConditionLook()
    look.meanings = known
    do throws(EngineError) {
      let status = try await read(.engineStatus)
      look.status = status
      let isRunning = status.value.isAtWork
      // A stopped engine knows no names, and has no values for them.
      if isRunning { await learn(names, &look) }
      let meant = Set(names.compactMap { look.meanings[$0] ?? ($0.isAboutSomething ? nil : $0) })
      let values = await values(for: meant, status.value, isRunning)
      look.values = Dictionary(
        names.compactMap { name in values[look.meanings[name] ?? name].map { (name, $0) } }, uniquingKeysWith: { $1 })
      look = await lookAtMoney(names, status.value, look)
    } catch {
      look.failure = error
    }
    return look
  }

  /// Finds out which symbols and orders are meant.
  private func learn(_ names: Set<ConditionName>, _ look: inout ConditionLook) async {
    for name in names where name.isAboutSomething && look.meanings[name] == nil {
      do throws(EngineError) {
        look.meanings[name] = try await meaning(of: name)
      } catch {
        switch error {
        case .notFound, .ambiguous: look.stranger = error
        // Perhaps the next look can tell.
        default: break
        }
      }
    }
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

  private func values(
    for names: Set<ConditionName>, _ engine: EngineStatus, _ isRunning: Bool
  ) async -> [ConditionName: ConditionValue] {
    var values: [ConditionName: ConditionValue] = [.engineState: .word(engine.state.word)]
    func set(_ name: ConditionName, _ value: ConditionValue?) {
      if names.contains(name), let value { values[name] = value }
    }
    guard isRunning else { return values.filter { names.contains($0.key) } }
    set(.unrealizedPnL, engine.unrealizedPnL.map { .number($0) })
    set(.realizedPnL, engine.realizedPnL.map { .number($0) })
    if names.contains(.riskState), let governor = try? await attempt(.governor).get().value {
      set(.riskState, .word(governor.state.word))
    }
    if names.contains(.killSwitch) {
      // A switch that three endpoints tell of differently is not known.
      switch await killSwitchTruth(isRunning: true).verdict {
      case .triggered, .emergency: set(.killSwitch, .truth(true))
      case .clear: set(.killSwitch, .truth(false))
      case .contradiction, .notRunning, .unknown: break
      }
    }
    await lookAtPositions(names, engine, &values)
    await lookAtOrders(names, &values)
    for case .price(let symbol) in names {
      set(.price(symbol), (try? await attempt(.ticker(symbol)).get().value.price).map { .number($0) })
    }
    return values.filter { names.contains($0.key) }
  }

  private func lookAtPositions(
    _ names: Set<ConditionName>, _ engine: EngineStatus, _ values: inout [ConditionName: ConditionValue]
  ) async {
    let asked = names.filter { if case .position = $0 { true } else { $0 == .positionCount } }
    guard !asked.isEmpty, let reading = try? await attempt(.positions).get() else { return }
    let positions = reading.value.elements
    let held = Dictionary(grouping: positions, by: { $0.symbol.uppercased() })
    // An engine that cannot read the exchange drops what it has: that is no proof of a close, of one or of all.
    let isMissing = asked.contains {
      if case .position(let symbol, _) = $0 { held[symbol.uppercased()] == nil } else { held.isEmpty }
    }
    let doubt =
      isMissing
      ? await checkEmpty(before: reading.receivedAt, isLive: engine.isDryRun != true).doubt(listed: positions.count)
      : nil
    var lost: Set<String> = []
    if case .vanished(let dropped) = doubt { lost = Set(dropped.map { $0.symbol.uppercased() }) }
    // Figures that count more than is listed, or did not come, leave open what is missing.
    let isProof = doubt == nil || !lost.isEmpty
    if !held.isEmpty || doubt == nil { values[.positionCount] = .number(Decimal(positions.count)) }
    for case .position(let symbol, let part) in asked {
      let open = held[symbol.uppercased()] ?? []
      let name = ConditionName.position(symbol, part)
      switch part {
      case .open, .closed:
        if !open.isEmpty || isProof && !lost.contains(symbol.uppercased()) {
          values[name] = .truth(open.isEmpty == (part == .closed))
        }
      default: values[name] = Self.value(part, of: open)
      }
    }
  }

  /// Of several positions in one symbol (contract 2.2) the PnL adds up; the rest is known where they agree.
  private static func value(_ part: ConditionName.PositionPart, of open: [Position]) -> ConditionValue? {
    func shared<Value: Equatable>(_ values: [Value?]) -> Value? {
      guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
      return first
    }
    switch part {
    case .open, .closed: return nil
    case .side: return shared(open.map(\.side)).map { .word($0.word) }
    case .size: return shared(open.map(\.size)).map { .number($0) }
    case .entry: return shared(open.map(\.entryPrice)).map { .number($0) }
    case .mark: return shared(open.map(\.markPrice)).map { .number($0) }
    case .pnl:
      let profits = open.compactMap(\.unrealizedPnL)
      return profits.isEmpty || profits.count < open.count ? nil : .number(profits.reduce(0, +))
    }
  }

  private func lookAtOrders(_ names: Set<ConditionName>, _ values: inout [ConditionName: ConditionValue]) async {
    let asked = names.filter { if case .order = $0 { true } else { $0 == .orderCount } }
    guard !asked.isEmpty, let orders = try? await attempt(.orders(.all)).get().value.elements else { return }
    values[.orderCount] = .number(Decimal(orders.count { $0.status.isOpen }))
    for case .order(let id, let part) in asked {
      guard let order = orders.first(where: { $0.id == id }) else { continue }
      let name = ConditionName.order(id, part)
      switch part {
      case .open: values[name] = .truth(order.status.isOpen)
      case .filled: values[name] = .truth(order.status == .filled)
      case .cancelled: values[name] = .truth(order.status == .cancelled)
      case .rejected: values[name] = .truth(order.status == .rejected)
      case .status: values[name] = .word(order.status.word)
      }
    }
  }
}
