import Foundation
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// A terminal of 80 columns and 24 rows.
struct LowWindowTests {
  private let commands = ["status", "why", "health", "risk", "account", "positions"]

  /// Prose of the verdict, the cause and the first step stand where they are read first.
  @Test(arguments: PracticeScenario.allCases)
  func `verdict, cause and first step stand on the first lines`(scenario: PracticeScenario) async throws {
    let flags = ["--practice", "--scenario", scenario.rawValue, "--quirk", "false-equity"]
    for command in ["status", "why"] {
      let ran = await Console(columns: 80).run(flags + [command])
      let lines = ran.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let next = try #require(lines.firstIndex(of: "NEXT") ?? (ran.output.contains("Trading:") ? 0 : nil))
      #expect(next < 22, "\(ran.output)")
      let first = next == 0 ? "" : lines[next + 1]
      #expect(next == 0 || first.hasPrefix("  1. ") || first.hasPrefix("  · "), "\(ran.output)")
    }
  }

  @Test(arguments: Sample.of(PracticeScenario.allCases, every: 3))
  func `every offered command stands whole on a line`(scenario: PracticeScenario) async throws {
    let flags = ["--practice", "--scenario", scenario.rawValue, "--quirk", "false-equity", "--speed", "20"]
    // One world for all of them: the clock stands still.
    let home = Console.freshHome()
    for command in commands {
      let narrow = await Console(columns: 40, home: home).run(flags + [command])
      let wide = await Console(home: home).run(flags + [command])
      let whole = OfferedCommand.all(in: wide.output)
      for offered in whole {
        #expect(OfferedCommand.all(in: narrow.output).contains(offered), "\(offered): \(narrow.output)")
      }
      #expect(!narrow.output.contains("NEXT") || !whole.isEmpty)
    }
  }

  @Test(arguments: [24, 16, 12, 8, 4, 2])
  func `a watched screen fits its window and says what was cut`(rows: Int) async throws {
    for command in ["status", "why", "positions"] {
      for flags in [["--seed", "7"], ["--scenario", "killswitch", "--quirk", "false-equity"]] {
        var console = Console(columns: 80)
        console.isClockReal = true
        console.rows = rows
        let ran = await console.watch(["--practice"] + flags + [command, "--watch", "--count", "1"])
        let screen = ran.screens.last
        let text = screen?.text ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // In two lines nothing fits whole; the first still says what it is.
        #expect(lines.count <= max(rows - 1, 3) && screen?.hasScrolled == false, "\(text)")
        #expect(rows < 4 ? !lines.isEmpty : lines.first?.contains("PRACTICE") == true)
        if rows >= 12, command != "positions" {
          let next = lines.firstIndex { $0.contains("NEXT") }
          #expect(next.map { $0 + 1 < lines.count && lines[$0 + 1].hasPrefix("  ") } == true, "\(text)")
        }
        guard rows == 24, flags == ["--seed", "7"] else { continue }
        if command == "status" {
          // On a busy machine the line with the source also says how late an answer is, and may take another row.
          let shown = lines.count { $0.contains("USDT  ") && ($0.contains(" long ") || $0.contains(" short ")) }
          #expect(
            shown >= 2 && text.contains("\(shown) of 7 positions shown: hean --practice --seed 7 positions"), "\(text)")
        }
      }
    }
  }

  /// Answer and first step stand in the window, and nothing scrolls them away.
  @Test(arguments: ["status", "why"], [24, 16])
  func `one look fits its window as well`(command: String, rows: Int) async {
    for flags in [["--seed", "7"], ["--scenario", "crash"], ["--scenario", "killswitch"]] {
      var console = Console(columns: 80)
      console.rows = rows
      let fitted = await console.run(["--practice"] + flags + [command])
      let lines = fitted.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(lines.count < rows, "\(fitted.output)")
      #expect(lines.first?.contains("PRACTICE") == true && fitted.output.contains("\nMoney: "), "\(fitted.output)")
      #expect(rows < 24 || fitted.output.contains("  1. hean --practice"), "\(fitted.output)")
      #expect(fitted.output.contains("with --full") || fitted.output.contains("positions shown: "), "\(fitted.output)")
      let whole = await console.run(["--practice"] + flags + [command, "--full"])
      #expect(!whole.output.contains("with --full") && whole.output.split(separator: "\n").count > lines.count)
    }
  }

  @Test func `who pipes, asks for data or has a tiny window gets all of it`() async {
    var console = Console(columns: 80)
    console.rows = 8
    #expect(await !console.run("--practice", "status").output.contains("with --full"))
    console.rows = 16
    #expect(await !console.run("--practice", "status", "--json").output.contains("with --full"))
    var piped = Console()
    piped.rows = 16
    #expect(await !piped.run("--practice", "status").output.contains("with --full"))
    let watched = await console.run("--practice", "status", "--full", "--watch")
    #expect(watched.code == .usage && watched.errors.contains("--watch draws in the window as it is"), "\(watched)")
    let line = await console.run("--practice", "status", "--full", "--line")
    #expect(line.code == .usage && line.errors.contains("--full asks for more"), "\(line)")
  }

  @Test func `columns that fell to the width are named, where --fields shows them`() async {
    let narrow = await Console(columns: 80).run("--practice", "--seed", "7", "positions")
    #expect(narrow.output.contains("hidden at 80 columns: notional, "), "\(narrow.output)")
    #expect(narrow.output.replacing("\n", with: " ").contains("; --fields shows them"))
    for columns in [nil, 200] as [Int?] {
      let wide = await Console(columns: columns).run("--practice", "--seed", "7", "positions")
      #expect(!wide.output.contains("hidden at"))
    }
    let chosen = await Console(columns: 30).run(
      "--practice", "--seed", "7", "positions", "--fields", "symbol,side,size,notional")
    #expect(!chosen.output.contains("--fields"), "who has chosen cannot choose again")
    let orders = await Console(columns: 60).run("--practice", "--seed", "7", "orders", "--status", "all")
    #expect(orders.output.contains("hidden at 60 columns: "))
  }
}

/// Commands as somebody takes them off a screen: from the name of the console to the end of the clause.
private enum OfferedCommand {
  static func all(in text: String) -> [String] {
    text.split(separator: "\n").flatMap { line in
      line.ranges(of: "hean --practice ").map { range in
        let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
        return command(in: line[range.lowerBound...], quote: "'`".contains(before) ? before : nil)
      }
    }
  }

  private static func command(in text: Substring, quote: Character?) -> String {
    var isQuoted = false
    for place in text.indices {
      let character = text[place]
      let rest = text[text.index(after: place)...]
      if let quote, character == quote { return String(text[..<place]) }
      if quote == nil, character == "'" { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if ",;:.)".contains(character), rest.isEmpty || rest.first == " " || rest.first == ";" {
        return String(text[..<place])
      }
      if character == " ", rest.first.map({ "(>|".contains($0) }) == true { return String(text[..<place]) }
    }
    return String(text)
  }
}
