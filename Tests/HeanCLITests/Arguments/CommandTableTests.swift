import Foundation
import Testing

@testable import HeanConsole

/// The table of commands holds together, and its help can be read on 80 columns.
struct CommandTableTests {
  private func walk(_ spec: CommandSpec, _ path: [String] = []) -> [(path: [String], spec: CommandSpec)] {
    [(path, spec)] + spec.subcommands.flatMap { walk($0, path + [$0.name]) }
  }

  @Test func `every leaf has a command behind it, an example and a summary`() {
    for (path, spec) in walk(CommandTable.root) {
      #expect(!spec.summary.isEmpty && !spec.examples.isEmpty, "\(path)")
      #expect(spec.subcommands.isEmpty == (CommandTable.command(at: path) != nil), "\(path)")
    }
  }

  @Test func `names and short options are unique where they meet`() {
    for (path, spec) in walk(CommandTable.root) {
      let names = spec.subcommands.flatMap { [$0.name] + $0.aliases }
      #expect(Set(names).count == names.count, "\(path)")
      // The time of `hean wait` and of `hean check` is not that of their reads.
      // What a schema and a guess at prices call all is not every engine.
      let own = [["risk", "what-if"], ["schema"]].contains(path) ? [GlobalOptions.everyEngine.name] : []
      let doubled = own + ([["wait"], ["check"]].contains(path) ? [Settings.timeout.name] : [])
      let fallback = spec.defaultSubcommand.flatMap(spec.subcommand)?.options ?? []
      let options = spec.options + fallback + GlobalOptions.all.filter { !doubled.contains($0.name) }
      #expect(Set(options.map(\.name)).count == options.count, "\(path)")
      let shorts = options.compactMap(\.short)
      #expect(Set(shorts).count == shorts.count, "\(path)")
    }
  }

