import Testing

@testable import hean

/// The table of commands holds together, and its help can be read on 80 columns.
struct CommandTableTests {
  private func walk(_ spec: CommandSpec, _ path: [String] = []) -> [(path: [String], spec: CommandSpec)] {
    [(path, spec)] + spec.subcommands.flatMap { walk($0, path + [$0.name]) }
  }

  @Test func `every leaf has a command behind it, an example and a summary`() {
    for (path, spec) in walk(CommandTable.root) {
      #expect(!spec.summary.isEmpty && !spec.examples.isEmpty, "\(path)")
      if spec.subcommands.isEmpty { #expect(CommandTable.command(at: path) != nil, "\(path)") }
    }
  }

  @Test func `names and short options are unique where they meet`() {
    for (path, spec) in walk(CommandTable.root) {
      let names = spec.subcommands.flatMap { [$0.name] + $0.aliases }
      #expect(Set(names).count == names.count, "\(path)")
      let options = spec.options + GlobalOptions.all
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
      ["help", "safety"], ["help", "time"], ["help", "environment"], ["help", "topics"], ["help", "conditions"],
    ] {
      let ran = await Console().run(words)
      #expect(ran.code == .ok && ran.errors.isEmpty)
      try Expected.compare(ran.output, with: "help/\(words.joined(separator: "_").replacing("--", with: "")).txt")
    }
  }
}
