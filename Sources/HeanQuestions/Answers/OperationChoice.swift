import HeanCore

/// The operation that a topic names, with the symbols and strategies of the question.
struct OperationChoice: Sendable {
  let reading: QuestionReading

  init(_ reading: QuestionReading) { self.reading = reading }

  private var positions: [String] { reading.id.map { [$0] } ?? reading.symbols }

  /// A step that can be taken as it stands: where the question does not name what it is about, the list of it.
  func step(_ topic: QuestionTopic) -> NextStep? {
    switch topic {
    case .start: .operation(.engineStart)
    case .stop: .operation(.engineStop)
    case .restart: .operation(.engineRestart)
    case .resume: .operation(.engineResume)
    case .pause: .operation(.enginePause)
    case .closeAll: .operation(.closeAllPositions)
    case .stopAll: .operation(.panic)
    case .closePosition: positions.isEmpty ? .query(.positions) : .operation(.closePositions, each: positions)
    case .cancelOrder: reading.id.map { .operation(.cancelOrders, $0) } ?? .query(.orders)
    case .cancelAll: .operation(.cancelAllOrders)
    case .placeOrder: .query(.positions)
    case .resetKillSwitch: .operation(.resetKillSwitch, options: .reason("cause gone"))
    case .triggerKillSwitch, .stopEntries: .operation(.triggerKillSwitch, options: .preview)
    case .clearGovernor:
      reading.symbols.first.map { .operation(.clearGovernor, options: .symbol($0)) } ?? .operation(.clearGovernor)
    case .enableStrategy:
      reading.strategies.isEmpty ? .query(.strategies) : .operation(.enableStrategies, each: reading.strategies)
    case .disableStrategy:
      reading.strategies.isEmpty ? .query(.strategies) : .operation(.disableStrategies, each: reading.strategies)
    case .changeSetting:
      newSetting.map { .operation(.setConfiguration, "\($0.key)=\($0.text)") } ?? .query(.configuration)
    default: nil
    }
  }

  /// The setting that the question names, with the value that it is to have.
  private var newSetting: (key: String, text: String)? {
    guard reading.topic == .changeSetting, reading.terms.count == 2, SettingWords.isListed(reading.terms[0]) else {
      return nil
    }
    return (reading.terms[0], reading.terms[1])
  }

  /// The operation; `nil` where operands are missing, and for what has no plan.
  private func operation(_ topic: QuestionTopic) -> EngineOperation? {
    switch topic {
    case .start: .startEngine
    case .stop: .stopEngine
    case .restart: .restartEngine
    case .resume: .resumeEngine
    case .pause: .pauseEngine
    case .resetKillSwitch: .resetKillSwitch(isForced: false)
    case .triggerKillSwitch, .stopEntries: .triggerKillSwitch
    case .clearGovernor: .clearGovernor(symbol: reading.symbols.first, isForced: false)
    case .closeAll: .closeAllPositions
    case .cancelAll: .cancelAllOrders
    case .changeSetting: newSetting.map { .configure([$0], isForced: false) }
    case .closePosition: reading.symbols.isEmpty ? nil : .closePositions(reading.symbols)
    case .enableStrategy: reading.strategies.isEmpty ? nil : .setStrategies(reading.strategies, enabled: true)
    case .disableStrategy: reading.strategies.isEmpty ? nil : .setStrategies(reading.strategies, enabled: false)
    default: nil
    }
  }

  /// The plan of the operation for this snapshot; `nil` where operands are missing, and for what has no plan.
  /// - Throws: why it cannot be planned: a part could not be read, or an operand names nothing.
  func plan(_ topic: QuestionTopic, _ snapshot: EngineSnapshot) throws(EngineError) -> OperationPlan? {
    guard let operation = operation(topic) else { return nil }
    return try operation.plan(snapshot)
  }

  /// What the plan of the operation reads, and what tells whether the list of what stays open can be believed.
  func parts(_ topic: QuestionTopic?) -> Set<SnapshotPart> {
    guard let topic, let operation = operation(topic) else { return [] }
    return topic.leavesPositions ? operation.parts.union([.listedPositions()]) : operation.parts
  }

  /// What the operation has to be told that the question does not name.
  func missing(_ topic: QuestionTopic) -> NextStep? {
    switch topic {
    case .closePosition where positions.isEmpty: "Name the position by its symbol or its id."
    case .cancelOrder where reading.id == nil: "Name the order by its id."
    case .placeOrder: "It needs the symbol, the side and a size."
    case .enableStrategy where reading.strategies.isEmpty, .disableStrategy where reading.strategies.isEmpty:
      "Name the strategy."
    default: nil
    }
  }

  static func meaning(_ topic: QuestionTopic) -> String {
    switch topic {
    case .start: "Starts a stopped engine."
    case .stop:
      "Stops the engine: it forgets its orders and positions. What is open at the exchange stays there; positions of paper trading are forgotten."
    case .restart:
      "Stops and starts the engine: its memory begins anew. What is open at the exchange stays there; positions of paper trading are forgotten."
    case .resume: "Ends a pause."
    case .pause:
      "Sets the engine to PAUSED, which stops no orders by itself; to stop new entries, disable strategies, or trigger the kill switch, whose latch only a restart ends."
    case .closeAll:
      "Closes every open position at the market. The engine goes on, and its strategies may open new ones: a panic stops it as well."
    case .stopAll: "Halts, cancels, closes everything, and proves it; the preview shows what it would do."
    case .closePosition: "Closes the position at the market and looks whether it is gone."
    case .cancelOrder: "Cancels the order in the engine's books and looks whether it is gone."
    case .cancelAll: "Cancels every open order in the engine's books and looks whether they are gone."
    case .placeOrder: "Places an order for practice and dry run; a live engine takes no plain orders."
    case .resetKillSwitch: "Resets the kill switch and looks whether signals pass again."
    case .triggerKillSwitch:
      "Uses the emergency stop: every new signal is refused at once. Positions and orders stay open."
    case .stopEntries:
      "The kill switch refuses every new signal at once; positions and orders stay open. Only a restart of the engine ends that: a reset does not, and a restart of paper trading forgets what is open. A pause would not do it, and a stop ends the engine's exits as well."
    case .clearGovernor: "Sets the risk governor back to NORMAL."
    case .enableStrategy: "Lets the strategy send signals again."
    case .disableStrategy: "Keeps the strategy from sending signals; its open positions stay."
    case .changeSetting:
      "The keys that can be changed while the engine runs are listed with their values; config set changes one."
    default: topic.label.sentenceStart + "."
    }
  }
}
