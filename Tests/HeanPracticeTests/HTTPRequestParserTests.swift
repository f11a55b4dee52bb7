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

  @Test func `a request cut at any byte is the same request`() {
    let text = "GET /api/v1/orders?status=open&limit=5 HTTP/1.1\r\nHost: x\r\nX-API-Key:  k \r\n\r\n"
    let whole = parse([text])
    #expect(whole.count == 1)
    guard case .request(let request)? = whole.first else { return }
    #expect(request.path == "/api/v1/orders" && request.query == ["status": "open", "limit": "5"])
    #expect(request.headers["x-api-key"] == "k" && request.keepsAlive)
    for cut in 1..<text.utf8.count {
      let index = text.utf8.index(text.startIndex, offsetBy: cut)
      #expect(parse([String(text[..<index]), String(text[index...])]) == whole, "cut at \(cut)")
    }
  }

  @Test func `pipelined requests and bodies are told apart`() {
    let outputs = parse([
      "POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloGET /b HTTP/1.1\r\nConnection: close\r\n\r\n"
    ])
    guard case .request(let first)? = outputs.first, case .request(let second)? = outputs.last else {
      Issue.record("\(outputs)")
      return
    }
    #expect(first.path == "/a" && first.body == Data("hello".utf8))
    #expect(second.path == "/b" && !second.keepsAlive)
  }

  @Test(arguments: [
    ("GET\r\n\r\n", 400), ("GET nopath HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/2\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nbad header\r\n\r\n", 400), ("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 17_000), 431),
  ])
  func `what cannot be trusted is refused`(text: String, status: Int) { #expect(parse([text]) == [.refuse(status)]) }
}
