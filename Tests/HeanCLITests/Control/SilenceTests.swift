import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// What stands on the terminal while a verb or a read waits, and when. Each wait takes its time by the clock of the run,
/// and lines are written at their own moments.
struct SilenceTests {
  /// One run at a terminal or not, with the time of each piece that it wrote.
  private struct Told {
    var code: ExitCode
    var output: String
    var errors: String
    /// From the answer to the question, or from the start, to the first sign.
    var first: Duration
    /// The longest time without a sign until the end.
    var longest: Duration
  }

  private func run(
    _ arguments: [String], on engine: StagedEngine, _ clock: TestClock, columns: Int? = 80, asks: Bool = false
  ) async -> Told {
    var console = Console(columns: columns)
    console.sharedClock = clock
    let answered = Recorder(clock: clock)
    if asks {
      console.isInputTerminal = true
      console.answer = {
        answered.append("y")
        return "y"
      }
    }
    let (output, errors) = (Recorder(clock: clock), Recorder(clock: clock))
    let start = clock.elapsed
    let code = await Program(context: console.context(output, errors)).run(arguments + ["--url", engine.url])
    let from = answered.moments.last ?? start
    // What was written at the moment of the answer, such as the question itself, is no sign of what comes after.
    let signs = (output.moments + errors.moments).filter { $0 > from }.sorted()
    let ends = [from] + signs + [clock.elapsed]
    return Told(
      code: code, output: output.text.replacing(engine.url, with: "ENGINE"),
      errors: errors.text.replacing(engine.url, with: "ENGINE"), first: (signs.first ?? clock.elapsed) - from,
      longest: zip(ends, ends.dropFirst()).map { $1 - $0 }.max() ?? .zero)
  }

  private func engine(
    _ quirk: PracticeQuirk, _ clock: TestClock, cutAfter time: Duration = .seconds(30)
  ) throws -> StagedEngine {
    let engine = try StagedEngine(quirks: [quirk], clock: clock)
    engine.prepare()
    engine.cutsHanging(after: time)
    return engine
  }

  @Test(arguments: [
    (PracticeQuirk.hang, ["positions", "close-all"]), (.slowStop, ["engine", "stop"]),
    (.lostReply, ["engine", "pause"]),
    (.lies, ["engine", "pause"]),
  ])
  func `after y a verb is never silent for two seconds`(quirk: PracticeQuirk, verb: [String]) async throws {
    let clock = TestClock(Console.now, hasBeats: true)
    let engine = try engine(quirk, clock)
    defer { engine.stop() }
    let told = await run(verb, on: engine, clock, asks: true)
    #expect(told.first <= .milliseconds(300) && told.longest <= .seconds(2), "\(told)")
    try Expected.compare(told.errors, with: "control/waiting.\(quirk.rawValue).txt")
  }

  @Test func `a panic under an engine that answers no call is never silent for two seconds`() async throws {
    let clock = TestClock(Console.now, hasBeats: true)
    let engine = try engine(.hang, clock, cutAfter: .seconds(5))
    defer { engine.stop() }
    let told = await run(["panic", "--deadline", "40s"], on: engine, clock, asks: true)
    #expect(told.code == .staleOrUnconfirmed && told.first <= .milliseconds(300), "\(told)")
    #expect(told.longest <= .seconds(2), "\(told)")
    try Expected.compare(told.errors, with: "control/waiting.panic.txt")
  }

