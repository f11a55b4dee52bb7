/// One thing that several places of the engine tell, compared.
public struct Comparison: Codable, Sendable, Equatable {
  /// What is compared, the money first. The raw values are the names in hean's JSON.
  public enum Topic: String, Codable, Sendable, CaseIterable {
    /// Which positions are open, by each list and count, and what each of their rows says.
    case positions
    case positionRows = "position_rows"
    /// The engine's books and what the exchange holds.
    case exchange
    /// The engine's equity and its parts; PnL of what is open; PnL of what is closed; and how many were closed.
    case equity, unrealized, realized, closes
    /// Which orders are open, by each list and count; and how many were filled.
    case orders, fills
    /// The sources about the kill switch, and the engine's words about itself.
    case killSwitch = "kill_switch"
    case state

    /// The name for people.
    public var message: String {
      switch self {
      case .positionRows: "rows of positions"
      case .exchange: "books and exchange"
      case .unrealized: "unrealized PnL"
      case .realized: "realized PnL"
      case .closes: "closed positions"
      case .state: "engine state"
      case .positions, .equity, .orders, .fills, .killSwitch: rawValue.replacing("_", with: " ")
      }
    }
  }

  /// What came of it. The raw values are the names in hean's JSON.
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    /// Every place that told it says the same.
    case agrees
    /// The places disagree, and that is not explained.
    case disagrees
    /// The places disagree as the engine is known to, and nothing has to be done about it.
    case explained
    /// At least one place that is needed did not tell it.
    case notCompared = "not_compared"
  }

  /// One place and what it says.
  public struct Place: Codable, Sendable, Equatable {
    /// An endpoint as `/risk/status`, or another source.
    public var source: String
    /// What it says, in words.
    public var value: String
    /// Whether it is the likelier one to be true.
    public var isLikelier = false

    init(_ source: String, _ value: String, isLikelier: Bool = false) {
      self.source = source
      self.value = value
      self.isLikelier = isLikelier
    }

    /// The same where no place is likelier than another.
    var unmarked: Place { Place(source, value) }
  }

  /// What is compared.
  public var topic: Topic
  /// What came of it.
  public var verdict: Verdict
  /// Each place with what it says; where they agree, those that were compared.
  public var places: [Place]
  /// The finding in one sentence without a full stop.
  public var message: String
  /// Why the one place is likelier, or why nothing was compared; `nil` where there is nothing to say.
  public var reason: String?
  /// What the disagreement is worth (USDT); `nil` where that is not known, or nothing disagrees.
  public var worth: Decimal?
  /// What to look at; `nil` when there is nothing. It changes nothing at the engine.
  public var nextStep: NextStep?

  init(
    _ topic: Topic, _ verdict: Verdict, _ message: String, places: [Place] = [], reason: String? = nil,
    worth: Decimal? = nil, nextStep: NextStep? = nil
  ) {
    self.topic = topic
    self.verdict = verdict
    self.message = message
    self.places = places
    self.reason = reason
    self.worth = worth
    self.nextStep = nextStep
  }

  static func notCompared(_ topic: Topic, _ reason: String) -> Comparison {
    Comparison(topic, .notCompared, "not compared", reason: reason)
  }
}

/// Where the places of an engine disagree with one another.
public struct Reconciliation: Codable, Sendable, Equatable {
  /// In the order of `Comparison.Topic`.
  public var comparisons: [Comparison]

  /// What disagrees without an explanation.
  public var disagreements: [Comparison] { comparisons.filter { $0.verdict == .disagrees } }
  /// What could not be compared.
  public var gaps: [Comparison] { comparisons.filter { $0.verdict == .notCompared } }
  /// Whether every place agrees, and each one was compared.
  public var isWhole: Bool { comparisons.allSatisfy { $0.verdict == .agrees } }

  /// Compares what a snapshot has.
  /// - Parameter judgement: of the same snapshot: what it names as wrong about books and exchange disagrees here too.
  public init(_ snapshot: EngineSnapshot, _ judgement: Judgement) {
    let books = BookComparison(snapshot: snapshot)
    let money = MoneyComparison(snapshot: snapshot)
    comparisons =
      books.positions() + books.rows() + books.exchange(judgement.money.reasons)
      + [money.equity(), money.unrealized(), money.realized(), money.closes()].compactMap(\.self)
      + [books.orders(), books.restingOrders(), money.fills(), books.killSwitch(), books.state()].compactMap(\.self)
  }
}
