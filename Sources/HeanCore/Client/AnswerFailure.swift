extension EngineError {
  /// What the status of an answer means, whoever asked; `nil` when it tells of no failure: below 400, or the report of health
  /// or readiness that comes with a 503.
  /// - Parameter path: of the endpoint, without its query.
  package init?(_ response: RESTResponse, at path: String) {
    guard response.status >= 400 else { return nil }
    let reports = [Endpoint<Health>.health.path, Endpoint<Readiness>.readiness.path]
    if reports.contains(path), response.status == 503, response.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      return nil
    }
    self = ResponseDecoder.failure(response, endpoint: path)
  }
}
