import Foundation
import Testing

@testable import HeanConsole

/// A command line is a value until `CommandLines` writes it: one in a literal would meet another engine.
struct CommandLiteralTests {
  /// Where commands are explained, not offered; and where a process dies and can only write what was there before.
  private static let exempt = [
    "Commands/Setup/HelpTopic.swift", "Output/HelpRenderer.swift", "Commands/Setup/OutputCatalogue.swift",
    "Platform/CrashReport.swift", "Completions/CompletionScript.swift",
    // A copy of docs/operations.md, in which commands are for reading.
    "Assistants/RunbookText.swift",
  ]
  /// What declares a help text.
  private static let helpTexts = ["CommandSpec", "Example", "Option", "Flag", "Operand", "OutputDocument", "verb"]

  private static let names = CommandTable.root.subcommands.flatMap { [$0.name] + $0.aliases }.joined(separator: "|")

  /// The lines in which a literal names a command of this console.
  private static func offending(in source: String) throws -> [String] {
    let code = source.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    let literal = try Regex(
      #"(^|[^A-Za-z.-])hean ((--[^ ]+ +)*(\#(names))\b|-|"|\\\((?!Version\.number))"#)
    return try withoutHelp(code).split(separator: "\n").filter { $0.contains(literal) }.map(String.init)
  }

  private static func withoutHelp(_ code: String) throws -> String {
    let fields = try Regex(#"Field\(\s*"[^"]*",\s*"[^"]*",\s*"[^"]*""#)
    var rest = code.replacing(fields, with: "")[...]
    var kept = ""
    let opening = try Regex(#"\b(\#(helpTexts.joined(separator: "|")))\("#)
    while let range = rest.firstRange(of: opening) {
      kept += rest[..<range.lowerBound]
      var depth = 1
      rest = rest[range.upperBound...].drop { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth > 0
      }
    }
    return kept + rest
  }

  @Test func `no source offers a command line in a literal`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/hean-cli").path
    let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") && !Self.exempt.contains($0) }
    #expect(files.count > 100)
    for file in files {
      let found = try Self.offending(in: String(contentsOfFile: root + "/" + file, encoding: .utf8))
      #expect(found.isEmpty, "\(file): write it as Guidance: \(found)")
    }
  }

  @Test(arguments: [
    #"nextStep: "hean why""#, #"hint("look, or: hean --practice status")"#, #""run 'hean login' to store it""#,
    #""hean \(name) list""#, #""hean " + name"#, #"Field("a", "A", "what", priority: 1) { "hean audit show" }"#,
    "\"\"\"\n  what else answers: hean health\n\"\"\"",
  ])
  func `a literal that offers one is found`(source: String) throws {
    #expect(try Self.offending(in: source).count == 1)
  }

  @Test(arguments: [
    #"Example("hean why", "why is it not trading?")"#, "  /// `hean why` tells.", #""hean reads /health""#,
    #"CommandSpec(name: "a", discussion: "As of 'hean why' (or 'hean health').")"#, #""hean \(Version.number)""#,
    #"Field("id", "ID", "for 'hean audit show'", priority: 1) { $0.id }"#,
  ])
  func `help texts, comments and sentences about hean are none`(source: String) throws {
    #expect(try Self.offending(in: source).isEmpty)
  }
}
