import HeanCore

/// Answers the requests of one connection to the exchange beside the engine.
struct ExchangeConnection {
  var engine: SharedEngine
  var http: HTTPConnection

  func serve() {
    http.serve { request, _ in
      if let (status, reason) = LoopbackOnly.refusal(request.headers, of: "the practice exchange") {
        http.refuse(status, reason, to: request)
        return false
      }
      let response = engine.respond(
        toExchange: ExchangeCall(
          method: request.method, path: request.path, query: request.query, rawQuery: request.rawQuery,
          headers: request.headers))
      return http.write(
        HTTPReply(status: response.status, headers: response.headers, body: response.body), to: request)
    }
  }

  /// An answer after which the connection ends.
  static func refusal(_ status: Int, _ reason: String) -> HTTPReply {
    HTTPReply(
      status: status, headers: PracticeExchange.marks,
      body: JSONText.data(["retCode": .count(status), "retMsg": .string(reason)]))
  }
}