  @Test func `with --yes lines begin at the start`() async throws {
    let clock = TestClock(Console.now, hasBeats: true)
    let engine = try engine(.hang, clock, cutAfter: .seconds(4))
    defer { engine.stop() }
    let told = await run(["engine", "pause", "--yes", "--verify-timeout", "1s"], on: engine, clock)
    #expect(told.first <= .milliseconds(300) && told.longest <= .seconds(2), "\(told)")
    #expect(
      told.errors == """
        hean: sent POST /api/v1/engine/pause; waiting for the answer, 30s at most
        hean: sent POST /api/v1/engine/pause; waiting for the answer, 29s more at most
        hean: sent POST /api/v1/engine/pause; waiting for the answer, 27s more at most
        hean: sent POST /api/v1/engine/pause; looking for the effect, 1s at most

        """)
  }

  @Test func `without a terminal a document has one line beside it, as a document`() async throws {
    let clock = TestClock(Console.now, hasBeats: true)
    let engine = try engine(.slowStop, clock)
    defer { engine.stop() }
    let told = await run(["engine", "stop", "--yes", "--json"], on: engine, clock, columns: nil)
    let line = #"{"note":"sent POST /api/v1/engine/stop; waiting for the answer, 28s at most"}"#
    #expect(told.code == .ok && told.errors == line + "\n", "\(told)")
    let document = try JSONDecoder().decode(JSONValue.self, from: Data(told.output.utf8))
    #expect(document["data"]?["outcome"] == "confirmed")
  }

  @Test(arguments: [(["--quiet"], 80), (["-q", "--json"], nil), ([], nil)] as [([String], Int?)])
  func `quiet is silent, and so is a screen that goes to a file`(options: [String], columns: Int?) async throws {
    let clock = TestClock(Console.now)
    let engine = try engine(.slowStop, clock)
    defer { engine.stop() }
    let told = await run(["engine", "stop", "--yes"] + options, on: engine, clock, columns: columns)
    #expect(told.code == .ok && told.errors.isEmpty && !told.output.isEmpty, "\(told)")
    #expect(clock.elapsed >= .seconds(8) && clock.beats == 0, "it waited, and nothing waited beside it")
  }

  @Test func `quiet leaves results, questions, errors and what went wrong`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let told = await run(["positions", "-o", "csv"], on: engine, clock, columns: nil)
    #expect(told.errors == "hean: practice engine: simulated figures\n")
    let quiet = await run(["positions", "-o", "csv", "-q"], on: engine, clock, columns: nil)
    #expect(quiet.errors.isEmpty && quiet.output == told.output)
    let asked = await run(["engine", "pause", "--quiet"], on: engine, clock, asks: true)
    #expect(asked.code == .ok && asked.errors == "Send? [y/N] " && asked.output.contains("RUNNING  PAUSED"))
    let failed = await run(["positions", "show", "NOPE", "--quiet"], on: engine, clock)
    #expect(failed.code == .notFound && failed.errors.contains("NOPE"))
    var console = Console()
    console.environment["XDG_STATE_HOME"] = "/dev/full"
    console.sharedClock = clock
    let panic = await console.run("panic", "--yes", "--quiet", "--url", engine.url)
    #expect(panic.errors.contains("going on without a record"), "\(panic)")
    let both = await run(["status", "-q", "-v"], on: engine, clock)
    #expect(both.code == .usage && both.errors.contains("--quiet and --verbose contradict each other"))
  }

  private final class RequestCount: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }

  /// Time passes with the last of the four reads under way, so that each has the same ten seconds.
  private static func server(
    holding count: RequestCount, for span: Duration, by clock: TestClock
  ) throws -> LoopbackServer {
    try Recording.server("running") { _ in
      if count.next() == 4 { clock.passBlocking(span) }
      return nil
    }
  }

  @Test func `a read that waits says so after a second, on a terminal only`() async throws {
    let all = ["9s at", "8s more at", "6s more at", "4s more at"]
    for (columns, lines) in [(80, all), (nil, [])] as [(Int?, [String])] {
      let clock = TestClock(Console.now, hasBeats: columns != nil)
      let count = RequestCount()
      let server = try Self.server(holding: count, for: .seconds(7), by: clock)
      defer { server.stop() }
      var console = Console(columns: columns)
      console.sharedClock = clock
      // One that cannot erase gets lines.
      console.environment["TERM"] = "dumb"
      let ran = await console.run("config", "--url", server.url)
      #expect(ran.code == .ok && count.value == 4, "\(ran)")
      // The first comes after a second, so that nine of the ten are left.
      let told = lines.isEmpty ? "" : lines.map { "hean: waiting for \(server.url), \($0) most\n" }.joined()
      #expect(ran.errors == told)
    }
  }

  @Test func `where a line can be erased, one counts and goes with the answer`() async throws {
    let clock = TestClock(Console.now, hasBeats: true)
    let count = RequestCount()
    let server = try Self.server(holding: count, for: .seconds(3), by: clock)
    defer { server.stop() }
    var console = Console(columns: 80)
    console.sharedClock = clock
    let ran = await console.run("config", "--url", server.url)
    let erasure = "\r\u{1B}[K"
    #expect(ran.code == .ok && ran.errors.contains("\(erasure)asking \(server.url) … 1 s"), "\(ran)")
    #expect(ran.errors.hasSuffix(erasure) && !ran.errors.contains("\n"), "\(ran)")
  }
}
