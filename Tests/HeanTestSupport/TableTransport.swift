package import Foundation
package import HeanCore

/// Answers requests from a table of paths; a path that is not in it is unreachable.
package struct TableTransport: RESTTransport {
  package var answers: [String: Result<RESTResponse, TransportError>]

  package init(answers: [String: Result<RESTResponse, TransportError>]) { self.answers = answers }

  package var displayURL: String { "http://127.0.0.1:8000" }

  package func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let target = query.isEmpty ? request.path : "\(request.path)?\(query)"
    guard let answer = answers[target] else { throw .unreachable(reason: "nothing at \(target)") }
    return try answer.get()
  }

  /// The answers to all GET requests in one folder of recordings.
  package static func recorded(_ folder: String) throws -> TableTransport {
    var answers: [String: Result<RESTResponse, TransportError>] = [:]
    for (_, recording) in try Recording.all(in: folder).sorted(by: { $0.key < $1.key })
    where recording.request.method == "GET" {
      answers[recording.request.target] = .success(recording.reply())
    }
    return TableTransport(answers: answers)
  }

  package func with(
    _ path: String, status: Int = 200, headers: [String: String] = [:], _ body: String
  ) -> TableTransport {
    var copy = self
    copy.answers[path] = .success(
      RESTResponse(status: status, headers: headers, body: Data(body.utf8), receivedAt: Recording.moment))
    return copy
  }

  package func without(_ path: String) -> TableTransport {
    var copy = self
    copy.answers[path] = nil
    return copy
  }
}

extension Recording {
  /// About the time at which the answers were recorded: the times inside them are close to it.
  package static let moment = Date(timeIntervalSince1970: 1_795_225_650)

  package func reply(at moment: Date = moment) -> RESTResponse {
    RESTResponse(
      status: response.status, headers: response.headers, body: Data(response.body.utf8), receivedAt: moment)
  }
}
