import Foundation
import FoundationNetworking
import Testing

@testable import HeanPractice

/// The server through a real socket, by a client that is not ours.
struct PracticeServerTests {
  private func server() -> PracticeServer {
    PracticeServer(
      engine: PracticeEngine(configuration: PracticeConfiguration(), now: WorldTests.start),
      now: { WorldTests.start + 5 })
  }

  private func curl(_ arguments: String...) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", #"exec 3<>"/dev/tcp/127.0.0.1/$0"; printf "$1" >&3; cat <&3"#] + arguments
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `it serves, keeps alive, pipelines, and frees the port`() async throws {
    let server = server()
    let port = try await server.start(port: 0)
    let once = "GET /ready HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"
    let last = "GET /api/v1/engine/status HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n"
    let answer = try curl("\(port)", once + last)
    #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
    #expect(answer.contains("X-Hean-Practice: 1") && answer.contains(#""engine_state":"RUNNING""#))
    #expect(try curl("\(port)", "BAD\\r\\n\\r\\n").hasPrefix("HTTP/1.1 400 Bad Request"))
    await #expect(throws: PracticeServer.BindFailure.self) { try await self.server().start(port: port) }
    await server.stop()
    let again = self.server()
    #expect(try await again.start(port: port) == port)
    await again.stop()
  }

  @Test func `twenty clients at once all get whole answers`() async throws {
    let server = server()
    let port = try await server.start(port: 0)
    let request = "GET /api/v1/trading/state HTTP/1.1\\r\\nConnection: close\\r\\n\\r\\n"
    let answers = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { (try? self.curl("\(port)", request).hasSuffix("}")) ?? false }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 20 && answers.allSatisfy { $0 })
    await server.stop()
  }
}
