import Testing

@testable import hean

/// What is pasted has to be whole.
struct PasteableTests {
  @Test(arguments: [
    ("hean why", ["hean why"]),
    ("check the feed, then: hean --practice why", ["hean --practice why"]),
    ("run 'hean login' to store the key; for one run: --api-key-file FILE", ["hean login"]),
    ("hean positions, then look at the exchange", ["hean positions"]),
    ("hean risk killswitch, or add --force", ["hean risk killswitch"]),
    (
      "with the right key (hean login, or --api-key-file FILE) hean panic --yes; or at once: x",
      ["hean login", "hean panic --yes"]
    ),
    ("hean risk killswitch reset --reason 'cause, gone'", ["hean risk killswitch reset --reason 'cause, gone'"]),
    (
      "what does stop them: hean risk killswitch trigger, or hean engine stop.",
      ["hean risk killswitch trigger", "hean engine stop"]
    ),
    ("Three endpoints tell; hean merges them: 'hean risk killswitch'.", ["hean risk killswitch"]),
    ("/risk/killswitch/status does not show it; hean reads /health", []),
    ("hean --url 'http://a:1/x y' positions close X (it is live)", ["hean --url 'http://a:1/x y' positions close X"]),
  ])
  func `commands are found in prose`(text: String, commands: [String]) {
    #expect(Pasteable.ranges(in: text).map { String(text[$0]) } == commands)
  }

  @Test func `no command is broken, and a long step gives it a line of its own`() {
    let command = "hean --practice --scenario killswitch risk killswitch reset --reason 'cause gone'"
    #expect(Pasteable.steps(command, indent: 5, width: 40) == ["     " + command])
    #expect(
      Pasteable.steps("check the feed of the engine, then: \(command); or hean why", indent: 5, width: 40) == [
        "     check the feed of the engine, then:", "     " + command, "     or", "     hean why",
      ])
    #expect(Pasteable.steps("look, or: hean why", indent: 5, width: 40) == ["     look, or: hean why"])
    let sentence = Pasteable.wrap("run 'hean login --profile main' to store the key of it", indent: 0, width: 24)
    #expect(sentence == ["run", "'hean login --profile main'", "to store the key of it"])
  }
}
