import Foundation
import Testing

@testable import HeanCore

/// Values of events: each as it came, and one that is missing or wrong takes none of the others with it.
struct EventFieldsTests {
  private func envelope(_ type: String, _ topic: String, _ payload: String) throws -> EventEnvelope {
    let frame = #"{"topic":"\#(topic)","data":{"seq":1,"type":"\#(type)","payload":\#(payload)}}"#
    return EventEnvelope(try #require(try RecordedEvents.event(frame)))
  }

  /// The event's values by their names.
  private func values(_ event: EngineEvent) -> [String: String] {
    var mirror = Mirror(reflecting: event)
    while mirror.displayStyle != .struct, let child = mirror.children.first { mirror = Mirror(reflecting: child.value) }
    return mirror.children.reduce(into: [:]) { values, child in
      let value = Mirror(reflecting: child.value)
      guard let name = child.label, value.displayStyle != .optional || !value.children.isEmpty else { return }
      values[name] = "\(value.displayStyle == .optional ? value.children.first?.value ?? "" : child.value)"
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var type: String
    var topic: String
    /// Names in the payload, with a good value.
    var members: [String: String]
    /// Names in the event, with what is made of it.
    var values: [String: String]

    init(_ type: String, _ topic: String, _ members: [String: String], _ values: [String: String]) {
      (self.type, self.topic, self.members, self.values) = (type, topic, members, values)
    }

    var testDescription: String { "\(type) on \(topic)" }
  }

  private static let rows: [Row] = [
    Row(
      "MARKET_TICK", "market_data", ["symbol": #""A""#, "price": "1.5", "bid": #""2""#, "ask": "3"],
      ["symbol": "A", "price": "1.5", "bid": "2", "ask": "3"]),
    Row(
      "KLINE_1H", "market_data",
      ["symbol": #""A""#, "open": "1", "high": "2", "low": "3", "close": "4", "volume": "5"],
      ["symbol": "A", "open": "1", "high": "2", "low": "3", "close": "4", "volume": "5", "interval": "1h"]),
    Row(
      "ORDER_UPDATE", "trading_events", ["order_id": #""o""#, "filled_qty": "1", "avg_price": "2"],
      ["orderID": "o", "filledSize": "1", "averagePrice": "2"]),
    Row(
      "ACCOUNT_STATE", "account_state",
      [
        "wallet_balance": "1", "available_balance": "2", "equity": "3", "used_margin": "4", "unrealized_pnl": "5",
        "realized_pnl": "6", "fees": "7",
      ],
      [
        "balance": "1", "available": "2", "equity": "3", "usedMargin": "4", "unrealizedPnL": "5", "realizedPnL": "6",
        "fees": "7",
      ]),
    Row(
      "HEARTBEAT", "system_heartbeat", ["uptime_sec": "9", "mode": #""PAPER""#],
      ["uptimeSeconds": "9", "mode": "PAPER"]),
    Row(
      "metrics_update", "metrics", ["equity": "1", "daily_pnl": "2", "open_positions": "3"],
      ["equity": "1", "dailyPnL": "2", "openPositions": "3"]),
    Row(
      "status_update", "system_status", ["engine_running": "true", "equity": "2"], ["isRunning": "true", "equity": "2"]),
    Row(
      "RISK_BLOCKED", "risk_events", ["reason": #""r""#, "symbol": #""A""#, "strategy_id": #""s""#],
      ["reason": "r", "symbol": "A", "strategyID": "s", "isAlert": "false"]),
    Row(
      "KILLSWITCH_TRIGGERED", "risk_events", ["reason": #""r""#, "source": #""s""#], ["reason": "r", "source": "s"]),
    Row(
      "CONTROL_RESULT", "system_heartbeat", ["command": #""c""#, "success": "false", "detail": #""d""#],
      ["command": "c", "isSuccess": "false", "detail": "d", "isResult": "true"]),
    Row(
      "SIGNAL", "signals",
      ["symbol": #""A""#, "strategy_id": #""s""#, "size": "1", "entry_price": "2", "signal_id": #""i""#],
      ["symbol": "A", "strategyID": "s", "size": "1", "entryPrice": "2", "id": "i", "isShortForm": "false"]),
    Row(
      "ORDER_EXIT_DECISION", "order_exit_decisions",
      [
        "reason_code": #""r""#, "position_id": #""p""#, "symbol": #""A""#, "strategy_id": #""s""#, "last_price": "1",
        "unrealized_pnl": "2", "note": #""n""#,
      ],
      [
        "reasonCode": "r", "positionID": "p", "symbol": "A", "strategyID": "s", "lastPrice": "1", "unrealizedPnL": "2",
        "note": "n",
      ]),
  ]

  private func payload(_ members: [String: String]) -> String {
    "{" + members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
  }

  @Test(arguments: rows)
  func `each value stands in its own place`(row: Row) throws {
    #expect(values(try envelope(row.type, row.topic, payload(row.members)).event) == row.values)
  }

  @Test(arguments: rows)
  func `one that is missing, null or of another type is not known, and the others are`(row: Row) throws {
    let fixed = row.values.filter { ["interval", "isAlert", "isResult", "isShortForm"].contains($0.key) }
    for bad in ["null", "[]", #"{"x":1}"#, nil] {
      for name in row.members.keys {
        var members = row.members
        members[name] = bad
        let found = values(try envelope(row.type, row.topic, payload(members)).event)
        #expect(found.count == row.values.count - 1, "\(name) \(bad ?? "missing")")
        #expect(found.allSatisfy { row.values[$0.key] == $0.value })
      }
    }
    #expect(values(try envelope(row.type, row.topic, "{}").event) == fixed)
  }

  @Test func `what tells twice is read from the better place`() throws {
    let signal =
      #"{"symbol":"A","confidence":0.1,"metadata":{"confidence":0.2,"entry_reason":"m"},"features":{"confidence":0.3}}"#
    #expect(values(try envelope("SIGNAL", "signals", signal).event)["confidence"] == "0.2")
    let short = #"{"confidence":0.1,"features":{"entry_reason":"f"}}"#
    let event = values(try envelope("SIGNAL_DETECTED", "trading_events", short).event)
    #expect(event["confidence"] == "0.1" && event["reason"] == "f" && event["isShortForm"] == "true")
    let status = #"{"engine":"stopped","engine_running":true}"#
    #expect(values(try envelope("engine_status", "system_status", status).event)["isRunning"] == "false")
    let account = #"{"balance":1,"free_margin":2}"#
    let money = values(try envelope("PNL_SNAPSHOT", "account_state", account).event)
    #expect(money["balance"] == "1" && money["available"] == "2")
  }

  @Test(arguments: [
    ("HOLD", "HOLD"), ("close", "CLOSE"), ("force_close", "FORCE_CLOSE"), ("RUN", "RUN"),
  ])
  func `why a position is left is a word`(text: String, word: String) throws {
    let event = try envelope("ORDER_EXIT_DECISION", "order_exit_decisions", #"{"decision":{"decision":"\#(text)"}}"#)
      .event
    guard case .exitDecision(let decision) = event else { return #expect(Bool(false), "\(event)") }
    #expect(decision.action?.rawValue == word)
  }

  @Test func `a created order's status stands where its type should`() throws {
    let event = try envelope("ORDER_CREATED", "trading_events", #"{"symbol":"A","type":"placed","status":"x"}"#).event
    guard case .orderCreated(let order) = event else { return #expect(Bool(false), "\(event)") }
    #expect(order.status == .placed && order.type == nil)
    let bare = try envelope("ORDER_CREATED", "trading_events", #"{"symbol":"A","status":"filled"}"#).event
    guard case .orderCreated(let order) = bare else { return #expect(Bool(false), "\(bare)") }
    #expect(order.status == .filled)
  }

  @Test(arguments: [
    ("NOVEL", "orders", "{}"), ("", "market_data", "{}"), ("ORDERS_SNAPSHOT", "orders_snapshot", "{}"),
    ("snapshot", "signals", "{}"), ("POSITION_OPENED", "positions", #"{"positions":[]}"#),
    ("positions", "positions", "7"),
  ])
  func `what nobody can read is kept under its own name`(type: String, topic: String, payload: String) throws {
    guard case .other(let kept, _) = try envelope(type, topic, payload).event else { return #expect(Bool(false)) }
    #expect(kept == type)
  }
}
