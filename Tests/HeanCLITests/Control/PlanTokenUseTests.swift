import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// A plan token is for one sending, and what may have been sent already is told first.
struct PlanTokenUseTests {
  private let console = Console()
  private let order = ["--practice", "--seed", "3", "orders", "place", "buy", "BTCUSDT", "--size", "0.01"]

  private func log() throws -> AuditLog { try AuditLog(environment: console.environment) }

  private func token() async throws -> String {
    let preview = await console.run(order + ["--dry-run", "--json"])
    return try #require(
      try JSONValue(reading: Data(preview.output.utf8))["data"]?["plan_token"]?.text, "\(preview)")
  }

  private func intent(_ id: String, token: String?, age: TimeInterval = 0) -> AuditRecord {
    AuditRecord(
      id: id, step: 1, time: Console.now - age, verb: "orders.place", mode: "practice", profile: nil,
      url: "practice",
      content: .intent(
        AuditRecord.Intent(
          steps: 1, title: "place", target: "BTCUSDT buy", argv: ["--practice", "--seed", "3"], planToken: token)))
  }

  private func outcome(_ id: String, _ word: String) -> AuditRecord {
    AuditRecord(id: id, step: 1, content: .outcome(AuditRecord.Settlement(outcome: word)))
  }

  @Test func `it is used by the first sending, whatever became of that`() async throws {
    let token = try await token()
    let sent = await console.run(order + ["--plan", token, "--yes"])
    #expect(sent.errors.contains("plan was sent already") == false, "\(sent.errors)")
    let id = try #require(try log().runs().runs.first).id
    let again = await console.run(order + ["--plan", token, "--yes"])
    #expect(again.code == .refused && again.output.isEmpty == false, "\(again)")
    #expect(again.errors.contains("this plan was sent already") && again.errors.contains("hean audit show \(id)"))
    #expect(try log().runs().runs.count == 1, "nothing was recorded or sent for it")
  }

  @Test(arguments: [nil, "unknown", "confirmed"])
  func `while the outcome of its sending is not known, that is the exit code`(outcome word: String?) async throws {
    let token = try await token()
    try log().append(intent("earlier", token: token))
    if let word { try log().append(outcome("earlier", word)) }
    let again = await console.run(order + ["--plan", token, "--yes", "--json"])
    #expect(again.code == (word == "confirmed" ? .refused : .outcomeUnknown), "\(again)")
  }

  @Test func `of several who ask for it at once one gets it`() async throws {
    let log = try log()
    let used = await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask { [self] in
          await Detached.value { try? log.append(intent("r\(number)", token: "1-2-3"), claiming: "1-2-3", within: nil) }
        }
      }
      return await group.reduce(into: [AuditRun?]()) { $0.append($1 ?? nil) }
    }
    #expect(used.count { $0 == nil } == 1 && Set(used.compactMap { $0?.id }).count == 1, "\(used.map { $0?.id })")
    #expect(try log.runs().runs.count == 1)
  }

  @Test func `only a log can tell of a sending`() async {
    let ran = await console.run(order + ["--plan", "1-2-3", "--yes", "--no-audit"])
    #expect(ran.code == .usage && ran.errors.contains("only the audit log can tell"), "\(ran)")
  }

  /// The same again may be a second sending of what was sent already.
  @Test(
    arguments: [
      (nil, 60.0, true), ("unknown", 60, true), ("confirmed", 60, false), ("unknown", 700, false),
    ] as [(String?, Double, Bool)])
  func `what is sent again after an unknown outcome says so first`(
    outcome word: String?, age: Double, isTold: Bool
  ) async throws {
    try log().append(intent("earlier", token: nil, age: age))
    if let word { try log().append(outcome("earlier", word)) }
    let plan = await console.run(order + ["--dry-run"])
    let warning = plan.output.range(of: "the same was sent 1m00s ago, and what became of it is not known")
    #expect((warning != nil) == isTold, "\(plan.output)")
    if let warning { #expect(!plan.output[..<warning.lowerBound].contains("notional"), "it comes first") }
  }
}
