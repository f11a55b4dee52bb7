import Foundation

@testable import HeanCore

/// Exchanges recorded from a real engine, by their file's place under `Fixtures/recordings`.
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

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/recordings")

  static func load(_ name: String) throws -> Recording {
    try JSONDecoder().decode(Recording.self, from: Data(contentsOf: root.appending(path: name + ".json")))
  }

  static func all(in folder: String) throws -> [(name: String, recording: Recording)] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(".json") }.sorted()
      .map { file in
        let name = "\(folder)/\(file.dropLast(5))"
        return (name, try load(name))
      }
  }

  func answer(at moment: Date = Date(timeIntervalSince1970: 1_795_225_650)) -> RESTResponse {
    RESTResponse(
      status: response.status, headers: response.headers, body: Data(response.body.utf8), receivedAt: moment)
  }
}

/// Answers from a table of paths; what is not in it is unreachable.
struct TableTransport: RESTTransport {
  var displayURL: String { "http://127.0.0.1:8000" }
  var answers: [String: Result<RESTResponse, TransportError>]

  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let target = query.isEmpty ? request.path : "\(request.path)?\(query)"
    guard let answer = answers[target] else { throw .unreachable(reason: "nothing at \(target)") }
    return try answer.get()
  }

  /// Every GET of one recorded folder.
  static func recorded(_ folder: String) throws -> TableTransport {
    var answers: [String: Result<RESTResponse, TransportError>] = [:]
    for (_, recording) in try Recording.all(in: folder) where recording.request.method == "GET" {
      answers[recording.request.target] = .success(recording.answer())
    }
    return TableTransport(answers: answers)
  }

  func with(_ path: String, status: Int = 200, headers: [String: String] = [:], _ body: String) -> TableTransport {
    var copy = self
    copy.answers[path] = .success(
      RESTResponse(
        status: status, headers: headers, body: Data(body.utf8), receivedAt: Date(timeIntervalSince1970: 1_795_225_650))
    )
    return copy
  }

  func without(_ path: String) -> TableTransport {
    var copy = self
    copy.answers[path] = nil
    return copy
  }
}

/// The recorded WebSocket conversation.
enum Recordings {
  private struct Line: Decodable {
    var dir: String
    var text: String?
  }

  /// What the engine sent, frame by frame.
  static func frames(in file: String = "websocket") throws -> [String] {
    let text = try String(contentsOf: Recording.root.appending(path: file + ".ndjson"), encoding: .utf8)
    return try text.split(separator: "\n").compactMap { line in
      let entry = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      return entry.dir == "recv" ? entry.text : nil
    }
  }
}
