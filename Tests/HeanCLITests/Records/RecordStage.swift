import Foundation
import HeanCore
import HeanNetworking
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// An engine, a recorder of it, and the files that it writes.
final class RecordStage {
  let home = Console.freshHome()
  let clock = TestClock(Console.now)
  let engine: StagedEngine
  private var recording = HeanCore.Recording()

  init(_ scenario: PracticeScenario = .trend) throws { engine = try StagedEngine(scenario, clock: clock) }

  var console: Console {
    var console = Console(columns: 80, home: home)
    console.sharedClock = clock
    return console
  }

  func run(_ line: String, columns: Int? = nil) async -> Consequences {
    var console = console
    console.columns = columns
    return await console.run(["--url", engine.url] + line.split(separator: " ").map(String.init))
  }

  /// The folder of this engine's records.
  func folder() async throws -> URL {
    let state = URL(filePath: home).appending(path: ".local/state/hean")
    let engines = state.appending(path: "engines")
    if !FileManager.default.fileExists(atPath: engines.path) { _ = await run("status") }
    let memory = try #require(
      try FileManager.default.contentsOfDirectory(atPath: engines.path).first { $0.hasSuffix(".json") })
    let folder = state.appending(path: "records/\(memory.dropLast(5))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Records for so many rounds, and lets the clock go on meanwhile.
  func record(rounds: Int) async throws {
    let url = try #require(URL(string: engine.url))
    let transport = HTTPTransport(configuration: TransportConfiguration(baseURL: url), now: { [clock] in clock.now })
    for _ in 0..<rounds {
      clock.advance(.seconds(15))
      var exchanges: [HeanCore.Recording.Exchange] = []
      for request in recording.round(at: clock.now) {
        do throws(TransportError) {
          exchanges.append(HeanCore.Recording.Exchange(request, .success(try await transport.send(request))))
        } catch {
          exchanges.append(HeanCore.Recording.Exchange(request, .failure(error)))
        }
      }
      var lines = recording.take(exchanges, at: clock.now)
      for event in try events() { lines += recording.take(.event(event), at: clock.now) }
      try await write(lines + (try price(in: exchanges)))
    }
  }

  /// Time in which nobody records.
  func pause(_ time: Duration, telling reason: RecordGap.Reason? = nil) async throws {
    let from = clock.now
    clock.advance(time)
    if let reason { try await write([RecordGap(from: from, to: clock.now, reason: reason).line]) }
  }

  /// The price that was asked for, as a line: the engine's memory of events, which is the stream here, has none.
  private func price(in exchanges: [HeanCore.Recording.Exchange]) throws -> [RecordLine] {
    let probe = Endpoint<Ticker>.ticker("").path
    let answer = try exchanges.first { $0.request.path == probe }?.outcome.get()
    guard let body = try answer.map({ try JSONValue(reading: $0.body) }), let price = body["price"] else { return [] }
    return [RecordLine(at: clock.now, kind: .price, body: .object([Symbols.defaults[0]: [price]]))]
  }

  /// What the engine's memory of events holds, as its stream would have sent it.
  private func events() throws -> [StreamEvent] {
    let ring = try JSONValue(reading: Data(engine.read("/api/v1/blackbox/events").utf8))
    guard case .array(let records)? = ring["events"] else { return [] }
    return try records.map { record in
      let bytes = Array(JSONText.data(record))
      let type = "\"\(record["type"]?.text ?? "")\""
      let text = String(decoding: bytes, as: UTF8.self)
      // The last member of the record: keys are sorted, and its payload can have a type too.
      let place = try #require(text.range(of: "\"type\":\(type)", options: .backwards))
      let start = text[..<place.lowerBound].utf8.count + 7
      let topic = record["context"]?["topic"]?.text.flatMap(Topic.init(rawValue:)) ?? .systemStatus
      return StreamEvent(
        topic: topic, seq: record["seq"]?.number.flatMap { Int("\($0)") }, origin: .live, body: bytes[...],
        typeRange: start..<start + type.utf8.count, receivedAt: clock.now)
    }
  }

  func write(_ lines: [RecordLine]) async throws {
    let folder = try await folder()
    for isMarket in [false, true] {
      let text = lines.filter { ($0.kind == .price) == isMarket }.map(\.written).reduce(Data(), +)
      guard !text.isEmpty else { continue }
      let path = folder.appending(path: RecordFolder.Name(at: clock.now, isMarket: isMarket).text)
      let before = (try? Data(contentsOf: path)) ?? Data()
      try (before + text).write(to: path)
    }
  }

  /// The files, by name.
  func files() async throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: try await folder(), includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
  }
}
