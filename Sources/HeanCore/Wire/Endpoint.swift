/// One thing that can be read from the engine: its path and query, and the type of the answer.
///
/// `Body` is constrained only where the endpoint is read. To find a conformance for a generic type, the Swift runtime
/// searches all conformances of the program, once for each kind of body; that made every start slower.
public struct Endpoint<Body: Sendable>: Sendable {
  /// Absolute path, such as `/api/v1/engine/status`.
  public var path: String
  /// Query items in the order in which they are sent, not yet percent-encoded.
  public var query: [RESTRequest.QueryItem]
  /// Statuses besides 200 whose body is the normal answer, such as the 503 of `/health`.
  var alsoNormal: Set<Int>
  /// Whether a 200 may hold an error report in place of the answer (docs/engine.md 1.5).
  var reportsFailureInBody: Bool
  var isRepeatable = true
  /// Key under which a snapshot keeps the answer, when other reads of this endpoint are kept apart from it.
  private var ownPlace: String?

  /// An endpoint that this library does not name itself.
  /// - Parameters:
  ///   - alsoNormal: statuses besides 200 whose body is the normal answer.
  ///   - reportsFailureInBody: whether a 200 may hold an error report in place of the answer (docs/engine.md 1.5).
  public init(
    _ path: String, query: [RESTRequest.QueryItem] = [], alsoNormal: Set<Int> = [], reportsFailureInBody: Bool = false
  ) {
    self.path = path
    self.query = query
    self.alsoNormal = alsoNormal
    self.reportsFailureInBody = reportsFailureInBody
  }

  /// The same read, which is not retried when it fails.
  package var once: Endpoint {
    var single = self
    single.isRepeatable = false
    return single
  }

  /// The same read, whose answer a snapshot keeps under a key of its own.
  func kept(as place: String) -> Endpoint {
    var apart = self
    apart.ownPlace = place
    return apart
  }

  func accepts(_ status: Int) -> Bool { status == 200 || alsoNormal.contains(status) }

  var place: String { ownPlace ?? key }

  var key: String {
    query.isEmpty ? path : path + "?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}
