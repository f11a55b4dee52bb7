import Foundation
import Testing

@testable import HeanCore

/// A picture that is driven by hand: seconds since it began, and events with rising numbers.
struct PictureHarness {
  var picture = EnginePicture()
  private var seq = 100

  static let start = Date(timeIntervalSince1970: 1_795_225_650)
  static func moment(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

  static func position(
    _ id: String, _ symbol: String = "BTCUSDT", _ side: String = "long", size: String = "2", entry: String = "100",
    mark: String = "100", pnl: String = "0"
  ) -> String {
    #"{"position_id":"\#(id)","symbol":"\#(symbol)","side":"\#(side)","qty":\#(size),"entry_price":\#(entry),"mark_price":\#(mark),"unrealized_pnl":\#(pnl),"unrealized_pnl_percent":0,"strategy_id":"grid"}"#
  }

  static func order(_ id: String, _ status: String = "placed", filled: String = "0") -> String {
    #"{"order_id":"\#(id)","symbol":"BTCUSDT","side":"buy","quantity":2,"price":90,"status":"\#(status)","filled_qty":\#(filled)}"#
  }

  mutating func event(
    _ type: String, _ topic: String, _ payload: String, at seconds: Double, seq number: Int? = nil
  ) throws {
    seq += 1
    try frame(
      #"{"topic":"\#(topic)","data":{"seq":\#(number ?? seq),"type":"\#(type)","payload":\#(payload)}}"#, at: seconds)
  }

  /// A message without a number.
  mutating func unnumbered(_ topic: String, _ data: String, at seconds: Double) throws {
    try frame(#"{"topic":"\#(topic)","data":\#(data)}"#, at: seconds)
  }

  private mutating func frame(_ text: String, at seconds: Double) throws {
    let event = try RecordedEvents.event(text, at: Self.moment(seconds))
    picture.fold(.event(try #require(event)))
  }

  mutating func tick(_ price: String, _ symbol: String = "BTCUSDT", at seconds: Double, seq: Int? = nil) throws {
    try event("MARKET_TICK", "market_data", #"{"symbol":"\#(symbol)","price":\#(price)}"#, at: seconds, seq: seq)
  }

  mutating func opened(_ position: String, at seconds: Double, seq: Int? = nil) throws {
    try event("POSITION_OPENED", "positions", #"{"positions":[\#(position)]}"#, at: seconds, seq: seq)
  }

  mutating func closed(_ position: String, at seconds: Double, seq: Int? = nil) throws {
    try event("POSITION_CLOSED", "positions", #"{"positions":[\#(position)]}"#, at: seconds, seq: seq)
  }

  mutating func list(_ positions: String..., at seconds: Double, seq: Int? = nil) throws {
    let list = positions.joined(separator: ",")
    try event("POSITIONS_UPDATE", "positions", #"{"positions":[\#(list)]}"#, at: seconds, seq: seq)
  }

  mutating func notice(_ kind: StreamNotice.Kind, at seconds: Double, _ members: [String: JSONValue] = [:]) {
    picture.fold(.notice(StreamNotice(kind, at: Self.moment(seconds), kind.rawValue, members)))
  }

  private func reading(_ asked: Double, _ received: Double?) -> PictureReading {
    PictureReading(askedAt: Self.moment(asked), receivedAt: Self.moment(received ?? asked))
  }

  mutating func read(positions: String..., asked: Double, received: Double? = nil) throws {
    let rows = try positions.map { try Position.read(Data($0.utf8)) }
    picture.take(positions: rows, reading(asked, received))
  }

  mutating func read(orders: String..., asked: Double, received: Double? = nil) throws {
    let rows = try orders.map { try Order.read(Data($0.utf8)) }
    picture.take(orders: rows, reading(asked, received))
  }

  mutating func read(status: String, asked: Double, received: Double? = nil) throws {
    picture.take(try EngineStatus.read(Data(status.utf8)), reading(asked, received))
  }

  mutating func readRisk(asked: Double) { picture.takeRisk(reading(asked, nil)) }
  mutating func fail(_ part: PicturePart, asked: Double) { picture.fail(part, reading(asked, nil), "no answer") }

  var ids: [String]? { picture.positions?.compactMap(\.value.id) }
  var orderIDs: [String]? { picture.orders?.compactMap(\.value.id) }

  func row(_ id: String) throws -> Tracked<Position> {
    try #require(picture.positions?.first { $0.value.id == id })
  }
}
