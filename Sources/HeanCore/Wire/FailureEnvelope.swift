/// The engine's five shapes of error reports (docs/engine.md 1.3), read from a body of any status.
struct FailureEnvelope {
  /// The engine's words, joined to one line.
  var message: String
  /// The status that the engine meant: it wraps its own 400 or 404 in a 500 whose text begins with the number.
  var intendedStatus: Int?

  /// Reads E1 to E4 from a body with an error status; `nil` when the body is none of them.
  init?(body: Data) {
    // A larger body is a web page or a list.
    guard body.count <= 65_536, let document = try? JSONValue(reading: body) else { return nil }
    switch document["detail"] {
    case .string(let text):
      let (status, words) = Self.unwrap(text)
      message = words
      intendedStatus = status
    case .array(let problems):
      message = problems.map(Self.describe).joined(separator: "; ")
      intendedStatus = nil
    default:
      guard case .string(let text)? = document["error"] ?? document["message"] else { return nil }
      message = text
      intendedStatus = nil
    }
  }

  private init(message: String) {
    self.message = message
    intendedStatus = nil
  }

  /// E5: HTTP 200 with an error report inside.
  /// - Parameter more: values of `status` that mean a failure here and not elsewhere.
  static func inSuccess(_ body: Data, more: Set<String> = []) -> FailureEnvelope? {
    // An error report is a small object, never a list or a large body.
    guard body.count < 16_384, body.first(where: { !Self.isBlank($0) }) == UInt8(ascii: "{"),
      let status = try? Marker.read(body)
    else { return nil }
    if let word = status.status?.lowercased(), failureWords.union(more).contains(word) {
      return FailureEnvelope(message: status.message ?? status.error ?? "status \(word)")
    }
    if status.status == nil, let error = status.error { return FailureEnvelope(message: error) }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  /// `busy` is not among them: for a read it is a state to show, not a failure.
  private static let failureWords: Set<String> = ["error", "not_found", "not_running", "cannot_clear", "no_op"]

  private struct Marker: WireDecodable {
    var status: String?
    var message: String?
    var error: String?

    init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      status = try? wire.string("status")
      message = try? wire.string("message")
      error = try? wire.string("error")
    }
  }

  private static func unwrap(_ text: String) -> (Int?, String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 3, let status = Int(parts[0]), (400..<600).contains(status) else {
      return (nil, text)
    }
    return (status, parts[1].trimmed())
  }

  /// One validation problem: `query.limit: Input should be …`.
  private static func describe(_ problem: JSONValue) -> String {
    var place: [String] = []
    if case .array(let parts)? = problem["loc"] {
      place = parts.compactMap { part in
        switch part {
        case .string(let name): name
        case .number(let index): "\(index)"
        default: nil
        }
      }
    }
    var words = "not valid"
    if case .string(let text)? = problem["msg"] { words = text }
    return place.isEmpty ? words : place.joined(separator: ".") + ": " + words
  }
}
