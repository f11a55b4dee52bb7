import Foundation
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// What a recorder tells of what it missed.
struct RecorderTests {
  private let place: TemporaryDirectory
  private let folder: RecordFolder
  private let begin = Date(timeIntervalSince1970: 1_795_910_000)

  init() throws {
    place = try TemporaryDirectory()
    folder = RecordFolder(state: place.path, engine: "desk")
  }

  /// A clock that is moved by hand, the one that people see and the other.
  private final class Hands: Sendable {
    private let state: Mutex<(wall: Date, elapsed: Duration)>
    let told = Recorder(["hean tells:"])
    init(_ begin: Date) { state = Mutex((begin, .seconds(1_000))) }
    var wall: Date { state.withLock { $0.wall } }
    var elapsed: Duration { state.withLock { $0.elapsed } }
    func pass(_ seconds: Int, wall: Int? = nil) {
      state.withLock { $0 = ($0.wall + TimeInterval(wall ?? seconds), $0.elapsed + .seconds(seconds)) }
    }
  }

  private func recorder(
    _ hands: Hands, most: Int = 1 << 30, includesPrices: Bool = false, audit: RecordedAudit? = nil
  ) -> RecorderDesk {
    RecorderDesk(
      folder, bounds: RecordBounds(days: 90, most: most), includesPrices: includesPrices, environment: [:],
      audit: audit,
      now: { hands.wall }, elapsed: { hands.elapsed }, tell: { hands.told.append($0 + "\n") })
  }

  private func start(_ hands: Hands) -> RecordLine {
    .start(
      at: hands.wall, version: "1", url: "http://127.0.0.1:1", profile: nil, mode: nil, process: 7,
      includesPrices: false)
  }

  /// Lets a recorder begin and do something, and is rid of it.
  private func killed(
    _ hands: Hands, audit: RecordedAudit? = nil, after work: (RecorderDesk) async throws -> Void = { _ in }
  ) async throws {
    let recorder = recorder(hands, audit: audit)
    try await recorder.begin(start(hands))
    try await work(recorder)
  }

  private func gaps() async -> [RecordGap] {
    await RecordDays(folder: folder, environment: [:]).list().flatMap { $0.gaps ?? [] }
  }

  private func exchange(_ status: Int?) -> HeanCore.Recording.Exchange {
    let request = RESTRequest(.get, Endpoint<EngineStatus>.engineStatus.path)
    guard let status else { return HeanCore.Recording.Exchange(request, .failure(.unreachable(reason: "refused"))) }
    return HeanCore.Recording.Exchange(
      request, .success(RESTResponse(status: status, body: Data("{}".utf8), receivedAt: begin)))
  }

  @Test func `a recorder that was killed, and one that ended, leave different gaps`() async throws {
    let hands = Hands(begin)
    // A recorder that is gone holds its files no more.
    try await killed(hands) { first in
      hands.pass(5)
      await first.beat()
    }
    #expect(await gaps().isEmpty)
    hands.pass(60)
    try await killed(hands) { second in
      #expect(await gaps() == [RecordGap(from: begin, to: begin + 65, reason: .killed)])
      await second.end()
    }
    hands.pass(10)
    try await killed(hands)
    #expect(await gaps().last == RecordGap(from: begin + 65, to: begin + 75, reason: .notRunning))
    // The machine's clock is behind what was recorded.
    hands.pass(1, wall: -3_600)
    try await killed(hands)
    #expect(await gaps().last == RecordGap(from: begin + 75 - 3_600, to: begin + 75, reason: .clockSetBack))
  }

