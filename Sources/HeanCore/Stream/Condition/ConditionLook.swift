import Foundation

/// What one look at an engine saw of what a condition asks for.
public struct ConditionLook: Sendable {
  /// What is missing is not known: not answered, or told by an engine that does not run and sends zeros.
  public var values: [ConditionName: ConditionValue]
  /// Why a figure that the engine tells is not taken for known.
  public var doubts: [ConditionName: String] = [:]
  /// Why the engine told nothing at all; `nil` when it answered.
  public var failure: EngineError?
}

extension EngineReader {
  /// What can be seen now of what a condition asks for.
  public func look(for names: Set<ConditionName>) async -> ConditionLook {
    // Only what is asked for: this is read every second, and the mode of the engine changes nothing here.
    switch await attempt(.engineStatus) {
    case .success(let answer):
      await lookAtMoney(names, answer.value, ConditionLook(values: values(for: names, answer.value)))
    case .failure(let error): ConditionLook(values: [:], failure: error)
    }
  }

  private func values(
    for names: Set<ConditionName>, _ engine: EngineStatus
  ) async -> [ConditionName: ConditionValue] {
    let isRunning = engine.isRunning == true && engine.state != .busy
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
    await lookAtPositions(names, &values)
    await lookAtOrders(names, &values)
    for case .price(let symbol) in names {
      set(.price(symbol), (try? await attempt(.ticker(symbol)).get().value.price).map { .number($0) })
    }
    return values.filter { names.contains($0.key) }
  }

  private func lookAtPositions(
    _ names: Set<ConditionName>, _ values: inout [ConditionName: ConditionValue]
  ) async {
    let asked = names.filter { if case .position = $0 { true } else { $0 == .positionCount } }
    guard !asked.isEmpty, let reading = try? await attempt(.positions).get() else { return }
    let positions = reading.value.elements
    let held = Set(positions.map { $0.symbol.uppercased() })
    // An engine that cannot read the exchange drops what it has: that is no proof of a close, of one or of all.
    let isMissing = asked.contains {
      if case .position(let symbol, _) = $0 { !held.contains(symbol) } else { held.isEmpty }
    }
    let doubt = isMissing ? await checkEmpty(before: reading.receivedAt).doubt(listed: positions.count) : nil
    var lost: Set<String> = []
    if case .vanished(let dropped) = doubt { lost = Set(dropped.map { $0.symbol.uppercased() }) }
    // Figures that count more than is listed, or did not come, leave open what is missing.
    let isProof = doubt == nil || !lost.isEmpty
    if !held.isEmpty || doubt == nil { values[.positionCount] = .number(Decimal(positions.count)) }
    for case .position(let symbol, let part) in asked {
      let position = positions.first { $0.symbol.uppercased() == symbol }
      let name = ConditionName.position(symbol, part)
      switch part {
      case .open, .closed:
        if position != nil || isProof && !lost.contains(symbol) {
          values[name] = .truth((position != nil) == (part == .open))
        }
      case .side: values[name] = position.map { .word($0.side.word) }
      case .size: values[name] = position?.size.map { .number($0) }
      case .pnl: values[name] = position?.unrealizedPnL.map { .number($0) }
      case .entry: values[name] = position?.entryPrice.map { .number($0) }
      case .mark: values[name] = position?.markPrice.map { .number($0) }
      }
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
