import Foundation
import Testing

@testable import HeanPractice

struct HTTPRequestParserTests {
  private func parse(_ pieces: [String]) -> [HTTPRequestParser.Output] {
    var parser = HTTPRequestParser()
    var outputs: [HTTPRequestParser.Output] = []
    for piece in pieces {
      parser.append(Array(piece.utf8))
      while true {
        let output = parser.next()
        if output == .needsMore { break }
        outputs.append(output)
        if case .refuse = output { return outputs }
      }
    }
    return outputs
  }

  private static func halves(_ text: String) -> [[String]] {
    let bytes = Array(text.utf8)
    return (1..<bytes.count).map { cut in
      [String(decoding: bytes[..<cut], as: UTF8.self), String(decoding: bytes[cut...], as: UTF8.self)]
    }
  }

  @Test func `a request cut at any byte is the same request`() {
    let text =
      "\r\nPOST /api/v1/orders?status=open&limit=5&x=%20a HTTP/1.1\r\nHost: x\r\nX-API-Key:  k \r\n"
      + "Content-Length: 4\r\n\r\n{\r\n}"
    let whole = parse([text])
    #expect(whole.count == 1)
    guard case .request(let request)? = whole.first else { return }
    #expect(request.path == "/api/v1/orders" && request.query == ["status": "open", "limit": "5", "x": " a"])
    #expect(request.headers["x-api-key"] == "k" && request.keepsAlive && request.body == Data("{\r\n}".utf8))
    for pieces in Self.halves(text) { #expect(parse(pieces) == whole, "cut behind \(pieces[0])") }
    #expect(parse(text.map { String($0) }) == whole)
  }

  @Test func `pipelined requests and bodies are told apart`() {
    let outputs = parse([
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
        + "GET /b HTTP/1.1\r\nHost: x\r\nConnection: x, Close\r\n\r\n"
    ])
    guard case .request(let first)? = outputs.first, case .request(let second)? = outputs.last else {
      Issue.record("\(outputs)")
      return
    }
    #expect(first.path == "/a" && first.body == Data("hello".utf8))
    #expect(second.path == "/b" && !second.keepsAlive)
  }

  private static let host = "Host: x\r\n"

  @Test(arguments: [
    ("GET\r\n\r\n", 400), ("GET nopath HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/2\r\n\r\n", 400),
    ("GET  / HTTP/1.1\r\n\r\n", 400), ("G\u{E9}T / HTTP/1.1\r\n\r\n", 400), ("GET /\u{E9} HTTP/1.1\r\n\r\n", 400),
    ("GET /%zz HTTP/1.1\r\n\(host)\r\n", 400), ("GET /%ff HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /a%0d%0aB:c/ HTTP/1.1\r\n\(host)\r\n", 400), ("GET /?limit=%f HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /a#b HTTP/1.1\r\n\(host)\r\n", 400), ("GET * HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET http://127.0.0.1/ HTTP/1.1\r\n\(host)\r\n", 400),
    (String(repeating: "G", count: 21) + " / HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)bad header\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\(host)bad : x\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)A: b\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\(host): x\r\n\r\n", 400),
    ("GET / HTTP/1.1\n\(host)", 400), ("GET / HTTP/1.1\r\nHost: x\rA: b\r\n", 400), ("GET /\0", 400),
    ("\u{16}\u{3}\u{1}", 400),
    ("GET / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)Content-Length: +1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)Content-Length: 1, 1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)Content-Length:\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)Content-Length: 65537\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999999\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\n\(host)Origin: a\r\nOrigin: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X: " + String(repeating: "a", count: 17_000), 431),
    ("GET / HTTP/1.1\r\n\(host)" + String(repeating: "A: b\r\n", count: 100) + "\r\n", 431),
  ])
  func `what cannot be trusted is refused, wherever it is cut`(text: String, status: Int) {
    func statuses(_ outputs: [HTTPRequestParser.Output]) -> [Int] {
      outputs.map { if case .refuse(let status, _) = $0 { status } else { 0 } }
    }
    #expect(statuses(parse([text])) == [status])
    if text.utf8.count < 200 {
      for pieces in Self.halves(text) { #expect(statuses(parse(pieces)) == [status], "cut behind \(pieces[0])") }
    }
  }

  @Test func `an old client needs no Host, and all of the server may be asked for its methods`() {
    let outputs = parse(["OPTIONS * HTTP/1.0\r\n\r\n"])
    guard case .request(let request)? = outputs.first else {
      Issue.record("\(outputs)")
      return
    }
    #expect(request.path == "*" && !request.keepsAlive)
  }

  @Test func `the phase says what the bytes so far begin`() {
    var parser = HTTPRequestParser()
    #expect(parser.phase == .idle)
    parser.append(Array("POST / HTTP/1.1\r\n".utf8))
    #expect(parser.next() == .needsMore && parser.phase == .head)
    parser.append(Array("Host: x\r\nContent-Length: 2\r\n\r\na".utf8))
    #expect(parser.next() == .needsMore && parser.phase == .body)
    parser.append(Array("b".utf8))
    #expect(parser.next() != .needsMore && parser.phase == .idle)
  }
}