  @Test func `help and topics fit 80 columns`() {
    let pages =
      walk(CommandTable.root).map { CommandTable.help(on: $0.spec, path: $0.path) } + HelpTopic.all.map(\.text)
    for line in pages.flatMap({ $0.split(separator: "\n") }) { #expect(displayWidth(String(line)) <= 80, "\(line)") }
  }

  /// As a shell splits: quoted text is one word.
  private func shellWords(_ line: Substring) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  @Test func `every example in help parses`() throws {
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    for (_, spec) in walk(CommandTable.root) {
      for example in spec.examples {
        guard let start = example.line.firstRange(of: "hean ") else { continue }
        let words = shellWords(example.line[start.upperBound...])
        _ = try parser.parse(Array(words.prefix { !["|", "||", ">"].contains($0) }))
      }
    }
  }

  @Test func `help is what it was`() async throws {
    for words in [
      ["--help"], ["orders", "--help"], ["why", "--help"], ["help", "exit-codes"], ["help", "output"],
      ["help", "output", "positions"], ["help", "commands"], ["help", "options"], ["pnl", "--help"],
      ["help", "safety"], ["help", "time"], ["help", "environment"], ["help", "topics"], ["help", "conditions"],
    ] {
      let ran = await Console().run(words)
      #expect(ran.code == .ok && ran.errors.isEmpty)
      try Expected.compare(ran.output, with: "help/\(words.joined(separator: "_").replacing("--", with: "")).txt")
    }
  }

  @Test(arguments: [
    ("stop", ["engine stop", "panic"]), ("HALT", ["engine stop", "panic"]), ("pause", ["engine pause"]),
    ("resume", ["engine resume"]), ("kill", ["engine kill", "risk killswitch trigger", "panic"]),
    ("reset", ["risk killswitch reset", "engine reset-halt", "practice reset"]),
    ("close --all", ["positions close-all"]), ("close all", ["positions close-all"]),
    ("close BTCUSDT", ["positions close"]), ("cancel --all", ["orders cancel-all"]),
    ("killswitch reset", ["risk killswitch reset"]), ("governor clear --force", ["risk governor clear"]),
    ("limits set x=1", ["risk limits set"]),
    ("toggle hf", ["strategies enable", "strategies disable", "engine pause", "engine resume"]),
    ("positions stop", ["positions close", "positions close-all"]), ("engine close", ["positions close-all", "panic"]),
    ("engine emergency", ["panic", "engine kill"]), ("risk stop", ["risk killswitch trigger", "panic"]),
    ("orders close", ["positions close", "orders cancel"]), ("strategies pause hf", ["strategies disable"]),
    ("exit", ["positions close-all", "panic"]), ("estop", ["panic", "risk killswitch trigger"]),
    ("closeAll", ["positions close-all"]),
    ("flat", ["positions close-all", "panic"]), ("emergency", ["panic", "engine kill"]),
    ("kill-switch", ["risk killswitch"]), ("limits", ["risk limits"]), ("governor", ["risk governor"]),
    ("strategies toggle hf", ["strategies enable", "strategies disable"]),
    ("engine toggle", ["engine pause", "engine resume"]), ("strategies on hf", ["strategies enable"]),
    ("orders close-all", ["positions close-all"]), ("strategies stop hf", ["strategies disable"]), ("audit clear", []),
    ("positions close --all", ["positions close-all"]), ("orders cancel --all", ["orders cancel-all"]),
    ("cancel all", ["orders cancel-all"]), ("cancel orders", ["orders cancel-all"]),
    ("close all orders", ["orders cancel-all"]), ("close everything", ["positions close-all"]),
    ("close positions", ["positions close-all"]), ("close my position btc", ["positions close"]),
    ("positions close all", ["positions close-all"]), ("orders cancel all", ["orders cancel-all"]),
    ("sell everything", ["positions close-all"]), ("buy btc", ["orders place"]),
    ("stop trading", ["engine stop", "panic"]), ("stop all", ["panic", "engine stop"]),
    ("stop engine", ["engine stop"]), ("stop strategy hf", ["strategies disable"]),
    ("flatten", ["positions close-all", "panic"]), ("cancel order 12", ["orders cancel"]),
    ("kill switch", ["risk killswitch"]), ("reset kill switch", ["risk killswitch reset"]),
    ("engine frobnicate", []), ("xyzzy", []),
  ])
  func `what is typed in a hurry names the command that is meant, and runs none`(
    line: String, meant: [String]
  ) async throws {
    let ran = await Console().run(["--practice"] + line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && ran.output.isEmpty)
    let named = ran.errors.split(separator: "\n").compactMap { line in
      line.hasSuffix(" --help") ? line.replacing("next:", with: "").trimmingCharacters(in: .whitespaces) : nil
    }
    let expected = meant.isEmpty ? [named.first ?? "?"] : meant.map { "hean \($0) --help" }
    #expect(named == expected, "\(ran.errors)")
    #expect(meant.isEmpty || ran.errors.contains("Did you mean"), "\(ran.errors)")
  }

  /// What only looks is offered as it stands, for the engine that was chosen.
  @Test(arguments: [
    ("positions btc", ["positions --symbol btc", "positions show btc"]), ("orders btc", ["orders --symbol btc"]),
    ("show orders btc", ["orders --symbol btc"]), ("open positions", ["positions"]),
    ("orders all", ["orders list --status all", "orders cancel-all --help"]),
    ("positions pos_1795", ["positions show pos_1795"]),
    ("strategies momentum", ["strategies show momentum"]), ("trades btc", ["trades --symbol btc"]),
    ("why not trading", ["ask 'why not trading'"]), ("fills", ["orders list --status filled", "trades --help"]),
  ])
  func `a name where a command belongs is looked up`(line: String, meant: [String]) async throws {
    let ran = await Console().run(["--practice"] + line.split(separator: " ").map(String.init))
    let steps = ran.errors.split(separator: "\n").drop { !$0.hasPrefix("next:") }.map { line in
      line.replacing("next:", with: "").trimmingCharacters(in: .whitespaces)
    }
    #expect(ran.code == .usage && ran.output.isEmpty)
    #expect(steps == meant.map { $0.hasSuffix("--help") ? "hean \($0)" : "hean --practice \($0)" }, "\(ran.errors)")
  }

  @Test func `a slip of one letter is no name, and a key on the line is not repeated`() async throws {
    let slip = await Console().run("--practice", "positions", "shwo")
    #expect(slip.errors.contains("Did you mean 'show'?"), "\(slip)")
    let secret = await Console().run("--practice", "why", "not", "api_key=0123456789abcdef0123456789abcdef")
    #expect(secret.code == .usage && !secret.errors.contains("0123456789abcdef"), "\(secret)")
  }

  @Test func `every command that is named for another word is one`() throws {
    for line in walk(CommandTable.root).flatMap({ $0.spec.habits.values.flatMap(\.self) }) {
      let words = line.split(separator: " ").prefix { !$0.hasPrefix("-") }.map(String.init)
      // A topic of help is meant as well as a command.
      let isTopic = words.count == 2 && words[0] == "help" && HelpTopic.all.contains { $0.name == words[1] }
      #expect(CommandTable.root.descendant(words) != nil || isTopic, "\(line)")
    }
  }
}
