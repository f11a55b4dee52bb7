import Foundation
import Testing

@testable import HeanCore

/// Every decision of the stream, with made-up moments and frames.
struct StreamMachineTests {
  /// A stream on its way, driven by hand.
  struct Drive {
    var machine: StreamMachine
    var now = Duration.zero
    let date = Date(timeIntervalSince1970: 1_795_225_650)

    init(_ topics: [Topic] = [.orders], since: Int? = nil, random: Double = 1) {
      machine = StreamMachine(
        topics: topics, since: since, timing: StreamTiming(), url: "http://engine", random: { random })
      machine.start(usesSocket: true, at: now, date)
    }

    mutating func open() {
      machine.opened(at: now, date)
    }

    mutating func receive(_ text: String) { machine.received(Array(text.utf8)[...], at: now, date) }

    mutating func event(_ seq: Int, _ topic: String = "orders", _ type: String = "ORDER_PLACED") {
      receive(Self.frame(seq, topic, type))
    }

    mutating func beat(_ seq: Int, uptime: Double = 100) {
      receive(
        #"{"topic":"system_heartbeat","data":{"seq":\#(seq),"ts":"t\#(seq)","type":"HEARTBEAT","payload":{"uptime_sec":\#(uptime)}},"timestamp":"x"}"#
      )
    }

