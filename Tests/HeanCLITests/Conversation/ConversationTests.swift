import Foundation
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// `hean ask` on a terminal, key by key.
struct ConversationTests {
  /// Hands out one input after another, and is closed at the end.
  private final class Keyboard: Sendable {
    private let inputs: Mutex<[RawTerminal.Input]>

    init(_ inputs: [RawTerminal.Input]) { self.inputs = Mutex(inputs) }

    var source: KeySource {
      KeySource { _ in self.inputs.withLock { $0.isEmpty ? .closed : $0.removeFirst() } }
    }
  }

  private func converse(_ typed: String, on engine: [String] = ["--practice"]) async -> Consequences {
    var console = Console(columns: 100)
    console.isInputTerminal = true
    console.keys = Keyboard([.bytes(Array(typed.utf8))]).source
    return await console.run(engine + ["ask"])
  }

  @Test func `a pasted list of questions is asked one after another`() async {
    let ran = await converse("\u{1B}[200~what is drawdown\nwhat is notional\n\u{1B}[201~exit\r")
    #expect(ran.code == .ok && ran.errors.isEmpty, "\(ran)")
    let answers = ran.output.components(separatedBy: "Read as: ").dropFirst().map { $0.prefix { $0 != "\n" } }
    #expect(answers == ["meaning of drawdown", "meaning of notional"], "\(ran.output)")
  }

  @Test func `what was asked is not offered again`() async {
    let ran = await converse("what changed in the last hour\rexit\r")
    let offers = ran.output.split(separator: "\n").filter { $0.hasPrefix("  1  ") || $0.hasPrefix("  2  ") }
    #expect(!offers.isEmpty && !offers.contains { $0.contains("what changed in the last hour") }, "\(ran.output)")
  }

  @Test func `ctrl-C ends a question whose engine does not answer, and the conversation goes on`() async throws {
    // It takes the connection, and then nobody answers.
    let silent = try LoopbackListener()
    defer { silent.stop() }
    var console = Console(columns: 100)
    console.isInputTerminal = true
    // Ctrl-C comes while the answer is under way: the first input is the question alone.
    console.keys =
      Keyboard([
        .bytes(Array("is it trading\r".utf8)), .bytes([0x03]), .bytes(Array("what is drawdown\rexit\r".utf8)),
      ]).source
    let ran = await console.run(["--url", "http://127.0.0.1:\(silent.port)", "ask"])
    #expect(ran.code == .ok && ran.output.contains("interrupted: nothing was changed"), "\(ran)")
    #expect(ran.output.contains("Read as: meaning of drawdown"))
  }

  @Test func `a question that is no question by its length is refused, and not remembered`() async {
    let console = Console()
    let ran = await console.run(["--practice", "ask", String(repeating: "why ", count: 2_000)])
    #expect(ran.code == .usage && ran.errors.contains("longer than 2000 characters"), "\(ran)")
    let history = await console.run(["ask", "--history", "--json"])
    #expect(!history.output.contains("why why"))
  }
}
