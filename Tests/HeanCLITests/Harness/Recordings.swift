import Foundation
import HeanTestSupport

/// In tests of the console the word means recorded exchanges; what a recorder makes of answers is `HeanCore.Recording`.
typealias Recording = HeanTestSupport.Recording

extension Recording {
  var answer: LoopbackServer.Answer {
    // The ids of the recorded exchanges differ each time, so the console must not depend on them.
    LoopbackServer.Answer(
      status: response.status, headers: response.headers.merging(["x-request-id": "recorded"]) { $1 },
      body: response.body)
  }

  /// A server that answers as the engine did, apart from the given changes by target.
  /// - Parameter own: asked first, in the order of the requests; `nil` for what is answered as recorded.
  static func server(
    _ folder: String, changes: [String: LoopbackServer.Answer] = [:],
    answering own: @escaping @Sendable (String) -> LoopbackServer.Answer? = { _ in nil }
  ) throws -> LoopbackServer {
    let table = Dictionary(
      try all(in: folder).values.filter { $0.request.method == "GET" }.map { ($0.request.target, $0.answer) },
      uniquingKeysWith: { first, _ in first }
    ).merging(changes) { $1 }
    return try LoopbackServer { target in
      own(target) ?? table[target] ?? LoopbackServer.Answer(status: 404, body: #"{"detail":"Not Found"}"#)
    }
  }
}
