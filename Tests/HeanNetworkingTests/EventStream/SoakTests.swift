import Foundation
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanNetworking

/// Hundreds of faults at random, seven of ten of them ends of connections, and an account of every event: told exactly once, or lost in a gap that was told.
@Suite(.timeLimit(.minutes(10)))
struct SoakTests {
  /// What a stream told, as far as the account needs it.
  private final class Account: Sendable {
    struct Content: Sendable {
      var told: [SoakEngine.Event] = []
      var recovered = 0
      /// Gaps in an era, and how far an era was known when it ended.
      var gaps: [(era: Int, range: ClosedRange<Int>)] = []
      var ends: [(era: Int, from: Int)] = []
      var notices: [StreamNotice.Kind: Int] = [:]
      /// For a failure: what was said, and between which numbers it was told.
      var diary: [String] = []

      mutating func write(_ event: SoakEngine.Event, _ origin: StreamEvent.Origin) {
        let entry = "\(origin.rawValue) era \(event.era): "
        if let last = diary.last, last.hasPrefix(entry) {
          diary.removeLast(); diary.append(last.split(separator: "…")[0] + "…\(event.seq)")
        } else {
          diary.append("\(entry)\(event.seq)")
        }
      }
      var era = 0
      /// Gaps told before the first event of a new era.
      var early: [ClosedRange<Int>] = []
      var isBetweenEras = false
      /// Whether it was said that the next events may be of a new era.
      var isInDoubt = false
    }

    let content = Mutex(Content())

    func note(_ records: [StreamRecord]) {
      content.withLock { content in
        for record in records {
          switch record {
          case .event(let event):
            guard let body = event.decoded(), let era = body["era"]?.number, let seq = event.seq else { continue }
            let before = content.era
            content.era = NSDecimalNumber(decimal: era).intValue
            if content.isInDoubt, content.era != before, seq > 1 { content.gaps.append((content.era, 1...(seq - 1))) }
            content.isInDoubt = false
            content.gaps += content.early.map { (content.era, $0) }
            content.early = []
            content.isBetweenEras = false
            content.told.append(SoakEngine.Event(era: content.era, seq: seq))
            if event.origin == .recovered { content.recovered += 1 }
            content.write(SoakEngine.Event(era: content.era, seq: seq), event.origin)
          case .notice(let notice):
            content.notices[notice.kind, default: 0] += 1
            content.diary.append(notice.message)
            guard notice.kind == .gap, let from = notice.members["from_seq"]?.number else { continue }
            let first = NSDecimalNumber(decimal: from).intValue
            if let to = notice.members["to_seq"]?.number {
              let range = first...NSDecimalNumber(decimal: to).intValue
              if content.isBetweenEras {
                content.early.append(range)
              } else {
                content.gaps.append((content.era, range))
              }
            } else {
              content.ends.append((content.era, first))
              content.isBetweenEras = true
              content.isInDoubt = notice.members["reason"] == "the engine may have restarted"
            }
          }
        }
      }
    }
  }

  private static var timing: StreamTiming {
    var timing = StreamTiming()
    timing.stale = .milliseconds(120)
    timing.dead = .milliseconds(300)
    timing.firstRetry = .milliseconds(5)
    timing.longestRetry = .milliseconds(40)
    // A busy machine delays a heartbeat; the engine is not restarted before it is older than that.
    timing.restartTolerance = .milliseconds(500)
    timing.settling = .milliseconds(400)
    timing.poll = .milliseconds(10)
    timing.socketRetry = .milliseconds(30)
    timing.tick = .milliseconds(10)
    return timing
  }

