import Foundation
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// `--watch` of status and positions.
struct WatchingTests {
  @Test(arguments: ["status", "positions"])
  func `a terminal is redrawn from the top left, never blank in between`(command: String) async {
    for columns in [80, 140] {
      var console = Console(columns: columns)
      console.isClockReal = true
      let ran = await console.watch(["--practice", command, "--watch", "--count", "3", "--interval", "500ms"])
      #expect(ran.code == .ok && ran.screens.count == 3, "\(ran.errors)")
      for screen in ran.screens {
        let rows = screen.text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(rows > 4 && screen.lines[0].contains("PRACTICE"), "\(screen.text)")
        #expect(screen.cursor == (row: rows, column: 0) && screen.isCursorShown && !screen.hasScrolled)
        #expect(!screen.isSynchronizing && screen.unknown.isEmpty)
      }
    }
  }

  @Test func `rows alone, drawn again and again, say below what casts doubt on them`() async {
    let ran = await Console(columns: 100).watch([
      "--practice", "--scenario", "stopped", "positions", "--watch", "--count", "1", "--fields", "symbol",
    ])
    let screen = ran.screens.last?.text ?? ""
    #expect(screen.contains("figures and empty lists prove nothing"), "\(screen)")
  }

  @Test func `a pipe gets a line a change, a program a document a look`() async throws {
    // Events come in real time.
    var console = Console()
    console.isClockReal = true
    let lines = await console.run("--practice", "positions", "--watch", "--count", "4", "--interval", "1s")
    #expect(lines.code == .ok)
    let texts = lines.output.split(separator: "\n")
    #expect(
      (1...4).contains(texts.count) && texts.allSatisfy { $0.contains(" open: ") || $0.contains("no open position") })
    #expect(
      zip(texts, texts.dropFirst()).allSatisfy { $0.dropFirst(21) != $1.dropFirst(21) }, "the same is not said twice")
    let documents = await Console().run("--practice", "status", "--watch", "--count", "3", "--json")
    let looks = try documents.output.split(separator: "\n").map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
    }
    #expect(looks.count == 3 && looks.allSatisfy { $0["schema"] == "hean.status/1" })
  }

  @Test func `what rows cannot say goes into each record, and once to standard error`() async throws {
    for format in ["ndjson", "csv"] {
      let ran = await Console().run("--practice", "status", "--watch", "--count", "3", "-o", format)
      #expect(ran.errors.components(separatedBy: "simulated figures").count == 2, "\(ran.errors)")
      guard format == "ndjson" else { continue }
      let records = ran.output.split(separator: "\n")
      #expect(
        records.count == 3 && records.allSatisfy { $0.contains(#""warnings":["practice engine: simulated figures"]"#) })
    }
  }

  @Test func `a name that no row has is refused in a pipe as well`() async {
    for wrong in [["--fields", "nosuch"], ["--sort", "nosuch"]] {
      var console = Console()
      console.isClockReal = true
      let ran = await console.run(["--practice", "positions", "--watch", "--count", "2"] + wrong)
      #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains("nosuch"), "\(ran)")
    }
  }

  /// An engine that goes away in the middle: what was seen stays, and is called old; of rows alone, too.
  @Test(arguments: [[], ["--fields", "symbol"]])
  func `what was seen stays in sight when the engine goes, and is called old`(fields: [String]) async throws {
    let table = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    let answers = Dictionary(table.map { ($0.request.target, $0.answer) }, uniquingKeysWith: { first, _ in first })
    let asked = Mutex(0)
    let server = try LoopbackServer(answering: { request in
      if request.target == "/api/v1/orders/positions" { asked.withLock { $0 += 1 } }
      return asked.withLock { $0 } > 1 ? nil : answers[request.target] ?? LoopbackServer.Answer(status: 404, body: "{}")
    })
    defer { server.stop() }
    var console = Console(columns: 100)
    console.isClockReal = true
    let ran = await console.watch(
      ["--url", server.url, "positions", "--watch", "--count", "2", "--timeout", "20s"] + fields)
    #expect(ran.code == .staleOrUnconfirmed)
    let last = ran.screens.last?.text ?? ""
    #expect(last.contains("BTCUSDT") && last.contains("OLD: seen ") && last.contains("was lost"), "\(last)")
    let piped = await Console().run("--url", server.url, "positions", "--watch", "--count", "2", "--timeout", "20s")
    #expect(piped.code == .unreachable, "who never saw anything has nothing to show")
  }

  /// The screen is drawn while an answer is on its way, and when the window has another size.
  @Test(.timeLimit(.minutes(1))) func `ages grow on a screen whose answer is late`() async throws {
    let table = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    let answers = Dictionary(table.map { ($0.request.target, $0.answer) }, uniquingKeysWith: { first, _ in first })
    let asked = Mutex(0)
    let drawn = DispatchSemaphore(value: 0)
    let server = try LoopbackServer(answering: { request in
      let isSecond = asked.withLock { asked in
        if request.target == "/api/v1/orders/positions" { asked += 1 } else { return false }
        return asked == 2
      }
      if isSecond { drawn.wait() }
      return answers[request.target] ?? LoopbackServer.Answer(status: 404, body: "{}")
    })
    defer { server.stop() }
    var console = Console(columns: 140)
    console.isClockReal = true
    let (output, errors) = (Recorder(), Recorder())
    var context = console.context(output, errors)
    context.output.write = { text in
      output.append(text)
      if text.contains("no answer for ") { drawn.signal() }
    }
    let code = await Program(context: context).run(["--url", server.url, "positions", "--watch", "--count", "2"])
    #expect(code == .ok && errors.text.isEmpty, "\(errors.text)")
    let frames = EmulatedTerminal.screens(output.all, columns: 140, rows: 100).map(\.text)
    #expect(frames.count >= 3 && frames.last?.contains("no answer for ") == false, "\(frames)")
    #expect(frames.allSatisfy { $0.contains("BTCUSDT") }, "what was seen stays in sight")
  }

  @Test(.timeLimit(.minutes(1))) func `a window that gets another size is drawn at once`() async throws {
    var console = Console(columns: 100)
    console.isClockReal = true
    let (output, errors) = (Recorder(), Recorder())
    let size = Mutex((columns: 100, rows: 40))
    let (changes, change) = AsyncStream<Void>.makeStream()
    var context = console.context(output, errors)
    context.windowChanges = { changes }
    context.terminalSize = { size.withLock { $0 } }
    context.output.write = { text in
      output.append(text)
      guard size.withLock({ $0.columns == 100 }) else { return }
      size.withLock { $0 = (columns: 60, rows: 40) }
      change.yield()
    }
    let start = ContinuousClock.now
    let code = await Program(context: context).run([
      "--practice", "why", "--watch", "--count", "2", "--interval", "50s",
    ])
    #expect(code == .ok && ContinuousClock.now - start < .seconds(40), "\(errors.text)")
    // What was written for the wider window is gone with it.
    let pieces = output.all.suffix(1)
    let screen = try #require(EmulatedTerminal.screens(Array(pieces), columns: 60, rows: 40).last)
    #expect(screen.lines.contains { $0.contains(" OPEN ") } && !screen.hasScrolled, "\(screen.text)")
  }

  // MARK: With keys

  /// Runs a watched screen whose keys come from here.
  private func typed(
    _ words: [String], keys: @escaping @Sendable (_ shown: EmulatedTerminal) -> [RawTerminal.Input]
  ) async -> (code: ExitCode, screens: [EmulatedTerminal], pieces: [String]) {
    var console = Console(columns: 80)
    console.isClockReal = true
    console.rows = 24
    console.isInputTerminal = true
    let (output, errors) = (Recorder(), Recorder())
    let (inputs, input) = AsyncStream<RawTerminal.Input>.makeStream()
    let terminal = Mutex(EmulatedTerminal(columns: 80, rows: 24))
    var context = console.context(output, errors)
    let stops = Mutex(0)
    context.input.withDrawing = { body in
      try await body(
        ScreenTerminal(
          next: { _ in
            for await input in inputs { return input }
            return .closed
          }, suspend: { stops.withLock { $0 += 1 } },
          write: { text in
            output.append(text)
            for key in terminal.withLock({ terminal in
              terminal.feed(text)
              return keys(terminal)
            }) { input.yield(key) }
          }))
    }
    let code = await Program(context: context).run(words)
    #expect(errors.text.isEmpty, "\(errors.text)")
    return (code, EmulatedTerminal.screens(output.all, columns: 80, rows: 24), output.all)
  }

  @Test func `q leaves, and the last screen stays with the cursor below it`() async throws {
    let ran = await typed(["--practice", "status", "--watch"]) { _ in
      [.bytes(Array("\u{1B}[q?q".utf8)), .bytes([0x71])]
    }
    #expect(ran.code == .ok)
    let first = try #require(ran.screens.first)
    #expect(first.lines[23].hasPrefix("q leaves") && first.lines[0].contains("PRACTICE"), "\(first.text)")
    #expect(first.text.contains("Money: ") && !first.isCursorShown)
    let last = try #require(ran.screens.last)
    #expect(!last.text.contains("q leaves") && last.text.contains("Money: ") && !last.hasScrolled, "\(last.text)")
    #expect(last.cursor.column == 0 && last.lines[last.cursor.row].isEmpty && !last.lines[last.cursor.row - 1].isEmpty)
  }

  @Test func `Ctrl-C leaves as interrupted, and so does a terminal that is gone`() async {
    for key in [RawTerminal.Input.bytes([0x03]), .closed] {
      #expect(await typed(["--practice", "why", "--watch"], keys: { _ in [key] }).code == .interrupted)
    }
  }

  @Test func `after a stop everything is written again`() async {
    for key in [RawTerminal.Input.bytes([0x1A]), .suspended, .resumed] {
      let begun = Mutex(false)
      let ran = await typed(["--practice", "why", "--watch", "--interval", "50s"]) { _ in
        begun.withLock { begun in
          defer { begun = true }
          return begun ? [.bytes([0x71])] : [key]
        }
      }
      #expect(ran.code == .ok && ran.pieces.count >= 2)
      #expect(ran.pieces.prefix(2).allSatisfy { $0.contains("PRACTICE") && $0.contains("q leaves") }, "\(key)")
    }
  }
}
