import HeanCore
import Testing

@testable import HeanConsole

/// What is pasted has to be whole.
struct PasteableTests {
  @Test func `no command is broken, and a long step gives it a line of its own`() {
    let commands = CommandLines.of("--practice --scenario killswitch")
    let reset = Guidance.operation(.resetKillSwitch, options: .reason("cause gone"))
    let command = commands.text(reset)
    #expect(Pasteable.steps(commands.pieces(reset), indent: 5, width: 40) == ["     " + command])
    #expect(
      Pasteable.steps(
        commands.pieces("check the feed of the engine, then: \(reset); or \(.query(.audit))"), indent: 5, width: 40)
        == ["     check the feed of the engine, then:", "     " + command, "     or", "     hean audit"])
    #expect(
      Pasteable.steps(commands.pieces("look, or: \(.query(.audit))"), indent: 5, width: 40)
        == ["     look, or: hean audit"])
    let login = Guidance.command(.login, "--profile", "main", choosing: [])
    let sentence = Pasteable.wrap(commands.pieces("run '\(login)' to store the key of it"), indent: 0, width: 24)
    #expect(sentence == ["run", "'hean login --profile main'", "to store the key of it"])
  }

  @Test func `words that only look like a command are words`() {
    let commands = CommandLines.of("--practice")
    #expect(commands.text("the engine says: hean why") == "the engine says: hean why")
    #expect(Pasteable.wrap([.words("hean engine restart")], indent: 0, width: 12) == ["hean engine", "restart"])
  }
}