  @Test func `an engine without an answer is one gap, told in pieces while it lasts`() async throws {
    let hands = Hands(begin)
    let recorder = recorder(hands)
    try await recorder.begin(start(hands))
    await recorder.take([exchange(200)])
    for answer in [nil, 503, 502] as [Int?] {
      hands.pass(100)
      await recorder.take([exchange(answer)])
    }
    #expect(await recorder.status.state == .noAnswer)
    hands.pass(20)
    // A refusal of a request is an answer of the engine.
    await recorder.take([exchange(429)])
    #expect(await recorder.status.state == .recording)
    await recorder.beat()
    #expect(
      await gaps() == [
        RecordGap(from: begin, to: begin + 300, reason: .noAnswer),
        RecordGap(from: begin + 300, to: begin + 320, reason: .noAnswer),
      ])
    #expect(await recorder.status.gaps == 1, "for people it is one")
    hands.pass(7)
    await recorder.take([exchange(nil)])
    await recorder.end()
    #expect(await gaps().last == RecordGap(from: begin + 320, to: begin + 327, reason: .noAnswer))
  }

  @Test func `prices that stay away are a gap of prices, and not beside one of all`() async throws {
    let hands = Hands(begin)
    let recorder = recorder(hands, includesPrices: true)
    try await recorder.begin(start(hands))
    for _ in 0..<59 {
      hands.pass(1)
      await recorder.beat()
    }
    #expect(await recorder.status.state == .recording)
    for _ in 0..<245 {
      hands.pass(1)
      await recorder.beat()
    }
    #expect(await recorder.status.state == .frozen)
    #expect(await gaps() == [RecordGap(from: begin, to: begin + 300, reason: .frozen, subject: .prices)])
    await recorder.end()
    #expect(await gaps().last == RecordGap(from: begin + 300, to: begin + 304, reason: .frozen, subject: .prices))
  }

  @Test func `a clock that is set back and a machine that slept are gaps, a clock that is corrected is none`() {
    var clock = RecorderClock()
    #expect(clock.beat(begin, .seconds(1)) == nil)
    #expect(clock.beat(begin + 1, .seconds(2)) == nil)
    #expect(clock.beat(begin + 0.5, .seconds(3)) == nil, "set back by less than two seconds")
    #expect(
      clock.beat(begin - 600, .seconds(4)) == RecordGap(from: begin - 600, to: begin + 1.5, reason: .clockSetBack))
    #expect(clock.beat(begin - 599, .seconds(5)) == nil)
    #expect(clock.beat(begin, .seconds(6)) == nil, "set forward again")
    #expect(clock.beat(begin + 60, .seconds(66)) == RecordGap(from: begin, to: begin + 60, reason: .slept))
  }

  @Test func `when there is no room, it is told once, nothing is written, and the loss is a gap`() async throws {
    let hands = Hands(begin)
    let full = recorder(hands, most: 100)
    try await full.begin(start(hands))
    for _ in 0..<30 {
      hands.pass(1)
      await full.beat()
    }
    #expect(await full.status.state == .notWriting && folder.files().isEmpty)
    #expect(hands.told.text.components(separatedBy: "nothing is recorded: it would be more than --most").count == 2)
  }

  @Test func `days that are too old are removed, which is told and recorded`() async throws {
    try PrivateDirectory.make(folder.path)
    for name in ["2026-08-01.ndjson.gz", "2026-08-01.market.ndjson", "2026-11-27.ndjson", "2026-08-01.txt"] {
      try Data("x\n".utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
    }
    let hands = Hands(begin)
    try await recorder(hands).begin(start(hands))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "2026-08-01.txt", "2026-11-27.ndjson", "2026-11-28.ndjson",
      ])
    #expect(hands.told.text.contains("2026-08-01.market.ndjson was removed: it is older than 90 days"))
    let removed = await gaps().filter { $0.reason == .removed }
    #expect(
      removed.map(\.subject) == [.all, .prices] && removed.allSatisfy { $0.to.timeIntervalSince($0.from) == 86_400 })
  }

  @Test func `what is new in the audit log is copied once, where it is about this engine`() async throws {
    let environment = ["XDG_STATE_HOME": place.path]
    let log = try AuditLog(environment: environment)
    func append(_ id: String, url: String?) throws {
      try log.append(
        AuditRecord(
          id: id, step: 1, time: begin, verb: "engine.pause", url: url,
          content: .intent(AuditRecord.Intent(request: "POST /api/v1/engine/pause"))))
    }
    func audit() throws -> RecordedAudit {
      try RecordedAudit(of: "desk", environment: environment) { $0.url == nil || $0.url == "http://desk" }
    }
    try append("before", url: "http://desk")
    let hands = Hands(begin)
    try await killed(hands, audit: try audit()) { first in
      await first.beat()
      try append("one", url: "http://desk")
      try append("other", url: "http://other")
      await first.beat()
      await first.beat()
      await first.end()
    }
    try append("two", url: nil)
    try await killed(hands, audit: try audit()) { await $0.beat() }
    var keys: [String?] = []
    for file in folder.files() {
      _ = await RecordLines(path: folder.path(file.name), isPacked: false, environment: [:]).each { line in
        if let line = RecordLine(Data(line)), line.kind == .audit { keys.append(line.key) }
      }
    }
    #expect(keys == ["one/1/intent", "two/1/intent"])
  }
}
