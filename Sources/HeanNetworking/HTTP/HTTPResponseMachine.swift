import HeanCore

/// Reads one HTTP/1 response: bytes in, actions out. It has no clock and no socket.
///
/// Call `append` with the bytes that were read, then `next` until it returns `nil`. Body bytes are handed on as they
/// come; only an incomplete line or head is kept.
struct HTTPResponseMachine: Sendable {
  enum Action: Sendable, Equatable {
    /// The head of the final response; interim responses (1xx) are skipped.
    case head(HTTPResponseHead)
    case body(ArraySlice<UInt8>)
    /// The response is complete. `isReusable` says whether the connection can carry another request.
    case finished(isReusable: Bool)
    case failed(Failure)
  }

  enum Failure: Error, Sendable, Equatable {
    /// The bytes are not HTTP/1, or could be understood in two ways.
    case malformed(String)
    /// The body is larger than the limit.
    case tooLarge
    /// The connection ended before the response was complete.
    case cut(String)
  }

  private enum Phase {
    case head
    case counted(Int)
    case untilClose
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailers
    case over
  }

  /// Limit in bytes for a head, for a chunk-size line and for all trailers together. Real ones are far smaller.
  static let maximumHead = 64 << 10
  private static let maximumInterim = 16

  private let method: String
  private var phase = Phase.head
  /// Bytes that were received; those from `at` on are not used yet.
  private var bytes: [UInt8] = []
  private var at = 0
  /// How far the search for the end of a line has come.
  private var searched = 0
  private var headSearch = HTTPHeadSearch()
  private var bodyLeft: Int
  private var trailerBytes = 0
  private var interim = 0
  private var isPersistent = false

  /// - Parameters:
  ///   - method: of the request; an answer to HEAD has no body.
  ///   - maximumBody: bytes.
  init(method: String, maximumBody: Int) {
    self.method = method
    bodyLeft = maximumBody
  }

  /// Whether any byte of a response has come.
  private(set) var hasBegun = false

  mutating func append(_ more: [UInt8]) {
    hasBegun = hasBegun || !more.isEmpty
    if at == bytes.count {
      bytes = more
      searched = 0
    } else {
      bytes.removeFirst(at)
      searched = max(0, searched - at)
      bytes += more
    }
    at = 0
  }

  mutating func next() -> Action? {
    do throws(Failure) {
      while true {
        switch phase {
        case .head:
          guard let head = try takeHead() else { return nil }
          if let action = try begin(head) { return action }
        case .counted(let left):
          if left == 0 { return finish() }
          guard let part = takeBody(left) else { return nil }
          phase = .counted(left - part.count)
          return .body(part)
        case .untilClose:
          guard let part = takeBody(.max) else { return nil }
          try count(part.count)
          return .body(part)
        case .chunkSize:
          guard let line = try takeLine("a chunk size") else { return nil }
          let size = try Self.chunkSize(line)
          try count(size)
          phase = size == 0 ? .trailers : .chunk(size)
        case .chunk(let left):
          guard let part = takeBody(left) else { return nil }
          phase = left == part.count ? .chunkEnd : .chunk(left - part.count)
          return .body(part)
        case .chunkEnd:
          guard let line = try takeLine("the end of a chunk") else { return nil }
          guard line.isEmpty else { throw .malformed("a chunk is longer than its size") }
          phase = .chunkSize
        case .trailers:
          guard let line = try takeLine("a trailer") else { return nil }
          if line.isEmpty { return finish() }
          trailerBytes += line.count
          guard trailerBytes <= Self.maximumHead else { throw .malformed("trailers without end") }
        case .over: return nil
        }
      }
    } catch {
      phase = .over
      return .failed(error)
    }
  }

  /// Tells the machine that the connection ended.
  /// - Returns: the last action, or `nil` if the response was already over.
  mutating func end(_ reason: String) -> Action? {
    defer { phase = .over }
    switch phase {
    case .over: return nil
    case .untilClose: return .finished(isReusable: false)
    case .head: return .failed(.cut(hasBegun ? "\(reason), inside the response head" : reason))
    case .counted, .chunkSize, .chunk, .chunkEnd, .trailers: return .failed(.cut("\(reason), inside the body"))
    }
  }

