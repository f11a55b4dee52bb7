import Testing

@testable import HeanPractice

struct LoopbackOnlyTests {
  @Test(arguments: [
    "localhost", "LocalHost:8000", "127.0.0.1", "127.0.0.1:8000", "127.255.3.9:1", "[::1]", "[::1]:8000", "localhost:",
  ])
  func `a loopback name is let in`(name: String) {
    #expect(LoopbackOnly.isLoopback(authority: name))
    #expect(LoopbackOnly.refusal(["host": name]) == nil)
    #expect(LoopbackOnly.refusal(["host": "localhost", "origin": "http://" + name]) == nil)
    #expect(LoopbackOnly.refusal(["host": "localhost", "origin": "HTTPS://" + name]) == nil)
  }

  @Test(arguments: [
    "", "evil.example", "127.evil.example", "127.0.0.1.evil.example", "127.0.0.1:80.evil.example", "127.1",
    "127.0.0.256",
    "0127.0.0.1", "127.0.0.+1", "128.0.0.1", "0.0.0.0", "10.0.0.1", "localhost.evil", "evil@localhost",
    "localhost@evil",
    "localhost:99999", "localhost:+1", "[::1", "[::2]", "[::1]x", "::1", "localhost/", "localhost:8000/", " localhost",
    "127.0.0.1:8000:1", "\u{661}27.0.0.1",
  ])
  func `anything else is not`(name: String) {
    #expect(!LoopbackOnly.isLoopback(authority: name))
    #expect(LoopbackOnly.refusal(["host": name])?.status == 421)
    #expect(LoopbackOnly.refusal(["host": "localhost", "origin": "http://" + name])?.status == 403)
  }

  @Test(arguments: ["null", "", "file://", "http://", "localhost", "chrome-extension://localhost", "http:/localhost"])
  func `what has no origin gets no answer`(origin: String) {
    #expect(LoopbackOnly.refusal(["host": "localhost", "origin": origin])?.status == 403)
  }

  @Test func `a browser that says cross-site is believed`() {
    #expect(LoopbackOnly.refusal(["host": "localhost", "sec-fetch-site": "Cross-Site"])?.status == 403)
    #expect(LoopbackOnly.refusal(["host": "localhost", "sec-fetch-site": "same-origin"]) == nil)
  }
}
