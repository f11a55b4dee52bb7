import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Every error case of every layer: its exit code, words for people, an object for scripts.
struct RefusalTests {
  private static let detail = EngineError.Detail("words", endpoint: "/x", status: 418, requestID: "r1")
  private static let option = Option("size", "N", .text(), help: "h").spec

  private static let cases: [(any Error & Sendable, ExitCode, Bool)] = [
    (EngineError.refused(detail), .refused, false), (EngineError.notAuthorised(detail), .notAuthorised, false),
    (EngineError.notFound(kind: "order", name: "x", known: []), .notFound, false),
    (EngineError.ambiguous(kind: "order", name: "x", matches: ["x1", "x2"]), .usage, false),
    (EngineError.rateLimited(detail, retryAfter: 3), .temporary, true),
    (EngineError.unavailable(detail), .temporary, true), (EngineError.brokenContract(detail), .brokenContract, false),
    (TransportError.unreachable(reason: "r"), .unreachable, true),
    (EngineError.transport(.unreachable(reason: "r")), .unreachable, true),
    (TransportError.deadlineExceeded(after: .seconds(1), sent: true), .temporary, true),
    (TransportError.connectionLost(reason: "r", sent: true), .unreachable, true),
    (TransportError.insecure(reason: "r"), .unreachable, false),
    (TransportError.bodyTooLarge(limit: 1), .brokenContract, false),
    (TransportError.malformed(reason: "r"), .brokenContract, false),
    (TransportError.redirectRefused(location: "l", status: 307), .brokenContract, false),
    (TransportError.refusedLocally(reason: "r", nextStep: "n"), .configuration, false),
    (UsageError.unknownCommand("x", index: 0, path: [], nearest: nil), .usage, false),
    (UsageError.missingCommand(path: ["x"], known: ["y"]), .usage, false),
    (UsageError.unknownOption("-x", index: 0, path: [], nearest: nil), .usage, false),
    (UsageError.missingValue("--size", option, index: 0, path: []), .usage, false),
    (UsageError.unexpectedValue("--x", "v", index: 0, path: []), .usage, false),
    (UsageError.invalidValue("--x", "v", index: nil, path: [], expected: "e", nearest: nil), .usage, false),
    (UsageError.missingOperand("ID", path: []), .usage, false),
    (UsageError.unexpectedOperand("x", index: 0, path: []), .usage, false),
    (UsageError.unknownFields(["x"], valid: ["y"]), .usage, false),
    (UsageError.contradiction("x", nextStep: "y"), .usage, false),
    (ConfigurationError.homeMissing(variable: "XDG_STATE_HOME"), .configuration, false),
    (ConfigurationError.unknownProfile(name: "x", origin: nil, known: []), .configuration, false),
    (ConfigurationError.unknownProfile(name: "x", origin: .flag("--profile"), known: []), .usage, false),
    (ConfigurationError.keyFileTooOpen(path: "p", permissions: "0644"), .configuration, false),
    (SnapshotError.notAppendable(.json), .usage, false), (SnapshotError.cannotWrite(reason: "r"), .cannotWrite, false),
    (SnapshotError.practiceMixed(path: "p", fileHoldsPractice: true), .configuration, false),
    (SnapshotError.headerDiffers(path: "p", difference: "d"), .cannotWrite, false),
    (SnapshotError.foreignLine(path: "p", excerpt: "e"), .cannotWrite, false),
    (SnapshotError.notAFile(path: "p", reason: "r"), .cannotWrite, false),
    (SnapshotError.invalidPeriod("x"), .usage, false),
    (SnapshotError.locked(path: "p", after: .seconds(1)), .temporary, true),
    (FileError.notFound(path: "p"), .cannotWrite, false),
    (FileDescriptorWriter.Failure.failed(reason: "full"), .cannotWrite, false),
    (FileDescriptorWriter.Failure.pipeClosed, .pipeClosed, false), (CancellationError(), .interrupted, false),
    (CocoaError(.fileNoSuchFile), .bug, false),
    (Failure(.declined, "no"), .declined, false),
  ]

  @Test func `every case has its exit code, a message, and the four keys`() throws {
    for (error, code, isRetryable) in Self.cases {
      let failure = Failure(error, url: "http://e")
      #expect(failure.exit == code && failure.isRetryable == isRetryable, "\(error)")
      #expect(!failure.message.isEmpty, "\(error)")
      guard case .object(let error)? = failure.json()["error"] else {
        Issue.record("no error object")
        continue
      }
      #expect(Set(error.keys).isSuperset(of: ["code", "message", "next_step", "retryable"]))
      #expect(error["code"] == .string(code.name))
      #expect(failure.text(palette: Palette(isEnabled: false)).hasPrefix("hean: "))
    }
  }

  @Test func `the codes are those that were promised`() {
    #expect(
      ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 8, 64, 66, 69, 70, 74, 75, 76, 77, 78, 130, 141])
    #expect(Set(ExitCode.allCases.map(\.name)).count == ExitCode.allCases.count)
  }

  @Test func `the table of the first page is the list of the codes`() throws {
    let page = try String(
      contentsOf: Fixtures.root.deletingLastPathComponent().appending(path: "README.md"), encoding: .utf8)
    let rows = page.matches(of: /\n\| ([0-9]+) \| `([a-z_]+)` \|/).map { "\($0.output.1) \($0.output.2)" }
    #expect(rows == ExitCode.allCases.map { "\($0.rawValue) \($0.name)" })
  }

  @Test func `what the server put into an error cannot steer the terminal`() {
    let failure = Failure(
      EngineError.refused(.init("a\u{1B}[31mb\u{07}\u{202E}", endpoint: "/x", status: 400)), url: "")
    #expect(failure.text(palette: Palette(isEnabled: false)).contains("a[31mb"))
    #expect(!JSONText.compact(failure.json()).contains("\u{1B}"))
  }
}
