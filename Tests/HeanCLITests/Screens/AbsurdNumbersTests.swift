import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Every number that the engine sends, at the edges of what machines can hold. A trap would end this process: that each
/// command ends by itself, with an answer or an error, is the test.
@Suite(.timeLimit(.minutes(10)))
struct AbsurdNumbersTests {
  private static let commands = [
    ["status"], ["positions"], ["orders"], ["account"], ["pnl"], ["risk"], ["risk", "governor"], ["risk", "limits"],
    ["risk", "killswitch"], ["strategies"], ["strategies", "compare"], ["health"], ["why"], ["why", "--since", "1h"],
    ["funnel"], ["trace", "last"], ["signals"], ["decisions"], ["events"], ["ask", "why are we not trading?"],
    ["ask", "what changed?"],
  ]

  /// All numbers of a JSON text, those in strings left alone.
  private static func replacing(_ body: String, with number: String) -> String {
    var result = ""
    var isInString = false
    var isEscaped = false
    var isInNumber = false
    for scalar in body.unicodeScalars {
      if isInString {
        result.unicodeScalars.append(scalar)
        if isEscaped {
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar == "\"" {
          isInString = false
        }
        continue
      }
      let isPart =
        "0123456789+-.eE".unicodeScalars.contains(scalar) && (isInNumber || !"eE".unicodeScalars.contains(scalar))
      if isPart, !isInNumber { result += number }
      isInNumber = isPart
      if !isPart { result.unicodeScalars.append(scalar) }
      if scalar == "\"" { isInString = true }
    }
    return result
  }

  private static let numbers = [
    "9223372036854775807", "1e16", "1795225560000000000", "1e19", "-1e19", "1e400", "1e29", "1e30", "1e127", "-1e400",
    "-9223372036854775808", "1e-127", "5e-324", "-1", "253402300800", "-1e127", "0", "1e11",
  ]

  @Test(arguments: Sample.of(numbers, every: 5))
  func `no number of the engine's ends a command by force`(number: String) async throws {
    let answers = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    let table = Dictionary(
      answers.map { ($0.request.target.split(separator: "?")[0], Self.replacing($0.response.body, with: number)) },
      uniquingKeysWith: { first, _ in first })
    let server = try LoopbackServer { target in
      table[target.split(separator: "?")[0]].map { LoopbackServer.Answer(body: $0) }
        ?? LoopbackServer.Answer(status: 404, body: #"{"detail":"Not Found"}"#)
    }
    defer { server.stop() }
    for command in Self.commands {
      for columns in [100, nil] {
        let ran = await Console(columns: columns).run(
          ["--url", server.url] + command + (columns == nil ? ["--json"] : []))
        #expect(![.bug].contains(ran.code), "\(command): \(ran.errors)")
        #expect(!(ran.output + ran.errors).contains("NaN"), "\(command): \(ran.output)")
        guard columns == nil, !ran.output.isEmpty else { continue }
        #expect((try? JSONDecoder().decode(JSONValue.self, from: Data(ran.output.utf8))) != nil, "\(command)")
      }
    }
  }

  /// Nobody types these; a script with a broken variable does.
  @Test(arguments: [
    ["why", "--since", "9223372036854775807d"], ["status", "--max-age", "1e300s"], ["status", "--max-age", "1e127s"],
    ["status", "--timeout", "99999999999999999999s"], ["status", "--timeout", "1e-300s"],
    ["watch", "--duration", "1e15d"],
    ["watch", "--count", "9223372036854775808"], ["watch", "--count", "-1"],
    ["watch", "--since-seq", "9223372036854775807"],
    ["watch", "--max-message", "9223372036854775807GiB"], ["watch", "--max-message", "2147483648GiB"],
    ["signals", "--limit", "9223372036854775807"], ["signals", "--limit", "-1"], ["funnel", "--since", "1e999d"],
    ["status", "--watch", "--interval", "1e18d"], ["status", "--watch", "--count", "99999999999999999999"],
    ["panic", "--deadline", "1e300s"], ["wait", "--for", "equity<1e400"],
    ["wait", "--for", String(repeating: "(", count: 100_000)],
    ["wait", "--for", String(repeating: "!", count: 100_000)],
    ["wait", "--for", String(repeating: "killswitch.triggered&&", count: 5000)],
  ])
  func `no number on the command line does either`(line: [String]) async {
    let ran = await Console().run(["--practice"] + line)
    #expect(ran.code == .usage || ran.code == .configuration, "\(line.map { $0.prefix(60) }): \(ran.code)")
    #expect(ran.output.isEmpty && !ran.errors.isEmpty)
  }
}