    mutating func confirm(_ topics: [String]) {
      for topic in topics { receive(#"{"type":"subscribed","topic":"\#(topic)","connection_id":"c"}"#) }
    }

    mutating func wait(_ seconds: Double) {
      now += .seconds(seconds)
      machine.tick(at: now, date)
    }

    mutating func lose(_ error: ConnectionLoss = .ended(code: ConnectionLoss.broken, reason: "cut")) {
      machine.lost(error, at: now, date)
    }

    mutating func remember(
      _ seqs: [Int], last: Int? = nil, topic: String = "orders", moment: String = "t", in round: Int? = nil
    ) {
      let events = seqs.map(Self.envelope(topic, moment))
      let text = #"{"events":[\#(events.joined(separator: ","))],"count":0,"last_seq":\#(last ?? seqs.max() ?? 0)}"#
      machine.recovered(
        (try? EventRing(Array(text.utf8)[...])).map { .success($0) } ?? .failure(.init(words: "bad")),
        in: round ?? machine.round, at: now, date)
    }

    static func envelope(_ topic: String, _ moment: String) -> (Int) -> String {
      { seq in
        #"{"seq":\#(seq),"ts":"\#(moment)\#(seq)","type":"ORDER_PLACED","payload":{},"context":{"topic":"\#(topic)"}}"#
      }
    }

    static func frame(_ seq: Int, _ topic: String, _ type: String) -> String {
      #"{"topic":"\#(topic)","data":{"seq":\#(seq),"ts":"t\#(seq)","type":"\#(type)","payload":{}},"timestamp":"x"}"#
    }

    mutating func actions() -> [StreamMachine.Action] {
      defer { machine.actions = [] }
      return machine.actions
    }

    /// `5 orders live`, `hean.gap 3 to 4`.
    mutating func told() -> [String] {
      defer { machine.records = [] }
      return machine.records.map { record in
        switch record {
        case .event(let event):
          return "\(event.seq.map { "\($0)" } ?? "-") \(event.topic.rawValue) \(event.origin.rawValue)"
        case .notice(let notice):
          let range = [notice.members["from_seq"], notice.members["to_seq"]].compactMap { $0?.number.map { "\($0)" } }
          return ([notice.kind.description] + range).joined(separator: " ")
        }
      }
    }
  }

  /// Connected, settled, and past number 10.
  private func live(_ topics: [Topic] = [.orders]) -> Drive {
    var drive = Drive(topics)
    drive.open()
    drive.beat(9)
    drive.event(10)
    _ = drive.actions()
    _ = drive.told()
    return drive
  }

  /// Back after a cut, everything confirmed.
  private func back(_ topics: [Topic] = [.orders]) -> Drive {
    var drive = live(topics)
    drive.lose()
    drive.now += .seconds(1)
    drive.open()
    _ = drive.actions()
    _ = drive.told()
    drive.confirm(topics.map(\.rawValue) + ["system_heartbeat"])
    return drive
  }

  @Test func `a connection asks for what is wanted and a heartbeat, and for nothing else`() {
    var drive = Drive([.orders, .signals])
    #expect(drive.actions() == [.connect(after: .zero)])
    drive.open()
    let sent = drive.actions().compactMap { if case .send(let text) = $0 { text } else { nil } }
    #expect(
      sent.suffix(3) == ["orders", "signals", "system_heartbeat"].map { #"{"action":"subscribe","topic":"\#($0)"}"# })
    #expect(sent.count == 19 + 3, "22 are subscribed by the engine, three of them stay")
    #expect(sent.dropLast(3).allSatisfy { $0.hasPrefix(#"{"action":"unsubscribe","topic":""#) })
    #expect(sent.allSatisfy { $0.contains(#""topic":"#) }, "a message without topic kills the connection")
    #expect(drive.told() == ["hean.connected"])
  }

  @Test func `copies and repetitions are told once, inversions in the order they came`() {
    var drive = live([.orders, .orderFilled])
    drive.event(12)
    drive.event(12, "order_filled")
    drive.event(11)
    drive.event(12)
    drive.event(13, "market_data")
    drive.receive(#"{"type":"ping","timestamp":"x"}"#)
    #expect(drive.told() == ["12 orders live", "11 orders live"])
    #expect(drive.actions().isEmpty, "a ping of the application must not be answered")
  }

  @Test func `flat messages pass, and answers to subscriptions are called snapshots`() {
    var drive = live([.accountState, .metrics])
    drive.receive(#"{"topic":"account_state","data":{"equity":1},"timestamp":"x"}"#)
    drive.receive(#"{"topic":"metrics","data":{"type":"metrics_update","equity":NaN},"timestamp":"x"}"#)
    drive.receive(#"{"topic":"metrics","data":{"type":"x_snapshot"},"timestamp":"x"}"#)
    drive.receive("[1,2")
    drive.receive(#"{"type":"error","error":"Invalid message format","details":[]}"#)
    #expect(
      drive.told() == [
        "- account_state snapshot", "- metrics live", "- metrics snapshot", "hean.error", "hean.error",
      ])
  }

  @Test func `silence is told after five seconds, and a connection without heartbeat ends after fifteen`() {
    var drive = live()
    drive.wait(4.9)
    #expect(drive.told().isEmpty)
    drive.event(11)
    drive.wait(0.2)
    #expect(drive.told() == ["11 orders live", "hean.stale"], "other events are no heartbeat")
    drive.receive(#"{"type":"pong","timestamp":"x"}"#)
    drive.wait(5)
    #expect(drive.told().isEmpty, "a pong proves nothing, and is not told twice")
    drive.beat(12)
    #expect(drive.told() == ["hean.fresh"])
    drive.wait(15)
    #expect(drive.actions() == [.drop])
    drive.lose()
    guard case .notice(let notice)? = drive.machine.records.last else {
      Issue.record("nothing told")
      return
    }
    #expect(notice.message.hasPrefix("no heartbeat for 15 s; trying again in "))
  }

  @Test func `attempts wait longer and longer, at random, and begin anew after health`() {
    var drive = live()
    var waits: [Duration] = []
    for _ in 0..<9 {
      drive.lose(.unreachable(reason: "refused"))
      if case .connect(let delay)? = drive.actions().last { waits.append(delay) }
    }
    #expect(waits.map(\.seconds) == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
    drive.open()
    drive.wait(29)
    drive.lose()
    #expect(drive.actions().last == .connect(after: .seconds(30)))
    drive.open()
    drive.now += .seconds(31)
    drive.lose()
    #expect(drive.actions().last == .connect(after: .seconds(0.5)))
  }

  @Test(
    "some ends are final",
    arguments: [
      ConnectionLoss.ended(code: ConnectionLoss.unwanted, reason: ""), .refused(status: 401), .refused(status: 403),
      .insecure(reason: "self-signed"),
    ])
  func final(error: ConnectionLoss) {
    var drive = live()
    drive.lose(error)
    #expect(drive.actions() == [.stop(error)])
  }

  @Test(
    "others are not",
    arguments: [
      ConnectionLoss.ended(code: 1000, reason: ""), .ended(code: 1001, reason: ""),
      .ended(code: ConnectionLoss.broken, reason: ""),
      .ended(code: 1011, reason: ""), .ended(code: 1012, reason: ""), .unreachable(reason: "x"),
      .refused(status: 502),
    ])
  func again(error: ConnectionLoss) {
    var drive = live()
    drive.lose(error)
    guard case .connect? = drive.actions().last else {
      Issue.record("\(error) does not come back")
      return
    }
    #expect(drive.told() == ["hean.stale"])
  }

  @Test func `who never was there is not waited for`() {
    var drive = Drive()
    _ = drive.actions()
    drive.lose(.unreachable(reason: "refused"))
    #expect(drive.actions() == [.stop(.unreachable(reason: "refused"))])
  }

  @Test func `what was missed comes first, then what was held back, each once`() {
    var drive = back()
    #expect(drive.actions() == [.recover(since: 8)], "as far back as events can overtake each other, and we listened")
    drive.event(14)
    drive.beat(15)
    #expect(drive.told().isEmpty)
    drive.remember([10, 11, 12, 13, 14])
    #expect(
      drive.told() == [
        "hean.reconnected", "11 orders recovered", "12 orders recovered", "13 orders recovered", "14 orders recovered",
      ])
    #expect(drive.actions() == [.refetch])
    drive.event(16)
    #expect(drive.told() == ["16 orders live"])
  }

  /// It was read before this connection stood: what came between is in neither.
  @Test func `an answer to an earlier connection's question does not count`() {
    var drive = back()
    let earlier = drive.machine.round
    drive.lose()
    drive.open()
    drive.confirm(["orders", "system_heartbeat"])
    drive.beat(20)
    _ = drive.told()
    drive.remember([10, 11], in: earlier)
    #expect(drive.told().isEmpty)
    drive.remember([10, 11, 12])
    #expect(drive.told() == ["hean.reconnected", "11 orders recovered", "12 orders recovered"])
  }

  @Test func `an event that was overtaken before the cut is found`() {
    var drive = live()
    drive.event(12)
    drive.lose()
    drive.open()
    drive.confirm(["orders", "system_heartbeat"])
    drive.beat(13)
    _ = drive.told()
    drive.remember([10, 11, 12, 13])
    #expect(drive.told() == ["hean.reconnected", "11 orders recovered", "13 orders recovered"])
  }

  @Test func `what the memory has lost is a gap with its numbers`() {
    var drive = back()
    drive.beat(210)
    drive.remember(Array(200...210), topic: "market_data")
    #expect(drive.told() == ["hean.reconnected", "hean.gap 11 199"])
    drive = back()
    drive.beat(15)
    drive.remember([10, 11, 14, 15])
    #expect(
      drive.told() == [
        "hean.reconnected", "11 orders recovered", "hean.gap 12 13", "14 orders recovered", "15 orders recovered",
      ])
  }

  @Test func `an unreadable memory is a gap up to the first event that came by itself`() {
    var drive = back()
    drive.beat(20)
    drive.event(21)
    drive.machine.recovered(.failure(.init(words: "HTTP 500")), in: drive.machine.round, at: drive.now, drive.date)
    #expect(drive.told() == ["hean.reconnected", "hean.gap 11 19", "21 orders live"])
  }

  @Test func `a copy is found under its own topic`() {
    var drive = back([.strategyEvents])
    drive.beat(12)
    drive.remember([11, 12], topic: "signals")
    #expect(drive.told().dropFirst() == ["11 strategy_events recovered", "12 strategy_events recovered"])
  }

  @Test func `numbers that begin anew are another process`() {
    var drive = back()
    drive.beat(3, uptime: 1)
    drive.event(4)
    drive.remember([1, 2, 3, 4], last: 4)
    _ = drive.told()
    #expect(drive.actions().last == .recover(since: 0))
    drive.remember([1, 2, 3, 4], last: 4)
    let told = drive.told()
    #expect(
      told == [
        "hean.reconnected", "1 orders recovered", "2 orders recovered", "3 orders recovered", "4 orders recovered",
      ])
    drive.event(5)
    #expect(drive.told() == ["5 orders live"])
  }

  @Test func `a restart that has already counted past us shows by the same number of another moment`() {
    var drive = live()
    drive.lose()
    drive.now += .seconds(60)
    drive.open()
    _ = drive.actions()
    _ = drive.told()
    drive.confirm(["orders", "system_heartbeat"])
    drive.receive(
      #"{"topic":"system_heartbeat","data":{"seq":40,"ts":"other","type":"HEARTBEAT","payload":{"uptime_sec":5}},"timestamp":"x"}"#
    )
    let ring =
      #"{"events":[{"seq":10,"ts":"later","type":"ORDER_PLACED","payload":{},"context":{"topic":"orders"}}],"last_seq":40}"#
    if let ring = try? EventRing(Array(ring.utf8)[...]) {
      drive.machine.recovered(.success(ring), in: drive.machine.round, at: drive.now, drive.date)
    }
    #expect(drive.told() == ["hean.gap 11"])
  }

  @Test func `a clock that stands still for a while is no restart`() {
    var drive = back()
    drive.beat(11, uptime: 2)
    drive.remember([10, 11])
    #expect(drive.told() == ["hean.reconnected", "11 orders recovered"])
  }

  @Test func `after a number: what is remembered, then what comes`() {
    var drive = Drive(since: 5)
    drive.open()
    _ = drive.told()
    drive.confirm(["orders", "system_heartbeat"])
    #expect(drive.actions().last == .recover(since: 5))
    drive.beat(9)
    drive.remember([6, 7, 8, 9])
    #expect(drive.told() == ["6 orders recovered", "7 orders recovered", "8 orders recovered", "9 orders recovered"])
  }

  @Test func `without a WebSocket events are asked for, and it is tried again`() {
    var drive = Drive([.orders, .metrics])
    _ = drive.actions()
    drive.lose(.refused(status: 404))
    #expect(drive.told() == ["hean.polling"])
    #expect(drive.actions() == [.poll(after: .zero)])
    drive.remember([4, 5])
    #expect(drive.told().isEmpty, "what was before is not asked for")
    #expect(drive.actions() == [.poll(after: .seconds(2))])
    drive.now += .seconds(2)
    drive.remember([5, 6, 7])
    #expect(drive.told() == ["6 orders polled", "7 orders polled"])
    _ = drive.actions()
    drive.now += .seconds(40)
    drive.remember([20, 21])
    #expect(drive.told() == ["hean.gap 8 19", "20 orders polled", "21 orders polled"])
    #expect(drive.actions() == [.connect(after: .zero)])
    drive.lose(.refused(status: 404))
    #expect(drive.actions() == [.poll(after: .seconds(2))])
    #expect(drive.told().isEmpty, "that there is none is not told again and again")
    drive.open()
    drive.confirm(["orders", "metrics", "system_heartbeat"])
    drive.beat(23)
    drive.remember([21, 22, 23])
    #expect(drive.told() == ["hean.connected", "hean.reconnected", "22 orders recovered", "23 orders recovered"])
  }

  @Test func `three refusals in a row end in asking`() {
    var drive = live()
    drive.lose()
    for _ in 0..<2 { drive.lose(.refused(status: 502)) }
    #expect(!drive.told().contains("hean.polling"))
    drive.lose(.unreadable("no"))
    #expect(drive.told() == ["hean.polling"])
  }

  @Test func `a flood is not held back for an answer that does not come`() {
    var drive = back()
    for seq in 20..<(20 + PendingFrames.Size.most) { drive.event(seq) }
    let told = drive.told()
    #expect(told.prefix(3) == ["hean.reconnected", "hean.gap 11 19", "20 orders live"])
    #expect(told.count == PendingFrames.Size.most + 2)
    drive.remember([11, 12])
    #expect(drive.told().isEmpty, "too late: it was reported as lost")
  }

  /// Held-back events do not pile up for ever when nothing answers.
  @Test func `late answers do not hold the stream`() {
    var drive = back()
    drive.beat(11)
    drive.event(12)
    drive.machine.recovered(.failure(.init(words: "slow")), in: drive.machine.round, at: drive.now, drive.date)
    #expect(drive.told().contains("12 orders live"))
  }

  private func frame(_ seq: Int, era: String?) -> String {
    let moment = era.map { #""ts":"\#($0)-\#(seq)","# } ?? ""
    return #"{"topic":"orders","data":{"seq":\#(seq),\#(moment)"type":"ORDER_PLACED","payload":{}},"timestamp":"x"}"#
  }

  @Test(arguments: ["9007199254740992", "-5", "1e3", #""7""#, "12345678901234567890123"])
  func `a number that is none takes no event with it`(number: String) {
    var drive = live()
    drive.receive(#"{"topic":"orders","data":{"seq":\#(number),"ts":"x","type":"ORDER_PLACED","payload":{}}}"#)
    for seq in 11...60 { drive.event(seq) }
    #expect(drive.told() == ["hean.error", "- orders live"] + (11...60).map { "\($0) orders live" })
  }

  @Test(arguments: [100_000, 900_000_000_000_000, 3])
  func `one number that fits nowhere is passed on with its event, and not counted`(number: Int) {
    var drive = live()
    for seq in 11...5000 { drive.event(seq) }
    _ = drive.told()
    drive.receive(frame(number, era: "other"))
    for seq in 5001...5060 { drive.event(seq) }
    #expect(
      drive.told() == ["\(number) orders live", "5001 orders live", "hean.error"]
        + (5002...5060).map { "\($0) orders live" })
    #expect(drive.actions().isEmpty && drive.machine.memory.since == 5060 - 64)
  }

  @Test func `a leap that goes on is one, and told as what did not come`() {
    var drive = live()
    for seq in [100_000, 100_001, 100_000, 100_002] { drive.event(seq) }
    #expect(
      drive.told() == ["100000 orders live", "hean.gap 11 99999", "100001 orders live", "100002 orders live"])
  }

  /// Behind a proxy a process can begin anew without the connection's end. With and without moments to tell events apart.
  @Test(arguments: ["new", nil])
  func `numbers that begin anew on one connection lose nothing without a word`(era: String?) {
    var drive = Drive([.orders])
    drive.open()
    for seq in 1...800 { drive.receive(frame(seq, era: era.map { _ in "old" })) }
    #expect(drive.told().count == 801)
    _ = drive.actions()
    for seq in 1...700 { drive.receive(frame(seq, era: era)) }
    #expect(drive.actions() == [.recover(since: 0)])
    drive.remember(Array(201...700), last: 700, moment: "new-")
    for seq in 701...900 { drive.receive(frame(seq, era: era)) }
    let told = drive.told()
    #expect(told.count { $0.hasPrefix("hean.gap 801") } == 1, "the restart is told")
    let events = told.filter { $0.contains("orders") }.map { $0.split(separator: " ")[0] }
    #expect(Set(events).count == 900 && events.count == 900, "each of the new process once: \(events.count)")
    #expect(drive.actions() == [.refetch])
  }

  @Test func `what cannot be handed on is told at once, then by its count, and all of it in the end`() {
    var drive = live()
    let kinds = [
      "unknownTopic": #"{"topic":"novel\u001b","data":{"a":1}}"#, "unreadable": "[1,2",
      "noTopic": #"{"data":{"seq":7}}"#,
      "unknownMessage": #"{"type":"surprise"}"#, "complaint": #"{"type":"error","error":"x"}"#,
    ]
    for turn in 0..<500 {
      for text in kinds.values { drive.receive(text) }
      if turn % 50 == 0 { drive.wait(0.25) }
    }
    drive.machine.finish(at: drive.now, drive.date)
    var counts: [String: Decimal] = [:]
    var notices = 0
    for case .notice(let notice) in drive.machine.records {
      guard notice.kind == .error, let reason = notice.members["reason"]?.text else { continue }
      counts[reason, default: 0] += notice.members["count"]?.number ?? 0
      notices += 1
      #expect(notice.members["excerpt"]?.text?.isEmpty == false)
    }
    #expect(counts == kinds.mapValues { _ in 500 })
    #expect(notices <= 5 * kinds.count, "\(notices)")
  }

  @Test func `an event of the memory without a number is told`() throws {
    var drive = back()
    drive.beat(12)
    let text =
      #"{"events":[{"type":"ORDER_PLACED","context":{"topic":"orders"}},{"seq":11,"type":"ORDER_PLACED","context":{"topic":"orders"}},{"seq":12,"type":"X"}],"last_seq":12}"#
    drive.machine.recovered(
      .success(try EventRing(Array(text.utf8)[...])), in: drive.machine.round, at: drive.now, drive.date)
    #expect(drive.told() == ["hean.error", "hean.reconnected", "11 orders recovered"])
  }

  @Test func `a memory that has counted on and holds nothing is a gap`() {
    var drive = back()
    drive.beat(25)
    drive.remember([], last: 20)
    #expect(drive.told() == ["hean.reconnected", "hean.gap 11 20"])
  }

  @Test func `an unreadable memory is a gap even when the first event comes long after`() {
    var drive = back()
    drive.machine.recovered(.failure(.init(words: "HTTP 500")), in: drive.machine.round, at: drive.now, drive.date)
    drive.wait(3.1)
    #expect(drive.told() == ["hean.reconnected"])
    drive.event(30)
    drive.event(31)
    #expect(drive.told() == ["hean.gap 11 29", "30 orders live", "31 orders live"])
  }

  /// The engine restarted between the two: HTTP reaches the new process, the connection is still the old one's.
  @Test func `a memory of another process than the connection's is not believed`() {
    var drive = live()
    drive.lose()
    drive.open()
    _ = (drive.actions(), drive.told())
    for seq in 5114...5116 { drive.event(seq) }
    drive.confirm(["orders", "system_heartbeat"])
    drive.beat(5117)
    drive.remember([1, 2, 3], last: 3)
    #expect(
      drive.told() == ["hean.reconnected", "hean.gap 11 5113"] + (5114...5116).map { "\($0) orders live" })
  }

  /// 16 MiB, however few frames they are.
  @Test func `large frames are not held back without limit`() {
    var drive = back()
    let filling = String(repeating: "x", count: 1 << 20)
    for seq in 20..<37 {
      drive.receive(#"{"topic":"orders","data":{"seq":\#(seq),"type":"X","payload":{"a":"\#(filling)"}}}"#)
    }
    let told = drive.told()
    #expect(told.prefix(3) == ["hean.reconnected", "hean.gap 11 19", "20 orders live"] && told.count == 19)
  }

  @Test func `what has no number and is held back comes out when the connection ends, or the stream`() {
    let alarm = #"{"topic":"orders","data":{"type":"killswitch_triggered","reason":"x"}}"#
    var drive = back()
    drive.receive(alarm)
    drive.event(14)
    #expect(drive.told().isEmpty)
    drive.lose()
    #expect(drive.told() == ["- orders live", "hean.stale"], "the rest is in the memory")
    drive = back()
    drive.receive(alarm)
    drive.event(14)
    drive.machine.finish(at: drive.now, drive.date)
    #expect(drive.told() == ["hean.gap 11 13", "- orders live", "14 orders live"])
  }

  @Test func `a held frame does not keep the buffer it came in`() throws {
    let text = Self.Drive.frame(7, "orders", "X")
    let buffer = [UInt8](repeating: 0x20, count: 65_536) + Array(text.utf8)
    var held = PendingFrames()
    held.add(PendingFrame(frame: try EventFrame(buffer[65_536...]), topic: .orders, at: Date(timeIntervalSince1970: 0)))
    let frame = try #require(held.frames.first).frame
    #expect(frame.bytes.startIndex == 0 && frame.bytes.count == text.utf8.count && frame.typeName == "X")
  }
}
