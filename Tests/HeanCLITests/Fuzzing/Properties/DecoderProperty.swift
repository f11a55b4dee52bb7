import Dispatch
import Foundation
import HeanPractice
import Synchronization

@testable import HeanConsole
@testable import HeanCore
@testable import HeanNetworking

/// Whatever an endpoint answers, the command that reads it ends with a document or an error in strict JSON, and what
/// hean's own reader of JSON makes of a body is what Foundation makes of it.
///
/// Input: which command and endpoint, the format, and the body. Other endpoints answer as the practice engine does.
enum DecoderProperty {
  /// In the order of `bodies`, then some that other commands read, too.
  static let reads: [(path: String, command: String)] = [
    ("/api/v1/engine/status", "status"), ("/settings", "settings"), ("/health", "health"), ("/ready", "health"),
    ("/api/v1/orders/positions", "positions list"), ("/api/v1/orders", "orders list --status all"),
    ("/api/v1/trading/why", "why"), ("/api/v1/trading/metrics", "status"), ("/api/v1/trading/state", "trace last"),
    ("/api/v1/trading/history", "decisions list"), ("/api/v1/blackbox/events", "events list"),
    ("/api/v1/trading/equity-history", "status"), ("/api/v1/market/ticker", "why"),
    ("/api/v1/config/current", "config get"), ("/api/v1/strategies", "strategies list"),
    ("/api/v1/portfolio/summary", "account"), ("/api/v1/risk/status", "risk status"),
    ("/api/v1/risk/limits", "risk limits show"), ("/api/v1/risk/governor/status", "risk governor show"),
    ("/api/v1/risk/killswitch/status", "risk killswitch show"),
    ("/api/v1/risk/decision-memory/blocks", "strategies compare"),
    ("/api/v1/telemetry/signal-rejections", "funnel"), ("/api/v1/council/trade/verdicts", "trace last"),
    ("/api/v1/archon/pipeline", "trace last"), ("/api/v1/analytics/blocks", "why"),
    ("/api/v1/council/trade/status", "why"), ("/api/v1/trading/history", "signals list"),
    ("/api/v1/trading/metrics", "funnel"), ("/api/v1/engine/status", "account"), ("/api/v1/risk/status", "why"),
    ("/api/v1/blackbox/events", "signals list"), ("/api/v1/strategies", "strategies compare"),
  ]
  /// Mostly an answer; an error's body is read, too.
  private static let statuses = [200, 200, 200, 200, 200, 404, 500, 503]
  private static let formats = ["json", "ndjson", "csv", "table"]
  private static let moment = Date(timeIntervalSince1970: 1_795_225_650)

  static func check(_ input: [UInt8]) throws(Violation) {
    guard input.count > 1 else { return }
    let body = Data(input[2...])
    let isJSON = try compareReaders(body)
    let read = reads[Int(input[0]) % reads.count]
    let format = formats[Int(input[1]) % formats.count]
    let status = statuses[Int(input[1] >> 2) % statuses.count]
    try decode(RESTResponse(status: status, body: body, receivedAt: moment), Int(input[0]))
    // A whole command takes a thousand times as long, and what is no JSON is told by all of them in the same way.
    guard input[1] & 0x60 == 0, isJSON || input[1] & 0x80 != 0 else { return }
    let run = run(read.command, format, ScriptedSender(path: read.path, status: status, body: body))
    let words = "\(read.command) --output \(format) with \(read.path)"
    try Violation.unless(run.code != .bug, "\(words) is a bug: \(run.errors)")
    for text in [run.output, run.errors] {
      let stray = text.unicodeScalars.first { $0 != "\n" && StrictJSON.isHarmful($0) }
      try Violation.unless(stray == nil, "\(words): control characters in \(text.debugDescription)")
    }
    guard format == "json" || format == "ndjson" else { return }
    let isOne = format == "json" && run.output.count { $0 == "\n" } > 1
    try Violation.unless(!isOne, "\(words): more than one line: \(run.output)")
    for line in run.output.split(separator: "\n") {
      try Violation.unless(StrictJSON.accepts(Array(line.utf8)), "\(words): no JSON: \(line)")
    }
    for line in run.errors.split(separator: "\n") where line.hasPrefix("{") {
      try Violation.unless(StrictJSON.accepts(Array(line.utf8)), "\(words): the error is no JSON: \(line)")
    }
  }

