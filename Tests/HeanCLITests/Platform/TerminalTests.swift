import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct TerminalTests {
  @Test func `a terminal tells its size, an unsized one none`() throws {
    let terminal = try PseudoTerminal()
    #expect(Terminal.isTerminal(terminal.controller))
    #expect(Terminal.size(of: terminal.controller) == nil)
    var window = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(terminal.controller, UInt(TIOCSWINSZ), &window)
    let size = try #require(Terminal.size(of: terminal.controller))
    #expect(size == (80, 24))
  }

  @Test func `a pipe is no terminal and has no size`() {
    let pipe = TestPipe()
    #expect(!Terminal.isTerminal(pipe.read))
    #expect(Terminal.size(of: pipe.read) == nil)
  }

  @Test func `keys of a secret line are edited as a terminal would`() {
    func typed(_ text: String) -> SecretLine.Step {
      var line = SecretLine()
      for byte in text.utf8 {
        let step = line.take(byte)
        if step != .more { return step }
      }
      return .more
    }
    #expect(typed("abc\n") == .complete("abc"))
    #expect(typed("abc\r") == .complete("abc"))
    #expect(typed("ab\u{7F}c\u{8}d\n") == .complete("ad"))
    #expect(typed("aé\u{7F}b\n") == .complete("ab"))
    #expect(typed("\u{7F}a\n") == .complete("a"))
    #expect(typed("wrong\u{15}right\n") == .complete("right"))
    #expect(typed("ab\u{3}") == .interrupted)
    #expect(typed("ab\u{1C}") == .interrupted)
    #expect(typed("\u{4}") == .ended)
    #expect(typed("ab\u{4}") == .complete("ab"))
    #expect(typed("ab") == .more)
    var broken = SecretLine()
    _ = broken.take(0xFF)
    #expect(broken.take(0x0A) == .complete(nil))
  }
}

@Suite struct SecretPromptTests {
  /// What the reader saw, what the terminal showed, and whether its modes came back.
  private func ask(typing text: String) async throws -> (Result<String, SecretPrompt.Failure>, String, Bool) {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let path = terminal.path
    async let answer = Self.read(path)
    // The prompt comes after echo went off: from here on nothing typed may show.
    var shown = await Self.shown(on: terminal.controller, 5)
    let during = terminal.localModes
    terminal.type(text)
    let result = await answer
    shown += await Self.shown(on: terminal.controller, 2)
    return (result, shown, terminal.localModes == before && during & tcflag_t(ECHO | ISIG) == 0)
  }

  private static func read(_ path: String) async -> Result<String, SecretPrompt.Failure> {
    do throws(SecretPrompt.Failure) {
      return .success(try await SecretPrompt.read("Key: ", device: path))
    } catch {
      return .failure(error)
    }
  }

  private static func shown(on controller: Int32, _ count: Int) async -> String {
    await Detached.value { PseudoTerminal.waitForOutput(on: controller, byteCount: count) }
  }

  @Test func `a secret is read, not shown, and the terminal set back`() async throws {
    let (result, shown, isRestored) = try await ask(typing: "s3cret\n")
    #expect(result == .success("s3cret"))
    #expect(shown == "Key: \r\n")
    #expect(isRestored)
  }

  @Test func `ctrl-C ends the question and sets the terminal back`() async throws {
    let (result, shown, isRestored) = try await ask(typing: "s3c\u{3}")
    #expect(result == .failure(.interrupted))
    #expect(shown == "Key: \r\n")
    #expect(isRestored)
  }

  @Test func `ctrl-D on an empty line is an end`() async throws {
    let (result, _, isRestored) = try await ask(typing: "\u{4}")
    #expect(result == .failure(.endOfInput))
    #expect(isRestored)
  }

  @Test func `a cancelled task gets its terminal back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let path = terminal.path
    let task = Task { await Self.read(path) }
    _ = await Self.shown(on: terminal.controller, 5)
    task.cancel()
    #expect(await task.value == .failure(.interrupted))
    #expect(terminal.localModes == before)
  }

  @Test func `what is no terminal is refused`() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "plain")
    #expect(await Self.read(path) == .failure(.noTerminal))
  }
}