  @Test func `after many faults every event was told once or is in a gap that was told`() async throws {
    let wanted: [Topic] = [.orders, .signals]
    let engine = try SoakEngine(wanted: Set(wanted.map(\.rawValue)))
    var configuration = EventStreamConfiguration(baseURL: engine.url, topics: wanted)
    configuration.timing = Self.timing
    let transport = HTTPTransport(
      configuration: TransportConfiguration(baseURL: engine.url), now: { Date() }, random: { Double.random(in: 0..<1) })
    let stream = EventStream(
      configuration, rest: transport, now: { Date() }, random: { Double.random(in: 0..<1) },
      sleep: { try await Task.sleep(for: $0) })
    let account = Account()
    var faults: [SoakEngine.Fault: Int] = [:]
    async let running: Void = stream.run()
    async let reading: Void = {
      while let records = try? await stream.next() { account.note(records) }
    }()
    try await patiently { account.content.withLock { $0.told.count > 20 } }
    for turn in 0..<Sample.count(300, few: 60) {
      let fault = SoakEngine.Fault.allCases[turn % SoakEngine.Fault.allCases.count]
      faults[fault, default: 0] += 1
      if fault == .restart { try await patiently { engine.age > .milliseconds(800) } }
      engine.hurt(fault)
      // Sometimes the next comes before the last is over.
      if Double.random(in: 0..<1) < 0.7 { try await patiently { engine.isHeard } }
      try await Task.sleep(for: .milliseconds(Int.random(in: 1...40)))
    }
    // One last quiet time, in which everything has to come out.
    try await patiently { engine.isHeard }
    let mark = engine.truth.max { ($0.era, $0.seq) < ($1.era, $1.seq) }
    try await patiently { account.content.withLock { content in content.told.contains { $0 == mark } } }
    let truth = engine.truth.filter { event in mark.map { (event.era, event.seq) <= ($0.era, $0.seq) } ?? true }
    await stream.stop()
    engine.stop()
    _ = await (running, reading)
    check(truth, account, faults, engine.connections)
  }

  private func check(
    _ truth: Set<SoakEngine.Event>, _ account: Account, _ faults: [SoakEngine.Fault: Int], _ connections: Int
  ) {
    let content = account.content.withLock { $0 }
    let told = Set(content.told)
    #expect(told.count == content.told.count, "something was told twice")
    let late = content.told.filter { event in !truth.contains(event) }
    #expect(
      late.allSatisfy { event in truth.allSatisfy { ($0.era, $0.seq) < (event.era, event.seq) } },
      "something was made up")
    let first = content.told.first.map(\.seq) ?? 0
    let eras = Set(content.told.map(\.era))
    var inGaps = 0
    var inRestarts = 0
    var missing: [SoakEngine.Event] = []
    for event in truth.subtracting(told) {
      // Before our time.
      if event.era == 0, event.seq < first { continue }
      let isInGap = content.gaps.contains { $0.era == event.era && $0.range.contains(event.seq) }
      let isInEnd = content.ends.contains { $0.era == event.era && event.seq >= $0.from }
      let isOfUnseenEra = !eras.contains(event.era) && !content.ends.isEmpty
      if isInGap { inGaps += 1 } else { inRestarts += 1 }
      if !isInGap, !isInEnd, !isOfUnseenEra { missing.append(event) }
    }
    let silent = missing.count
    #expect(silent == 0, "so many are missing without a word")
    let lines = [
      "soak: \(faults.values.reduce(0, +)) faults, \(connections) connections, \(truth.count) events sent:",
      "\(told.intersection(truth).count) told once (\(content.recovered) of them recovered),",
      "\(inGaps) in gaps, \(inRestarts) lost with a restart;",
      "notices: \(content.notices.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(separator: ", "))",
    ]
    print(lines.joined(separator: " "))
    if let first = missing.min(by: { ($0.era, $0.seq) < ($1.era, $1.seq) }) {
      let numbers = missing.filter { $0.era == first.era }.map(\.seq)
      print("missing of era \(first.era): \(numbers.min() ?? 0) to \(numbers.max() ?? 0)")
      let place = content.diary.firstIndex { $0.contains("era \(first.era):") } ?? 0
      print(content.diary[max(0, place - 12)..<min(content.diary.count, place + 12)].joined(separator: "\n"))
    }
    let turns = faults.values.reduce(0, +)
    #expect(connections > turns / 3 && content.recovered > turns / 3 && inGaps > 0)
  }

  /// As long as the suite may take: how fast things come back is the machine's business.
  private func patiently(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(2)) }
  }
}
