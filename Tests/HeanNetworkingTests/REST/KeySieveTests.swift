import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanNetworking

/// The key that a server repeats is taken out before anything reads it.
struct KeySieveTests {
  private static let key = "sk-Echo/0123+456789abcdef"
  private let sieve = KeySieve(APIKey(key))

  @Test(
    arguments: [
      key, key.uppercased(), key.lowercased(), Data(key.utf8).base64EncodedString(),
      Data(key.utf8).base64EncodedString().replacing("=", with: ""), "sk%2DEcho%2F0123%2B456789abcdef",
      #"sk-Echo\/0123+456789abcdef"#,
    ])
  func `any of its forms goes`(form: String) {
    let text = #"{"detail":"bad header X-API-Key: \#(form)","and":"\#(form)\#(form)"}"#
    for cleaned in [
      sieve.cleaned(text), String(decoding: sieve.cleaned(Data(text.utf8)), as: UTF8.self),
      String(decoding: sieve.cleaned(Array(text.utf8)[...]), as: UTF8.self),
    ] {
      #expect(cleaned == #"{"detail":"bad header X-API-Key: (API key)","and":"(API key)(API key)"}"#)
    }
  }

  @Test func `what does not hold it stays as it is`() {
    let text = #"{"symbol":"BTCUSDT","id":"0123"}"#
    #expect(sieve.cleaned(text) == text)
    #expect(KeySieve(nil).cleaned(text) == text && KeySieve(APIKey("id")).cleaned(text) == text)
  }

  @Test func `a transport gives out no body, header or redirect with it`() async throws {
    let key = Self.key
    let server = try MisbehavingServer { connection in
      if connection.request.hasPrefix("GET /moved") {
        connection.answer("302 Found", headers: ["Location: http://elsewhere/?api_key=\(key)"], "")
      } else {
        connection.answer(
          "401 Unauthorized", headers: ["X-Request-ID: \(key)"], #"{"detail":"Invalid API key \#(key)"}"#)
      }
    }
    defer { server.stop() }
    var configuration = TransportConfiguration(baseURL: server.url)
    configuration.apiKey = APIKey(key)
    let transport = HTTPTransport(configuration: configuration)
    let answer = try await transport.send(RESTRequest(.get, "/x"))
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"detail":"Invalid API key (API key)"}"#)
    #expect(answer.headers["x-request-id"] == "(API key)")
    await #expect(throws: TransportError.redirectRefused(location: "http://elsewhere/?api_key=(API key)", status: 302))
    {
      try await transport.send(RESTRequest(.get, "/moved"))
    }
  }
}
