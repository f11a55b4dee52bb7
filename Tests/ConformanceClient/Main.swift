import Foundation
import HeanNetworking

/// The client that a WebSocket conformance suite tests: it echoes every message of every case.
///
///     conformance-client ws://127.0.0.1:9001 AGENT
@main
struct Main {
  static func main() async throws {
    let arguments = ProcessInfo.processInfo.arguments
    guard arguments.count == 3 else { exit("usage: conformance-client URL AGENT") }
    let suite = Suite(base: arguments[1], agent: arguments[2])
    guard let count = Int(try await suite.text("/getCaseCount")) else { exit("the suite names no number of cases") }
    for number in 1...count { await suite.run(number) }
    _ = try? await suite.text("/updateReports?agent=\(suite.agent)")
  }

  private static func exit(_ text: String) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    _exit(1)
  }
}

struct Suite {
  var base: String
  var agent: String

  private func open(_ path: String) async throws -> WebSocketConnection {
    guard let url = URL(string: base + path) else { throw WebSocketError.unreachable(reason: "no URL") }
    var options = WebSocketOptions()
    options.maximumMessage = 64 << 20
    return try await WebSocketConnection.open(url, options)
  }

  /// The one message that an address of the suite sends.
  func text(_ path: String) async throws -> String {
    let connection = try await open(path)
    let message = try await connection.receive().first
    await connection.close()
    while (try? await connection.receive()) != nil {}
    return String(decoding: message?.payload ?? [], as: UTF8.self)
  }

  func run(_ number: Int) async {
    do {
      let connection = try await open("/runCase?case=\(number)&agent=\(agent)")
      while true {
        for message in try await connection.receive() { try await connection.send(message) }
      }
    } catch {
      // Every case ends with the end of its connection; the suite judges how.
    }
  }
}
