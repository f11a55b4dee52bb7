import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `docs/seeds.md`: every wish of the design documents has a command that shows it, or the reason why there is none.
struct SeedsTests {
  /// A line of one of its tables.
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    /// Run one after another, in one home.
    var commands: [String]
    /// What they have to say, all of it.
    var proofs: [String]
    /// Why there is no command; `nil` where there is one.
    var reason: String?

    var testDescription: String { id }

    init?(_ line: Substring) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[0].wholeMatch(of: /\d{3}\.\d+/) != nil else { return nil }
      func quoted(_ cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
      id = cells[0]
      commands = quoted(cells[2])
      proofs = quoted(cells[3])
      reason = cells[3].wholeMatch(of: /no: (.+)/).map { String($0.output.1) }
    }
  }

  static let rows: [Row] = {
    let root = Fixtures.root.deletingLastPathComponent()
    let page = (try? String(contentsOf: root.appending(path: "docs/seeds.md"), encoding: .utf8)) ?? ""
    return page.split(separator: "\n").compactMap(Row.init)
  }()

  @Test func `every row of the five documents is there, with a proof or a reason`() {
    let counts = [64, 40, 86, 12, 11]
    let ids = counts.enumerated().flatMap { seed, count in (1...count).map { "00\(seed).\($0)" } }
    #expect(Self.rows.map(\.id) == ids)
    for row in Self.rows {
      #expect(row.commands.isEmpty == (row.reason != nil), "\(row.id)")
      #expect(row.proofs.isEmpty == row.commands.isEmpty, "\(row.id)")
    }
    let without = Self.rows.filter { $0.reason != nil }
    #expect(without.count <= Self.rows.count / 10, "\(without.map(\.id))")
  }

  @Test(arguments: rows.filter { $0.reason == nil })
  func `the commands of a row say what proves it`(row: Row) async throws {
    let console = Console()
    var said = ""
    var typed = ""
    for line in row.commands {
      let words = try ShellWords.split(line)
      #expect(words.first == "hean")
      let ran = await console.run(Array(words.dropFirst()))
      said += ran.output + ran.errors
      typed += line + "\n"
    }
    for proof in row.proofs {
      #expect(said.contains(proof), "\(row.id): \(proof)")
      // What the line itself says proves nothing.
      #expect(!typed.contains(proof), "\(row.id): \(proof)")
    }
  }
}
