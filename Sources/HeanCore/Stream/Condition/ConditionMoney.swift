import Foundation

extension EngineReader {
  /// Equity and what the engine derives from it. A figure that contradicts its parts is not known, so that it meets no
  /// condition.
  func lookAtMoney(
    _ names: Set<ConditionName>, _ engine: EngineStatus, _ rest: ConditionLook
  ) async -> ConditionLook {
    let asked = names.intersection([.equity, .dayPnL, .drawdown])
    guard !asked.isEmpty, engine.isRunning, engine.state != .busy else { return rest }
    async let risk = attempt(.riskStatus)
    async let positions = attempt(.positions)
    // Only what is meant for the exchange can have lost it.
    let why = engine.isDryRun == false ? try? await attempt(.why).get().value : nil
    let truth = EquityTruth(
      status: engine, positions: try? await positions.get().value.elements, risk: try? await risk.get().value,
      mode: OperatingMode(isPractice: isPractice, status: engine, isTestnet: nil, why: why))
    var look = rest
    func set(_ name: ConditionName, _ value: Decimal?, _ doubt: String?) {
      guard asked.contains(name) else { return }
      look.values[name] = value.map { .number($0) }
      look.doubts[name] = value == nil ? doubt : nil
    }
    let isTold = [.asIs, .exchange, .booksDisagree].contains(truth.verdict)
    set(.equity, isTold ? truth.shown : nil, truth.because)
    let day = truth.dayPnL
    set(.dayPnL, day.value, day.doubt)
    if asked.contains(.drawdown), let governor = try? await attempt(.governor).get().value {
      let drawdown = truth.drawdown(percent: governor.drawdownPercent)
      set(.drawdown, drawdown.value, drawdown.doubt)
    }
    return look
  }
}
