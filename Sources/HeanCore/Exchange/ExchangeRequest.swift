/// A question to the exchange. It has no method and no body: whoever speaks to the exchange can only ask.
package struct ExchangeRequest: Sendable, Equatable {
  /// Absolute path, e.g. `/v5/position/list`.
  package var path: String
  /// Items of the query in the order in which they are sent and signed.
  package var query: [RESTRequest.QueryItem]
  /// Whether it is about the account, and so carries key and signature. Questions about the market carry none.
  package var isSigned: Bool

  package init(_ path: String, query: [RESTRequest.QueryItem] = [], isSigned: Bool = true) {
    self.path = path
    self.query = query
    self.isSigned = isSigned
  }

  /// The query as it is sent, which is also what is signed; empty without items.
  ///
  /// A percent sign stays: the cursor of a page is percent-encoded already when the exchange gives it out, and comes
  /// back as it was.
  package var encodedQuery: String {
    query.map { "\($0.name)=\($0.value.percentEncoded(keeping: "-._~%:,"))" }.joined(separator: "&")
  }
}

/// How the core reaches the exchange.
package protocol ExchangeTransport: Sendable {
  /// Asks, and signs anew for every attempt.
  /// - Parameters:
  ///   - clockOffset: seconds by which the exchange's clock is ahead of this machine's, for the time in the signature.
  ///   - deadline: for all attempts and the pauses between them.
  func ask(
    _ request: ExchangeRequest, clockOffset: TimeInterval, within deadline: Duration
  ) async throws(TransportError) -> RESTResponse
}
