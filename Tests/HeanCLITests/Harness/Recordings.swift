import Foundation

/// Exchanges recorded from a real engine.
struct Recording: Decodable {
  struct Request: Decodable {
    var method: String
    var target: String
  }

  struct Response: Decodable {
    var status: Int
    var headers: [String: String]
    var body: String
  }

  var request: Request
  var response: Response

  var answer: LoopbackServer.Answer {
    // The ids of the recorded exchanges differ each time, so the console must not depend on them.
    LoopbackServer.Answer(
      status: response.status, headers: response.headers.merging(["x-request-id": "recorded"]) { $1 },
      body: response.body)
  }

  static func all(in folder: String) throws -> [String: Recording] {
    let directory = Expected.root.appending(path: "recordings/\(folder)")
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".json") }
    return try Dictionary(
      uniqueKeysWithValues: files.map { file in
        let data = try Data(contentsOf: directory.appending(path: file))
        return (String(file.dropLast(5)), try JSONDecoder().decode(Recording.self, from: data))
      })
  }

  /// A server that answers as the engine did, apart from the given changes by target.
  static func server(_ folder: String, changes: [String: LoopbackServer.Answer] = [:]) throws -> LoopbackServer {
    let table = Dictionary(
      try all(in: folder).values.filter { $0.request.method == "GET" }.map { ($0.request.target, $0.answer) },
      uniquingKeysWith: { first, _ in first }
    ).merging(changes) { $1 }
    return try LoopbackServer { target in
      table[target] ?? LoopbackServer.Answer(status: 404, body: #"{"detail":"Not Found"}"#)
    }
  }
}
