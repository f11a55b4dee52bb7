/// State of the engine object (`engine_state` of `GET /api/v1/engine/status`).
public enum EngineState: OpenEnum {
  /// `busy`: it is starting or stopping. `paused` does not stop orders (docs/engine.md 4.2).
  case running, paused, stopped, error, busy
  /// A word that this library does not know, as the engine sent it.
  case unknown(String)

  /// Every state except `unknown`.
  public static let known: [EngineState] = [.running, .paused, .stopped, .error, .busy]

  /// The engine's word, in capitals; an unknown word unchanged.
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

/// Direction of an order or a signal.
public enum OrderSide: OpenEnum {
  /// A `buy` opens a long or closes a short, a `sell` the reverse.
  case buy, sell
  /// A word that this library does not know, as the engine sent it.
  case unknown(String)

  /// Both sides, without `unknown`.
  public static let known: [OrderSide] = [.buy, .sell]

  /// The engine's word, in lower case; an unknown word unchanged.
  public var rawValue: String {
    switch self {
    case .buy: "buy"
    case .sell: "sell"
    case .unknown(let word): word
    }
  }
}

/// Direction of a position: a long gains when the price rises, a short when it falls.
public enum PositionSide: OpenEnum {
  /// A long was opened by buying, a short by selling.
  case long, short
  /// A word that this library does not know, as the engine sent it.
  case unknown(String)

  /// Both sides, without `unknown`.
  public static let known: [PositionSide] = [.long, .short]

  /// The engine's word, in lower case; an unknown word unchanged.
  public var rawValue: String {
    switch self {
    case .long: "long"
    case .short: "short"
    case .unknown(let word): word
    }
  }

  /// An amount as it counts for this side: negated for a short; `nil` for a side that is not known.
  func signed(_ amount: Decimal) -> Decimal? {
    switch self {
    case .long: amount
    case .short: -amount
    case .unknown: nil
    }
  }
}

/// Status of an order in the engine's books. The engine writes it in lower case, except in the event `ORDER_UPDATE`
/// (docs/engine.md 3.7).
public enum OrderStatus: OpenEnum {
  /// The engine never lists `rejected` orders, only events and counters show them (docs/engine.md 2.2).
  case pending, placed, partiallyFilled, filled, cancelled, rejected
  /// A word that this library does not know, as the engine sent it.
  case unknown(String)

  /// Every status except `unknown`.
  public static let known: [OrderStatus] = [.pending, .placed, .partiallyFilled, .filled, .cancelled, .rejected]

  /// The engine's word, in lower case; an unknown word unchanged.
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

  /// Whether the order can still fill according to the engine's books, which may be wrong (docs/engine.md 2.2).
  public var isOpen: Bool { [.pending, .placed, .partiallyFilled].contains(self) }
}

/// State of the governor, which cuts or stops trading as drawdown grows (docs/engine.md 5.1).
public enum RiskState: OpenEnum {
  /// In order of severity. `softBrake` and `quarantine` reduce sizes, `hardStop` stops trading.
  case normal, softBrake, quarantine, hardStop
  /// A word that this library does not know, as the engine sent it.
  case unknown(String)

  /// Every state except `unknown`, the mildest first.
  public static let known: [RiskState] = [.normal, .softBrake, .quarantine, .hardStop]

  /// The engine's word, in capitals; an unknown word unchanged.
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

/// What the engine did with a signal (docs/engine.md 2.3). The physics filter writes `reject` in lower case.
public enum DecisionOutcome: OpenEnum {
  /// `create`: an order was requested. The others refuse the signal.
  case create, skip, reject, block
  /// A word that this library does not know, as the engine sent it.
  case unknown(String)

  /// Every outcome except `unknown`.
  public static let known: [DecisionOutcome] = [.create, .skip, .reject, .block]

  /// The engine's word, in capitals; an unknown word unchanged.
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
