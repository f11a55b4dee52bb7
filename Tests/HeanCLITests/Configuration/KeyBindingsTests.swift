import Testing

@testable import HeanConsole

/// Keys of a screen as a profile gives them.
struct KeyBindingsTests {
  private static let names: Set<String> = ["close", "quit", "help", "panic"]

  @Test(
    arguments: [
      ("", [:]), (" , ", [:]), ("close=d", ["close": "d"]), (" close = d , quit=Q,", ["close": "d", "quit": "Q"]),
      ("close=d,quit=D", ["close": "d", "quit": "D"]), ("help=F1", ["help": "f1"]), ("help==", ["help": "="]),
      ("quit=comma,close=space,help=Page-Up", ["quit": "comma", "close": "space", "help": "page-up"]),
      ("close=é", ["close": "é"]),
    ] as [(String, [String: String])])
  func `a name has a character or a key that is named`(text: String, keys: [String: String]) throws {
    #expect(try KeyBindings.parse(text, names: Self.names) == keys)
  }

  @Test(
    arguments: [
      ("close", .noPair("close")), ("=d", .noPair("=d")), ("close=", .noPair("close=")),
      ("clsoe=d", .unknownName("clsoe", nearest: "close")), ("x=d", .unknownName("x", nearest: nil)),
      ("close=d,close=e", .nameTwice("close")), ("close=d,quit=d", .keyTwice("d", names: ["close", "quit"])),
      ("close=Enter", .reserved("Enter")), ("close=esc", .reserved("esc")), ("close=ctrl-c", .reserved("ctrl-c")),
      ("close=Ctrl-Z", .reserved("Ctrl-Z")), ("close=f13", .unknownKey("f13", nearest: "f1")),
      ("close=dd", .unknownKey("dd", nearest: nil)), ("close=pageup", .unknownKey("pageup", nearest: "page-up")),
      ("close=e\u{301}", .unknownKey("e\u{301}", nearest: nil)),
      ("close=\u{301}", .noPair("close=\u{301}")),
    ] as [(String, KeyBindings.Problem)])
  func `what cannot be used is named`(text: String, problem: KeyBindings.Problem) {
    #expect(throws: problem) { try KeyBindings.parse(text, names: Self.names) }
    #expect(!problem.message.isEmpty)
  }

  @Test func `a key that stands for something else already is refused, and one that moved is free`() throws {
    let defaults = ["close": "c", "quit": "q", "help": "?"]
    #expect(try KeyBindings.table("quit=c,close=x", defaults: defaults) == ["close": "x", "quit": "c", "help": "?"])
    #expect(throws: KeyBindings.Problem.keyTwice("c", names: ["close", "quit"])) {
      try KeyBindings.table("quit=c", defaults: defaults)
    }
    #expect(throws: KeyBindings.Problem.unknownName("panic", nearest: nil)) {
      try KeyBindings.table("panic=p", defaults: defaults)
    }
  }

  @Test func `every key that has a name can be pressed`() {
    let texts = [
      " ", ",", "\t", "\u{1B}[Z", "\u{1B}[A", "\u{1B}[B", "\u{1B}[D", "\u{1B}[C", "\u{1B}[H", "\u{1B}[F", "\u{1B}[5~",
      "\u{1B}[6~", "\u{7F}", "\u{1B}[3~", "\u{1B}OP", "\u{1B}OQ", "\u{1B}OR", "\u{1B}OS", "\u{1B}[15~", "\u{1B}[17~",
      "\u{1B}[18~", "\u{1B}[19~", "\u{1B}[20~", "\u{1B}[21~", "\u{1B}[23~", "\u{1B}[24~",
    ]
    var keys = PressedKeys()
    #expect(texts.map { $0.utf8.compactMap { keys.take($0) }.compactMap(\.name).joined() } == KeyName.words)
    #expect("d\u{3}\u{1A}\r".utf8.compactMap { keys.take($0) }.map(\.name) == ["d", nil, nil, nil])
  }

  @Test func `a profile refuses keys that cannot be used, and names the part`() async {
    let home = Console.freshHome()
    let add = ["profile", "add", "main", "--url", "http://127.0.0.1:1", "--live-keys"]
    let wrong = await Console(home: home).run(add + ["close=ctrl-c"])
    #expect(wrong.code == .usage && wrong.errors.contains("the key 'ctrl-c' cannot get another meaning"), "\(wrong)")
    let unknown = await Console(home: home).run(add + ["cloze=d"])
    #expect(unknown.code == .usage && unknown.errors.contains("cloze"), "\(unknown)")
    #expect(await Console(home: home).run(add + ["close=d,quit=Q"]).code == .ok)
  }

  @Test(arguments: [("10s", true), ("1h", true), ("9s", false), ("61m", false), ("0", false)])
  func `an unlocked console is locked again within an hour`(text: String, isTaken: Bool) {
    let root = CommandSpec(name: "x", summary: "", options: [Options.unlockFor])
    let line = try? ArgumentParser(root: root, globals: []).parse(["--unlock-for", text])
    #expect(((try? line?[Options.unlockFor]) != nil) == isTaken)
  }
}
