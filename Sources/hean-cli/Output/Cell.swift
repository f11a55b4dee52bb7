import HeanCore

/// One value to draw: text with a style.
struct Cell: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case text(String)
    /// Text with commands, which are never broken.
    case pieces([CommandLines.Piece])
    /// Drawn in the chosen time zone.
    case time(Date)
  }

  var content: Content
  var style: Style
  /// Whether `--redact` leaves it, because it can hold no amount: only prices of the market, or colours.
  var isLeftByRedaction = false

  /// Makes untrusted text safe, so that no caller can forget it.
  init(_ text: String, _ style: Style = .plain) {
    content = .text(sanitized(text))
    self.style = style
  }

  /// A list of steps.
  init(_ steps: [NextStep], _ commands: CommandLines) {
    content = .pieces(commands.pieces(steps.map { Guidance($0) }.joined(separator: ", ")))
    style = .plain
  }

  private init(time: Date) {
    content = .time(time)
    style = .plain
  }

  /// The same, which `--redact` leaves.
  var leftByRedaction: Cell {
    var cell = self
    cell.isLeftByRedaction = true
    return cell
  }

  /// A value that is not known; this is not the same as zero or empty.
  static let missing = Cell("–", .faint)

  static func time(_ date: Date?) -> Cell { date.map(Cell.init(time:)) ?? missing }

  func text(in zone: Zone) -> String {
    switch content {
    case .text(let text): text
    case .pieces(let pieces): pieces.map(\.text).joined()
    case .time(let date): ZonedTimestamp.text(date, zone)
    }
  }

  func pieces(in zone: Zone) -> [CommandLines.Piece] {
    if case .pieces(let pieces) = content { pieces } else { [.words(text(in: zone))] }
  }
}

extension Cell {
  static func price(_ value: Decimal?) -> Cell { value.map { Cell(Figures.price($0)) } ?? missing }

  static func quantity(_ value: Decimal?) -> Cell { value.map { Cell(Figures.quantity($0)) } ?? missing }

  static func money(_ value: Decimal?, unit: String? = nil) -> Cell {
    value.map { Cell(Figures.money($0) + (unit.map { " " + $0 } ?? "")) } ?? missing
  }

  /// A gain or loss: a sign, and a colour that repeats it.
  static func signed(_ value: Decimal?) -> Cell {
    value.map { Cell(Figures.signed($0), .ofProfit($0)) } ?? missing
  }

  /// A gain or loss, with its sign and in words.
  static func profit(_ value: Decimal?) -> Cell {
    guard let value else { return missing }
    let word = value > 0 ? " profit" : value < 0 ? " loss" : ""
    var cell = signed(value)
    cell.content = .text(Figures.signed(value) + " USDT" + word)
    return cell
  }

  static func percent(_ value: Decimal?) -> Cell { value.map { Cell(Figures.text($0, places: 2)) } ?? missing }

  /// A percentage that is a gain or a loss: a sign, and a colour that repeats it.
  static func signedPercent(_ value: Decimal?) -> Cell {
    value.map { Cell(Figures.signed($0) { Figures.text($0, places: 2) }, .ofProfit($0)) } ?? missing
  }

  static func ratio(_ value: Decimal) -> Cell { Cell(Figures.text(value, places: 2)) }

  static func flag(_ value: Bool?, bad: Bool = false) -> Cell {
    switch value {
    case true: Cell("yes", bad ? .bad : .plain)
    case false: Cell("no")
    case nil: missing
    }
  }

  /// `2 of 10`; older engines do not send the limit.
  static func ofLimit(_ value: Int?, _ limit: Int?) -> Cell {
    guard let value else { return missing }
    guard let limit else { return Cell("\(value)") }
    return Cell("\(value) of \(limit)", value >= limit && limit > 0 ? .warning : .plain)
  }

  /// `5 of 6 enabled`.
  static func enabled(_ strategies: [Strategy]?) -> Cell {
    guard let strategies else { return missing }
    let count = strategies.count { $0.isEnabled == true }
    return Cell("\(count) of \(strategies.count) enabled", count == 0 ? .warning : .plain)
  }

  static func riskState(_ state: RiskState?) -> Cell {
    switch state {
    case .normal: Cell(ScreenMark.normal.rawValue, .normal)
    case .softBrake: Cell("\(ScreenMark.softBrake.rawValue): sizes cut", .softBrake)
    case .quarantine: Cell("\(ScreenMark.quarantine.rawValue): sizes cut, listed symbols blocked", .quarantine)
    case .hardStop: Cell("\(ScreenMark.hardStop.rawValue): every signal refused", .hardStop)
    case .unknown(let word): Cell("\(word): unknown to hean", .warning)
    case nil: Cell("not known", .warning)
    }
  }

  static func engine(_ status: EngineStatus?) -> Cell {
    guard let status else { return Cell("not known", .warning) }
    switch status.state {
    case .running where status.isRunning: return Cell(ScreenMark.running.rawValue, .good)
    case .paused: return Cell("\(ScreenMark.paused.rawValue): orders can still be created", .warning)
    case .error: return Cell("ERROR: failed to start", .bad)
    case .busy: return Cell("BUSY: starting or stopping", .warning)
    case .running, .stopped: return Cell("\(ScreenMark.notRunning.rawValue) (\(status.state.rawValue))", .bad)
    case .unknown(let word): return Cell("\(word): unknown to hean", .warning)
    }
  }
}

extension JSONValue {
  /// How a table shows a value when its field has no drawing.
  var plainCell: Cell {
    switch self {
    case .null: .missing
    case .bool(let value): .flag(value)
    case .number(let value): Cell(value.exactText)
    case .string(let text): Cell(text)
    case .array(let values): Cell(values.map { $0.plainCell.text(in: .utc) }.joined(separator: ", "))
    case .object: Cell(JSONText.compact(self))
    }
  }
}
