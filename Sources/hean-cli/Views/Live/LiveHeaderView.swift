import HeanCore

/// The line above all panes: which money an order would touch, which engine this is, whether what is shown is of now, and
/// whether keys can change anything. What matters least is left out first; the banner of the mode never.
struct LiveHeaderView {
  /// How what is shown keeps up with the engine.
  enum Connection: Sendable, Equatable {
    /// Events move it.
    case live
    /// There is no WebSocket, so it is read again and again.
    case polling
    /// The WebSocket is open, and nothing has come for so long (seconds).
    case silent(TimeInterval)
    /// The engine does not answer; what is shown was seen so long ago (seconds).
    case old(TimeInterval)
    /// Nothing has been seen yet.
    case connecting
    /// It is of a record that is played.
    case recorded
  }

  /// Whether keys can change the engine.
  enum Lock: Sendable, Equatable {
    case locked
    /// Until it locks itself (seconds); `nil` when it does not.
    case unlocked(TimeInterval?)
    /// There is nothing that keys could change: a record is played. With the look that is shown, and how time goes on.
    case replay(Date, course: String)
  }

  var mode: OperatingMode
  /// The name of the profile, or else the address in a form that may be shown.
  var place: String
  /// `/engine/status`; `nil` when it is not known.
  var engine: EngineStatus?
  var connection: Connection
  /// Age in seconds of the oldest price; `nil` when it is not known.
  var priceAge: Decimal?
  var lock: Lock

  /// Prices that are not older (seconds) are those of now.
  private static let freshness: Decimal = 5

  private struct Piece {
    var text: String
    var style: Style
    /// Those with the highest are left out first.
    var rank: Int
  }

  /// The painted lines, none wider than the viewpoint.
  /// - Parameter rows: 2 for a second line with the meaning of the mode and what the first has no room for.
  func lines(rows: Int, _ view: Viewpoint, _ palette: Palette) -> [String] {
    let width = view.width ?? .max
    guard rows > 1 else {
      return [
        first([engineWord, connectionWord(view), lockWord(view, width), prices(view), placeWord], width, view, palette)
      ]
    }
    let second = [placeWord, prices(view), Piece(text: mode.meaning, style: .faint, rank: 9)]
    return [
      first([engineWord, connectionWord(view), lockWord(view, width)], width, view, palette),
      Self.painted(Self.kept(second.compactMap(\.self), within: width), palette),
    ]
  }

  private func first(_ pieces: [Piece?], _ width: Int, _ view: Viewpoint, _ palette: Palette) -> String {
    let label = displayWidth(mode.label) + 2 <= width ? " \(mode.label) " : String(mode.label.prefix(width))
    let banner = width > 0 ? palette.paint(label, mode.style) : ""
    let room = max(0, width - displayWidth(label) - 1)
    let clock = Self.clock(view)
    let kept = Self.kept(pieces.compactMap(\.self), within: room)
    // The clock takes what is left.
    let rest = room - Self.width(kept) - 2 - clock.count
    guard rest >= 0, width < .max else {
      return kept.isEmpty ? banner : banner + " " + Self.painted(kept, palette)
    }
    return banner + " " + Self.painted(kept, palette) + String(repeating: " ", count: rest + 2)
      + palette.paint(clock, .faint)
  }

  /// Hours and minutes in the chosen zone.
  private static func clock(_ view: Viewpoint) -> String {
    String(view.timestamp(view.now).split(separator: " ").last?.prefix(5) ?? "")
  }

  private static func width(_ pieces: [Piece]) -> Int {
    pieces.reduce(0) { $0 + displayWidth($1.text) } + separator.count * max(0, pieces.count - 1)
  }

  private static let separator = " · "

  private static func kept(_ pieces: [Piece], within room: Int) -> [Piece] {
    var kept = pieces
    while width(kept) > room, let place = kept.indices.max(by: { kept[$0].rank < kept[$1].rank }) {
      kept.remove(at: place)
    }
    return kept
  }

  private static func painted(_ pieces: [Piece], _ palette: Palette) -> String {
    pieces.map { palette.paint($0.text, $0.style) }.joined(separator: palette.paint(separator, .faint))
  }
}

extension LiveHeaderView {
  private var engineWord: Piece? {
    guard let engine else { return Piece(text: "engine not known", style: .warning, rank: 3) }
    let cell = Cell.engine(engine)
    // What the word means has no room here; the panes tell it.
    let word = cell.text(in: .utc).prefix { $0 != ":" }
    // Of an engine that does not answer nobody knows what it does now.
    if case .old = connection { return Piece(text: "was \(word)", style: .faint, rank: 5) }
    return Piece(text: String(word), style: cell.style, rank: cell.style == .good ? 5 : 3)
  }

  private func connectionWord(_ view: Viewpoint) -> Piece? {
    switch connection {
    case .live: Piece(text: "live", style: .faint, rank: 8)
    case .polling: Piece(text: "polling", style: .faint, rank: 8)
    case .silent(let age): Piece(text: "no events for \(view.ages.text(age))", style: .warning, rank: 1)
    case .old(let age): Piece(text: "NO ANSWER \(view.ages.text(age))", style: .bad, rank: 0)
    case .recorded: nil
    case .connecting: Piece(text: "not seen yet", style: .warning, rank: 1)
    }
  }

  private func lockWord(_ view: Viewpoint, _ width: Int) -> Piece? {
    switch lock {
    case .replay(let look, let course):
      return Piece(text: Self.words(look, course, view, room: width), style: .cautionBanner, rank: -1)
    case .locked: return Piece(text: "LOCKED", style: .plain, rank: 2)
    case .unlocked(let left):
      return Piece(text: "UNLOCKED" + (left.map { " " + Self.left($0, view.ages) } ?? ""), style: .warning, rank: 2)
    }
  }

  /// Which moment of the record is shown, and how time goes on in it.
  private static func words(_ look: Date, _ course: String, _ view: Viewpoint, room: Int) -> String {
    let time = view.timestamp(look)
    // The word itself has to have room in any window.
    guard room >= 40 else { return "REPLAY" }
    let clock = time.split(separator: " ").last.map(String.init) ?? time
    return " REPLAY \(room < 60 ? clock : time) \(course) "
  }

  /// The time that is left, in begun minutes, and at last in seconds, where ages are coarse in tens of them.
  private static func left(_ seconds: TimeInterval, _ ages: Ages) -> String {
    guard seconds < 60 else { return "\(Int(clamping: (seconds / 60).rounded(.up)))m" }
    let step = ages == .exact ? 1.0 : 10
    return "\(Int(clamping: (max(0, seconds) / step).rounded(.up) * step))s"
  }

  private func prices(_ view: Viewpoint) -> Piece? {
    // In whole minutes an age of seconds says nothing but that it comes and goes.
    guard let priceAge, priceAge > (view.hasCoarseAges ? Ticker.staleAfter : Self.freshness) else { return nil }
    let isStale = priceAge > Ticker.staleAfter
    return Piece(
      text: "prices \(view.ages.text(priceAge)) old", style: isStale ? .warning : .faint, rank: isStale ? 4 : 6)
  }

  private var placeWord: Piece? { Piece(text: sanitized(place), style: .faint, rank: 7) }
}
