import Foundation
import HeanPractice
import HeanTestSupport
import Testing

/// `hean-urlsession`, the program, against the practice engine.
@Suite(.timeLimit(.minutes(2)))
struct ConsoleOverURLSessionTests {
  private struct Run: Sendable {
    var code: Int32
    var output: String
    var errors: String
  }

  /// The programs are beside the tests.
  private static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  private static func run(
    _ words: [String], by program: String = "hean-urlsession", _ settings: [String: String] = [:]
  ) async throws -> Run {
    let home = try TemporaryDirectory()
    let process = Process()
    process.executableURL = folder.appending(path: program)
    process.arguments = words
    process.environment = ["HOME": home.path, "TZ": "UTC"].merging(settings) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError, process.standardInput) = (output, errors, FileHandle.nullDevice)
    try process.run()
    let id = process.processIdentifier
    // Both pipes are read at once, so that neither fills up.
    let (out, err) = (output.fileHandleForReading.fileDescriptor, errors.fileHandleForReading.fileDescriptor)
    async let said = Detached.value { FileHandle(fileDescriptor: out).readDataToEndOfFile() }
    async let complained = Detached.value { FileHandle(fileDescriptor: err).readDataToEndOfFile() }
    let (whole, complaint) = await (said, complained)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "\(program) \(words) (\(id)) was ended by a signal")
    return Run(
      code: process.terminationStatus, output: String(decoding: whole, as: UTF8.self),
      errors: String(decoding: complaint, as: UTF8.self))
  }

  private func serving(_ body: (String) async throws -> Void) async throws {
    let engine = PracticeEngine(configuration: PracticeConfiguration(), now: Date())
    let server = PracticeServer(engine: engine, now: { Date() })
    let url = "http://127.0.0.1:\(try await server.start(port: 0))"
    do { try await body(url) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test(arguments: ["positions", "status", "orders", "risk", "strategies", "why"])
  func `a read says what hean says`(command: String) async throws {
    try await serving { url in
      let words = ["--url", url, command, "--json"]
      let (ours, other) = (try await Self.run(words, by: "hean"), try await Self.run(words))
      #expect(ours.code == 0 && other.code == 0 && other.errors == ours.errors, "\(other.errors)")
      let documents = try [ours, other].map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.output.utf8)) as? [String: Any])
      }
      #expect(documents[0].keys.sorted() == documents[1].keys.sorted() && !documents[0].isEmpty)
    }
  }

  @Test func `a verb is carried out and proved`() async throws {
    try await serving { url in
      let refused = try await Self.run(["--url", url, "positions", "close", "NOPE", "--yes"])
      #expect(refused.code == 66 && refused.errors.hasPrefix("hean: no position 'NOPE'"), "\(refused)")
      let stop = try await Self.run(["--url", url, "engine", "stop", "--yes"])
      #expect(stop.code == 0 && stop.output.contains("CONFIRMED"), "\(stop)")
      let status = try await Self.run(["--url", url, "status", "--json"], by: "hean")
      #expect(status.output.contains(#""STOPPED""#))
    }
  }

  @Test func `without an engine it says so`() async throws {
    let ran = try await Self.run(["--url", "http://127.0.0.1:1", "status"])
    #expect(ran.code == 69 && ran.output.isEmpty, "\(ran)")
    #expect(ran.errors.hasPrefix("hean: no engine answers at http://127.0.0.1:1"), "\(ran)")
  }

  /// Debian's libcurl has no WebSocket.
  @Test func `watch polls where Foundation has no WebSocket, and says so once`() async throws {
    try await serving { url in
      let ran = try await Self.run(["--url", url, "watch", "--json", "--duration", "5s"])
      let lines = ran.output.split(separator: "\n")
      #expect(ran.code == 0 && lines.last?.contains(#""kind":"hean.end""#) == true, "\(ran)")
      if !lines.contains(where: { $0.contains(#""kind":"hean.connected""#) }) {
        #expect(lines.filter { $0.contains("Foundation's WebSocket does not work here") }.count == 1, "\(ran)")
        #expect(lines.contains { $0.contains(#""origin":"polled""#) }, "\(ran)")
      }
    }
  }

  @Test(arguments: ["HEAN_HTTP", "HEAN_WEBSOCKET"])
  func `hean itself has no URLSession, and names the program that has`(variable: String) async throws {
    try await serving { url in
      let ran = try await Self.run(
        ["--url", url, "watch", "--duration", "1s"], by: "hean", [variable: "urlsession"])
      #expect(ran.code == 78 && ran.errors.contains("run hean-urlsession"), "\(ran)")
      let other = try await Self.run(["--url", url, "watch", "--count", "1"], [variable: "urlsession"])
      #expect(other.code == 0, "\(other)")
    }
  }

  @Test func `hean loads nothing of URLSession`() throws {
    let program = try Data(contentsOf: Self.folder.appending(path: "hean"), options: .mappedIfSafe)
    #expect(program.range(of: Data("libFoundationNetworking".utf8)) == nil)
    let other = try Data(contentsOf: Self.folder.appending(path: "hean-urlsession"), options: .mappedIfSafe)
    #expect(other.range(of: Data("libFoundationNetworking".utf8)) != nil)
  }
}