  private mutating func begin(_ head: HTTPResponseHead) throws(Failure) -> Action? {
    if (100..<200).contains(head.status) {
      guard head.status != 101 else { throw .malformed("an upgrade that nobody asked for") }
      interim += 1
      guard interim <= Self.maximumInterim else { throw .malformed("interim responses without end") }
      return nil
    }
    let options = (head.fields["connection"] ?? "").lowercased().split(separator: ",").map { $0.trimmed }
    isPersistent = head.minorVersion >= 1 ? !options.contains("close") : options.contains("keep-alive")
    switch try HTTPBodyLength.of(head, answering: method, limit: bodyLeft) {
    case .none: phase = .counted(0)
    case .bytes(let count): phase = .counted(count)
    case .chunked: phase = .chunkSize
    case .untilClose:
      isPersistent = false
      phase = .untilClose
    }
    return .head(head)
  }

  private mutating func finish() -> Action {
    phase = .over
    // Bytes after the end of the response answer none of our requests: the connection is not used again.
    return .finished(isReusable: isPersistent && at == bytes.count)
  }

  private mutating func count(_ size: Int) throws(Failure) {
    guard size <= bodyLeft else { throw .tooLarge }
    bodyLeft -= size
  }

  private mutating func takeBody(_ limit: Int) -> ArraySlice<UInt8>? {
    guard at < bytes.count, limit > 0 else { return nil }
    let part = bytes[at..<(at + min(limit, bytes.count - at))]
    at = part.endIndex
    searched = at
    return part
  }

  private mutating func takeHead() throws(Failure) -> HTTPResponseHead? {
    // Checked with the first bytes: a server of another protocol may send a greeting and then wait for us.
    let beginning = Array("HTTP/1.".utf8)
    guard bytes[at...].starts(with: beginning.prefix(bytes.count - at)) else {
      // A record of TLS: 21 is an alert, 22 a handshake, 3 the major version.
      let isTLS = bytes.count - at >= 2 && [21, 22].contains(bytes[at]) && bytes[at + 1] == 3
      throw .malformed(isTLS ? TransportError.wordsOfTLS : "the answer does not begin like HTTP/1")
    }
    guard let length = headSearch.length(bytes[at...]) else {
      guard bytes.count - at <= Self.maximumHead + 3 else { throw Self.headTooLarge }
      return nil
    }
    guard length <= Self.maximumHead else { throw Self.headTooLarge }
    defer { at += length + 4 }
    do throws(HTTPResponseHead.Violation) {
      return try HTTPResponseHead(bytes[at..<(at + length)])
    } catch {
      throw .malformed(error.reason)
    }
  }

  private static let headTooLarge = Failure.malformed("a response head over \(maximumHead) bytes")

  private mutating func takeLine(_ what: String) throws(Failure) -> ArraySlice<UInt8>? {
    var place = max(at, searched)
    // The limit also holds for bytes that come in one read: how the response is split into reads must not matter.
    search: while place < bytes.count, place - at <= Self.maximumHead {
      switch bytes[place] {
      case 10: throw .malformed("a line end of one character in \(what)")
      case 13:
        // The LF may not have come yet.
        guard place + 1 < bytes.count else { break search }
        guard bytes[place + 1] == 10 else { throw .malformed("a line end of one character in \(what)") }
        defer {
          at = place + 2
          searched = at
        }
        return bytes[at..<place]
      default: place += 1
      }
    }
    searched = place
    guard place - at <= Self.maximumHead else { throw .malformed("\(what) without end") }
    return nil
  }

  private static func chunkSize(_ line: ArraySlice<UInt8>) throws(Failure) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
    guard !digits.isEmpty else { throw .malformed("a chunk without a size") }
    var size = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: throw .malformed("a chunk size that is no number")
      }
      guard size <= Int.max >> 4 else { throw .tooLarge }
      size = size << 4 | Int(digit)
    }
    return size
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
