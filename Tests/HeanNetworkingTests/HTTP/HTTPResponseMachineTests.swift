import Testing

@testable import HeanNetworking

struct HTTPResponseMachineTests {
  struct Outcome: Equatable {
    var status: Int?
    var body = ""
    var isReusable: Bool?
    var failure: HTTPResponseMachine.Failure?
  }

  /// Feeds the bytes in pieces of a size, then the end of the connection.
  static func read(_ text: String, pieces: Int = .max, method: String = "GET", limit: Int = 1000) -> Outcome {
    var machine = HTTPResponseMachine(method: method, maximumBody: limit)
    var outcome = Outcome()
    func take(_ action: HTTPResponseMachine.Action) {
      switch action {
      case .head(let head): outcome.status = head.status
      case .body(let part): outcome.body += String(decoding: part, as: UTF8.self)
      case .finished(let isReusable): outcome.isReusable = isReusable
      case .failed(let failure): outcome.failure = failure
      }
    }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      machine.append(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(min(pieces, rest.count))
      while let action = machine.next() { take(action) }
    }
    if let action = machine.end("gone") { take(action) }
    return outcome
  }

  static let whole: [(String, Outcome)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", Outcome(status: 200, body: "{}", isReusable: true)),
    ("HTTP/1.1 200\r\ncontent-length:2\r\n\r\n{}", Outcome(status: 200, body: "{}", isReusable: true)),
    ("HTTP/1.1 204 No Content\r\n\r\n", Outcome(status: 204, isReusable: true)),
    ("HTTP/1.1 304 X\r\nContent-Length: 10\r\n\r\n", Outcome(status: 304, isReusable: true)),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0001;a=\"b\"\r\n}\r\n0\r\nX: y\r\n\r\n",
      Outcome(status: 200, body: "{}", isReusable: true)
    ),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
      Outcome(status: 200, isReusable: false)
    ),
    ("HTTP/1.1 200 OK\r\n\r\nto the end", Outcome(status: 200, body: "to the end", isReusable: false)),
    ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}", Outcome(status: 200, body: "{}", isReusable: false)),
    (
      "HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: Keep-Alive\r\n\r\n{}",
      Outcome(status: 200, body: "{}", isReusable: true)
    ),
    (
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      Outcome(status: 200, isReusable: true)
    ),
    (
      "HTTP/1.1 302 Found\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n", Outcome(status: 302, isReusable: true)
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nContent-Length: 1\r\n\r\nx",
      Outcome(status: 200, body: "x", isReusable: true)
    ),
  ]

  @Test(arguments: whole, [1, 2, 3, 7, Int.max])
  func `a whole response is the same in pieces of any size`(response: (String, Outcome), pieces: Int) {
    #expect(Self.read(response.0, pieces: pieces) == response.1)
  }

  @Test func `a response cut at any byte is never taken for a whole one`() {
    for (text, outcome) in Self.whole {
      for length in 0..<text.utf8.count {
        let part = Self.read(String(decoding: text.utf8.prefix(length), as: UTF8.self))
        // Without a length the end of the connection is the end of the body, and no cut can be seen.
        let isOpenEnded = !text.contains("ength") && !text.contains("ransfer") && outcome.status == 200
        if isOpenEnded, part.status == 200 {
          #expect(part.isReusable == false)
        } else {
          guard case .cut? = part.failure else {
            Issue.record("\(String(decoding: text.utf8.prefix(length), as: UTF8.self).debugDescription): \(part)")
            continue
          }
          #expect(part.isReusable == nil)
        }
      }
    }
  }

  /// Shapes that two readers could understand in two ways, and what is no HTTP at all.
  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Length: 2\u{0B}\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n{}",
      "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\n X: y\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\rC: d\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nA: b\nC: d\r\n\r\n{}", "HTTP/1.1 200 OK\r\nA: \u{0}\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}", "HTTP/1.1 200 OK\r\n: x\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nA\u{7F}: x\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\nx",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
      "HTTP/2 200\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 2000 X\r\n\r\n", "HTTP/1.1 020 X\r\n\r\n",
      "HTTP/1.1  200 OK\r\n\r\n",
      "http/1.1 200 OK\r\n\r\n", "SSH-2.0-OpenSSH\r\n", "\r\nHTTP/1.1 200 OK\r\n\r\n", "ICY 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\nContent-Length: 2\n\r\n\r\n{}",
    ], [1, Int.max])
  func `what cannot be trusted is refused`(text: String, pieces: Int) {
    guard case .malformed? = Self.read(text, pieces: pieces).failure else {
      Issue.record("\(Self.read(text, pieces: pieces))")
      return
    }
  }

  @Test func `what is no HTTP is refused at the first byte that shows it`() {
    var machine = HTTPResponseMachine(method: "GET", maximumBody: 10)
    machine.append(Array("HTTP/".utf8))
    #expect(machine.next() == nil)
    machine.append(Array("2".utf8))
    #expect(machine.next() == .failed(.malformed("the answer does not begin like HTTP/1")))
  }

  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "HTTP/1.1 200 OK\r\n\r\n12345678901", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n5\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\n",
    ], [1, Int.max])
  func `a body past the limit is refused before it is read`(text: String, pieces: Int) {
    #expect(Self.read(text, pieces: pieces, limit: 10).failure == .tooLarge)
  }

  @Test func `nothing without end is kept`() {
    let endless = [
      "HTTP/1.1 200 OK\r\nA: " + String(repeating: "x", count: 70_000),
      "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 20_000),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + String(repeating: "x", count: 70_000),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + String(repeating: "A: b\r\n", count: 20_000),
      String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20),
    ]
    for text in endless {
      guard case .malformed? = Self.read(text, pieces: 4_096).failure else {
        Issue.record("\(text.prefix(60))")
        continue
      }
    }
  }

  @Test func `bytes behind the response end the use of the connection`() {
    #expect(Self.read("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1").isReusable == false)
  }

  @Test func `an answer to HEAD has no body whatever it announces`() {
    let outcome = Self.read("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n", method: "HEAD")
    #expect(outcome == Outcome(status: 200, isReusable: true))
  }

  @Test func `fields are joined, trimmed and lower-cased by name`() throws {
    let head = try HTTPResponseHead(Array("HTTP/1.1 200 OK\r\nX-A:  b \r\nx-a: c\r\nEmpty:".utf8)[...])
    #expect(head.fields == ["x-a": "b, c", "empty": ""])
  }
}
