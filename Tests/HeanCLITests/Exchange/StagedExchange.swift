import Foundation
import HeanCore
import HeanTestSupport

@testable import HeanConsole

/// An exchange that answers what the test wants, beside a home with a profile that names it.
struct StagedExchange {
  static let key = "ReadOnlyKey0123456789"
  static let secret = "SecretOfThatKey-0123456789abcdef"

  let server: LoopbackServer
  /// What a mute exchange waits for.
  private let held: DispatchSemaphore
  let home: String
  var console: Console

  /// What a read-only key may do.
  static let rights =
    #"{"readOnly":1,"permissions":{"ContractTrade":["Order","Position"]},"ips":["192.0.2.7"],"expiredAt":""}"#

  /// - Parameters:
  ///   - isMute: whether it takes questions and answers none.
  ///   - answer: of a path with its query; `nil` for the usual empty answer.
  init(
    engine: String = "http://127.0.0.1:1", permissions: Int = 0o600, key: String = key, isMute: Bool = false,
    answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Answer?
  ) async throws {
    let held = DispatchSemaphore(value: 0)
    self.held = held
    server = try LoopbackServer(answering: { request in
      guard isMute else { return answer(request) ?? Self.usual(request.target) }
      held.wait()
      return nil
    })
    home = Console.freshHome()
    console = Console(home: home)
    let file = home + "/exchange.key"
    try "\(key)\n\(Self.secret)\n".write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
    let added = await console.run(
      "profile", "add", "main", "--url", engine, "--exchange", "bybit", "--exchange-url", server.url,
      "--exchange-key-file", file)
    precondition(added.code == .ok, added.errors)
  }

  /// Ends the server, and the connections that it holds.
  func stop() {
    for _ in 0..<64 { held.signal() }
    server.stop()
  }

  func run(_ words: String...) async -> Consequences { await console.run(["exchange"] + words) }

  /// The paths that were asked, without their queries.
  var paths: [String] { server.targets.map { String($0.prefix { $0 != "?" }) } }

  static func ok(_ result: String, _ headers: [String: String] = [:]) -> LoopbackServer.Answer {
    LoopbackServer.Answer(
      headers: headers.merging(["Content-Type": "application/json"]) { $1 },
      body: #"{"retCode":0,"retMsg":"OK","result":\#(result),"retExtInfo":{},"time":1795225650000}"#)
  }

  static func error(_ code: Int, _ message: String = "no", _ headers: [String: String] = [:]) -> LoopbackServer.Answer {
    LoopbackServer.Answer(
      headers: headers.merging(["Content-Type": "application/json"]) { $1 },
      body: #"{"retCode":\#(code),"retMsg":"\#(message)","result":{},"retExtInfo":{},"time":1795225650000}"#)
  }

  static func usual(_ target: String) -> LoopbackServer.Answer {
    switch target.prefix(while: { $0 != "?" }) {
    case "/v5/market/time": ok(#"{"timeSecond":"1795225650","timeNano":"1795225650000000000"}"#)
    case "/v5/user/query-api": ok(rights)
    default: ok(#"{"list":[],"nextPageCursor":""}"#)
    }
  }
}

extension LoopbackServer.Request {
  /// A field of the head; `nil` without it.
  func field(_ name: String) -> String? {
    head.split(separator: "\r\n").dropFirst().first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }
}

extension JSONValue {
  /// The elements of a list; `nil` for anything else.
  var items: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}

extension Consequences {
  /// The document that was written.
  var document: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(output.utf8))) ?? .null }
}
