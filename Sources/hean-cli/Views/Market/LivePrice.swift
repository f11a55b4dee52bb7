import HeanCore

/// The price of one symbol, with the last change that a watch has seen.
struct LivePrice: Sendable {
  var price: SymbolPrice
  /// `nil` before the first change, and where nothing is watched.
  var change: PriceChange?
  /// Whether the price has changed a moment ago.
  var isFresh = false

  /// How long a change is shown in reverse, in seconds.
  static let freshness: TimeInterval = 0.6

  init(_ price: SymbolPrice) { self.price = price }

  /// - Parameter now: `nil` where nothing is marked as just changed.
  init(_ price: SymbolPrice, _ change: PriceChange?, at now: Date?) {
    self.price = price
    self.change = change
    guard let now, let change else { return }
    isFresh = (0..<Self.freshness).contains(now.timeIntervalSince(change.at))
  }

  /// What the marks of a screen may be made of.
  struct Look: Sendable {
    var isASCII: Bool
    /// Without colour nothing is shown in reverse; then a mark tells what has just changed.
    var isColoured: Bool
    var ages = Ages.exact

    /// The way of a change.
    func arrow(_ change: PriceChange) -> String {
      switch (change.isRise, isASCII) {
      case (true, false): "▲"
      case (false, false): "▼"
      case (true, true): "^"
      case (false, true): "v"
      }
    }

    func cell(_ change: PriceChange?, isFresh: Bool) -> Cell {
      guard let change else { return Cell("") }
      let mark = isFresh && !isColoured ? "*" : ""
      return Cell("\(mark)\(arrow(change)) \(LivePrice.amount(change))", .ofProfit(change.amount))
    }
  }

  fileprivate static func amount(_ change: PriceChange) -> String { Figures.signed(change.amount, Figures.price) }

  /// What it tells in a line of its own, with its age.
  func line(_ look: Look) -> Report.Change {
    let shown = price.price.map(Figures.price) ?? "no price"
    let moved = change.map { " \(look.arrow($0)) \(Self.amount($0))" } ?? ""
    let age = price.age.map { ", \(look.ages.text($0)) old" } ?? ""
    let key = "\(price.symbol) \(shown)\(moved)"
    // Prices of the market, as in the table.
    return Report.Change(
      key: "\(key) \(change?.at.timeIntervalSince1970 ?? 0)", text: key + age, isLeftByRedaction: true)
  }

  /// Data, and the columns of a screen that is drawn once.
  static let fields = fields(aged: .exact)

  static func fields(aged ages: Ages) -> [Field<LivePrice>] {
    MarketFields.prices(aged: ages).map { $0.of { $0.price } } + changes
  }

  /// The same for a screen that is watched.
  static func watched(_ look: Look) -> [Field<LivePrice>] {
    let prices = MarketFields.prices(aged: look.ages).map { field -> Field<LivePrice> in
      var field = field.of { (row: LivePrice) in row.price }
      guard field.name == "price" else { return field }
      let draw = field.draw
      field.draw = { row in
        var cell = draw?(row) ?? .missing
        if row.isFresh { cell.style = .changed }
        return cell
      }
      return field
    }
    let changes = changes.map { field -> Field<LivePrice> in
      guard field.name == "last_change" else { return field }
      var field = field
      (field.title, field.priority) = ("MOVED", 95)
      field.draw = { look.cell($0.change, isFresh: $0.isFresh) }
      return field
    }
    // The change stands beside the price.
    let place = prices.firstIndex { $0.name == "price" }.map { $0 + 1 } ?? 0
    return Array(prices[..<place]) + changes + prices[place...]
  }

  private static let changes: [Field<LivePrice>] = [
    Field(
      "last_change", "", "how far the price went last (USDT); null before the first change that --watch sees",
      .trailing, priority: 0, unit: .price
    ) {
      $0.change?.amount
    }.leftByRedaction,
    Field("direction", "", "which way it went last: up or down; null as last_change", priority: 0) {
      $0.change.map { $0.isRise ? "up" : "down" }
    },
    .moment("changed_at", "", "when that change was received, by this machine's clock", priority: 0) { $0.change?.at },
  ]
}

extension Field {
  /// The same field of a row that has the described row as a part.
  func of<Whole: Sendable>(_ part: @escaping @Sendable (Whole) -> Row) -> Field<Whole> {
    let (value, draw) = (value, draw)
    var field = Field<Whole>(name, title, meaning, alignment, priority: priority, type: type) { value(part($0)) }
    field.isLeftByRedaction = isLeftByRedaction
    if let draw { field.draw = { draw(part($0)) } }
    return field
  }
}

extension LivePrice.Look {
  init(_ view: Viewpoint) {
    self.init(isASCII: !view.glyphs.isUnicode, isColoured: view.isColoured, ages: view.ages)
  }
}
