package import HeanCore

/// Turns the bytes of one connection into requests. A pure value: bytes in, requests or a refusal out.
///
/// A request that two programs could understand differently is refused and not repaired.
package struct HTTPRequestParser {
  package struct Request: Equatable {
    package var method: String
    package var path: String
    package var query: [String: String]
    /// What stands after the question mark, as it came.
    package var rawQuery = ""
    /// Names in lower case.
    package var headers: [String: String]
    package var body: Data
    package var keepsAlive: Bool
  }

  enum Output: Equatable {
    case needsMore
    case request(Request)
    /// The status and the reason to answer with before closing.
    case refuse(Int, String)
  }

  /// The part of a request that is being received.
  enum Phase { case idle, head, body }

  static let maximumHead = 16 << 10
  /// Bytes: far more than any verb needs, and few enough to be decoded while all other connections wait for the engine.
  static let maximumBody = 64 << 10

  private var buffer: [UInt8] = []
  /// Bytes of an incomplete head that were already checked.
  private var scanned = 0
  private var head: HTTPRequestHead?

  var phase: Phase { head != nil ? .body : buffer.isEmpty ? .idle : .head }

  /// The bytes that came after the last request.
  var rest: [UInt8] { buffer }

  mutating func append(_ bytes: some Sequence<UInt8>) { buffer += bytes }

  /// The next complete request; bytes after it stay for the next call.
  mutating func next() -> Output {
    do throws(HTTPRequestHead.Refusal) {
      if head == nil { head = try nextHead() }
      guard let head else { return .needsMore }
      guard buffer.count >= head.length else { return .needsMore }
      let body = Data(buffer.prefix(head.length))
      buffer.removeFirst(head.length)
      self.head = nil
      return .request(
        Request(
          method: head.method, path: head.path, query: head.query, rawQuery: head.rawQuery,
          headers: head.headers, body: body,
          keepsAlive: head.keepsAlive))
    } catch {
      return .refuse(error.status, error.reason)
    }
  }

  private mutating func nextHead() throws(HTTPRequestHead.Refusal) -> HTTPRequestHead? {
    // An empty line before a request belongs to the request before it and is skipped.
    if scanned == 0, buffer.first == 13 {
      guard buffer.count > 1 else { return nil }
      if buffer[1] == 10 { buffer.removeFirst(2) }
    }
    while scanned < buffer.count {
      let byte = buffer[scanned]
      let follows = scanned > 0 && buffer[scanned - 1] == 13
      guard (byte == 10) == follows else { throw .malformed("a line of the head does not end with CR LF") }
      guard byte >= 32 && byte != 127 || [9, 10, 13].contains(byte) else {
        throw .malformed("a control character in the head")
      }
      scanned += 1
      guard scanned <= Self.maximumHead else {
        throw HTTPRequestHead.Refusal(status: 431, reason: "the head is larger than \(Self.maximumHead) bytes")
      }
      if byte == 10, scanned >= 4, buffer[scanned - 3] == 10 {
        let head = try HTTPRequestHead(buffer[..<(scanned - 4)])
        buffer.removeFirst(scanned)
        scanned = 0
        return head
      }
    }
    return nil
  }
}