  /// - Returns: whether it is JSON.
  private static func compareReaders(_ body: Data) throws(Violation) -> Bool {
    let ours = try? JSONValue(reading: body)
    guard StrictJSON.isGrammatical(Array(body)), String(validating: body, as: UTF8.self) != nil else {
      // A mark in front of the document is let through, as Foundation does.
      let hasMark = body.starts(with: [0xEF, 0xBB, 0xBF])
      try Violation.unless(ours == nil || hasMark, "no JSON was read as \(String(describing: ours))")
      return false
    }
    try Violation.unless(ours != nil, "JSON was not read: \(String(decoding: body, as: UTF8.self).debugDescription)")
    guard !body.prefix(2).contains(0), let theirs = try? JSONDecoder().decode(JSONValue.self, from: body) else {
      return true
    }
    try Violation.unless(
      ours == theirs, "read as \(String(describing: ours)), by Foundation as \(theirs)")
    return true
  }

  private static func decode(_ response: RESTResponse, _ choice: Int) throws(Violation) {
    do throws(EngineError) {
      try bodies[choice % bodies.count](response)
    } catch {
      try Shown.check(Failure(error, url: "http://127.0.0.1:1"))
    }
  }

  /// Every kind of body, as it is read.
  private static let bodies: [@Sendable (RESTResponse) throws(EngineError) -> Void] = [
    reading(.engineStatus), reading(.settings), reading(.health), reading(.readiness), reading(.positions),
    reading(.orders(.all)), reading(.why), reading(.metrics), reading(.state), reading(.history()),
    reading(.events()), reading(.equityHistory), reading(.ticker("BTCUSDT")), reading(.configuration),
    reading(.strategies), reading(.portfolio), reading(.riskStatus), reading(.riskLimits), reading(.governor),
    reading(.killSwitch), reading(.decisionMemory), reading(.rejections(minutes: 5)), reading(.verdicts),
    reading(.pipeline), reading(.filterBlocks), reading(.council),
  ]

  private static func reading<Body: EngineBody>(
    _ endpoint: Endpoint<Body>
  ) -> @Sendable (RESTResponse) throws(EngineError) -> Void {
    { (response) throws(EngineError) in _ = try ResponseDecoder.read(Body.self, from: response, endpoint: endpoint) }
  }

  private struct Run: Sendable {
    var code: ExitCode
    var output: String
    var errors: String
  }

  private static func run(_ command: String, _ format: String, _ sender: ScriptedSender) -> Run {
    let output = Written()
    let errors = Written()
    let context = Context(
      environment: ["HOME": "/nonexistent"], now: { moment }, random: { 0.5 }, elapsed: { .zero }, sleep: { _ in },
      output: output.sink, errors: errors.sink,
      input: Input(isTerminal: false, readLine: { nil }, readSecret: { _ in "" }), terminalSize: { nil },
      untilInterrupted: {}, interruption: InterruptionGuard(errors: nil), realTime: { $0 },
      carriers: Carriers(sender: { _ in sender }))
    let argv = command.split(separator: " ").map(String.init) + ["--url", "http://127.0.0.1:1", "--output", format]
    let done = DispatchSemaphore(value: 0)
    let code = Mutex(ExitCode.bug)
    Task.detached {
      let ended = await Program(context: context).run(argv)
      code.withLock { $0 = ended }
      done.signal()
    }
    done.wait()
    return Run(code: code.withLock { $0 }, output: output.text, errors: errors.text)
  }
}

/// Collects what a run writes.
private final class Written: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  var sink: Sink {
    Sink(
      isTerminal: false, write: { text in self.bytes.withLock { $0 += text.utf8 } },
      writeBytes: { more in self.bytes.withLock { $0 += more } }, untilClosed: {})
  }
}

/// Answers one path with given bytes, and every other one as the practice engine does.
private struct ScriptedSender: HTTPSending {
  var path: String
  var status: Int
  var body: Data

  private static let practice = Mutex(
    (engine: PracticeEngine?.none, known: [String: HTTPAnswer]()))

  func send(
    _ request: HTTPRequest, within limit: Duration, of allowed: Duration
  ) async throws(TransportError) -> HTTPAnswer {
    let asked = request.target.prefix { $0 != "?" }
    if asked == path { return HTTPAnswer(status: status, fields: [:], body: body) }
    return Self.practice.withLock { state in
      if let known = state.known[request.target] { return known }
      let now = Date(timeIntervalSince1970: 1_795_225_650)
      var engine = state.engine ?? PracticeEngine(configuration: PracticeConfiguration(), now: now)
      let response = engine.respond(to: PracticeRequest(method: request.method, path: String(asked)), now: now)
      let answer = HTTPAnswer(status: response.status, fields: [:], body: response.body)
      state.engine = engine
      state.known[request.target] = answer
      return answer
    }
  }
}
