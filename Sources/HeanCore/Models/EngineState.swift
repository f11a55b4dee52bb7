/// Where the engine's life cycle stands (`/engine/status.engine_state`).
public enum EngineState: OpenEnum {
  case running, paused, stopped, error, busy
  case unknown(String)

  public static let known: [EngineState] = [.running, .paused, .stopped, .error, .busy]

  public var rawValue: String {
    switch self {
    case .running: "RUNNING"
    case .paused: "PAUSED"
    case .stopped: "STOPPED"
    case .error: "ERROR"
    case .busy: "BUSY"
    case .unknown(let word): word
    }
  }
}

/// Which way an order trades.
public enum OrderSide: OpenEnum {
  case buy, sell
  case unknown(String)

  public static let known: [OrderSide] = [.buy, .sell]

  public var rawValue: String {
    switch self {
    case .buy: "buy"
    case .sell: "sell"
    case .unknown(let word): word
    }
  }
}

/// Which way a position profits.
public enum PositionSide: OpenEnum {
  case long, short
  case unknown(String)

  public static let known: [PositionSide] = [.long, .short]

  public var rawValue: String {
    switch self {
    case .long: "long"
    case .short: "short"
    case .unknown(let word): word
    }
  }
}

/// Where an order's life stands. The engine writes lower case everywhere but in one event.
public enum OrderStatus: OpenEnum {
  case pending, placed, partiallyFilled, filled, cancelled, rejected
  case unknown(String)

  public static let known: [OrderStatus] = [.pending, .placed, .partiallyFilled, .filled, .cancelled, .rejected]

  public var rawValue: String {
    switch self {
    case .pending: "pending"
    case .placed: "placed"
    case .partiallyFilled: "partially_filled"
    case .filled: "filled"
    case .cancelled: "cancelled"
    case .rejected: "rejected"
    case .unknown(let word): word
    }
  }

  /// Whether the order can still fill, as far as the engine knows.
  public var isOpen: Bool { [.pending, .placed, .partiallyFilled].contains(self) }
}

/// The governor's answer to drawdown (docs/engine.md 5.1).
public enum RiskState: OpenEnum {
  case normal, softBrake, quarantine, hardStop
  case unknown(String)

  public static let known: [RiskState] = [.normal, .softBrake, .quarantine, .hardStop]

  public var rawValue: String {
    switch self {
    case .normal: "NORMAL"
    case .softBrake: "SOFT_BRAKE"
    case .quarantine: "QUARANTINE"
    case .hardStop: "HARD_STOP"
    case .unknown(let word): word
    }
  }
}

/// What the engine did with a signal. The physics filter writes `reject` in lower case.
public enum DecisionOutcome: OpenEnum {
  case create, skip, reject, block
  case unknown(String)

  public static let known: [DecisionOutcome] = [.create, .skip, .reject, .block]

  public var rawValue: String {
    switch self {
    case .create: "CREATE"
    case .skip: "SKIP"
    case .reject: "REJECT"
    case .block: "BLOCK"
    case .unknown(let word): word
    }
  }
}
