/// How a response says where its body ends (RFC 9112, 6.3).
enum HTTPBodyLength: Sendable, Equatable {
  case none
  case bytes(Int)
  case chunked
  /// The body ends where the server closes the connection.
  case untilClose

  /// - Parameter limit: bytes; a larger announced length is refused before any of the body is read.
  static func of(
    _ head: HTTPResponseHead, answering method: String, limit: Int
  ) throws(HTTPResponseMachine.Failure) -> HTTPBodyLength {
    if let coding = head.fields["content-encoding"], coding.lowercased() != "identity" {
      throw .malformed("the body is coded as \(coding), which was not asked for")
    }
    let length = head.fields["content-length"]
    if let coding = head.fields["transfer-encoding"] {
      guard length == nil else { throw .malformed("both a content-length and a transfer-encoding") }
      guard head.minorVersion >= 1, coding.lowercased() == "chunked" else {
        throw .malformed("the transfer-encoding is \(coding)")
      }
    }
    let announced = try length.map { text throws(HTTPResponseMachine.Failure) in try number(text) }
    if method == "HEAD" || head.status == 204 || head.status == 304 { return .none }
    if head.fields["transfer-encoding"] != nil { return .chunked }
    guard let announced else { return .untilClose }
    guard announced <= limit else { throw .tooLarge }
    return .bytes(announced)
  }

  private static func number(_ text: String) throws(HTTPResponseMachine.Failure) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      throw .malformed("the content-length is no number")
    }
    // A number with too many digits for `Int` is larger than every limit.
    guard let number = Int(text) else { throw .tooLarge }
    return number
  }
}
