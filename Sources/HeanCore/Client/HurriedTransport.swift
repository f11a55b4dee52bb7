/// A transport whose requests all end by one fixed moment.
package struct HurriedTransport: RESTTransport {
  let transport: any RESTTransport
  let end: ContinuousClock.Instant

  package init(transport: any RESTTransport, end: ContinuousClock.Instant) {
    self.transport = transport
    self.end = end
  }

  package var displayURL: String { transport.displayURL }

  package func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    let left = end - .now
    guard left > .zero else { throw .deadlineExceeded(after: .zero, sent: false) }
    var request = request
    request.deadline = request.deadline.map { min($0, left) } ?? left
    return try await transport.send(request)
  }
}
