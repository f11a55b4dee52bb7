/// One thing that can be read from the engine: where it is and what its body means.
///
/// `Body` is not constrained here, but where it is read: the runtime looks a constraint of a generic type up by going
/// through all conformances of the program, once for each kind of body, which made every start slower.
public struct Endpoint<Body: Sendable>: Sendable {
  public var path: String
  public var query: [RESTRequest.QueryItem]
  /// Statuses besides 200 whose body is the normal one.
  var alsoNormal: Set<Int>
  /// Whether a 200 may hold a failure instead of the body.
  var reportsFailureInBody: Bool
  var isRepeatable = true
  /// Where a snapshot keeps the answer, where that is not with other answers of this endpoint.
  private var ownPlace: String?

  /// What is not given is not known.
  public init(path: String, query: [RESTRequest.QueryItem], alsoNormal: Set<Int>, reportsFailureInBody: Bool) {
    self.path = path
    self.query = query
    self.alsoNormal = alsoNormal
    self.reportsFailureInBody = reportsFailureInBody
  }

  init(
    _ path: String, query: [RESTRequest.QueryItem] = [], alsoNormal: Set<Int> = [], reportsFailureInBody: Bool = false
  ) {
    self.path = path
    self.query = query
    self.alsoNormal = alsoNormal
    self.reportsFailureInBody = reportsFailureInBody
  }

  /// The same read, not tried again when it fails.
  var once: Endpoint {
    var single = self
    single.isRepeatable = false
    return single
  }

  /// The same read, whose answer a snapshot keeps apart.
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
