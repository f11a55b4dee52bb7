import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// What the exchange refuses, by cause: the right advice and the right exit code.
struct ExchangeRefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: LoopbackServer.Answer
    var code: ExitCode
    var words: [String]
    var testDescription: String { name }
  }

  private static let page = "<html><head><title>Scheduled maintenance</title></head><body>back soon</body></html>"

  static let cases = [
    Case(
      name: "key", answer: StagedExchange.error(10003, "API key is invalid."), code: .notAuthorised,
      words: ["10003", "mainnet and testnet"]),
    Case(name: "HTTP 401", answer: .init(status: 401, body: ""), code: .notAuthorised, words: ["mainnet and testnet"]),
    Case(
      name: "signature", answer: StagedExchange.error(10004, "error sign!"), code: .notAuthorised,
      words: ["second line"]),
    Case(
      name: "permission", answer: StagedExchange.error(10005, "Permission denied"), code: .notAuthorised,
      words: ["tick more", "read-only"]),
    Case(
      name: "rate", answer: StagedExchange.error(10006, "Too many visits!"), code: .temporary,
      words: ["limits", "try again"]),
    Case(
      name: "address", answer: StagedExchange.error(10010, "Unmatched IP"), code: .notAuthorised,
      words: ["bound to other addresses"]),
    Case(
      name: "expired", answer: StagedExchange.error(33004, "Your api key has expired."), code: .notAuthorised,
      words: ["Read-Only"]),
    Case(name: "banned", answer: StagedExchange.error(10024, "compliance"), code: .refused, words: ["support"]),
    Case(
      name: "other", answer: StagedExchange.error(10001, "params error"), code: .refused,
      words: ["10001", "exchange check"]),
    Case(
      name: "region",
      answer: .init(
        status: 403, headers: ["Content-Type": "text/html"],
        body: "<html><title>ERROR: The request could not be satisfied</title></html>"), code: .refused,
      words: ["HTTP 403", "could not be satisfied"]),
    Case(
      name: "too frequent", answer: .init(status: 403, body: "403, access too frequent"), code: .temporary,
      words: ["ten minutes"]),
    Case(
      name: "maintenance", answer: .init(status: 503, headers: ["Content-Type": "text/html"], body: page),
      code: .temporary, words: ["Scheduled maintenance", "503"]),
    Case(
      name: "page with 200", answer: .init(status: 200, headers: ["Content-Type": "text/html"], body: page),
      code: .temporary, words: ["Scheduled maintenance"]),
    Case(
      name: "another server", answer: .init(status: 200, body: #"{"status":"ok"}"#), code: .brokenContract,
      words: ["Bybit's API v5", "exchange_url"]),
    Case(
      name: "not found", answer: .init(status: 404, body: "not here"), code: .brokenContract,
      words: ["HTTP 404", "exchange_url"]),
    Case(
      name: "moved", answer: .init(status: 302, headers: ["Location": "http://elsewhere/"], body: ""),
      code: .brokenContract, words: ["redirects to http://elsewhere/"]),
    Case(
      name: "half", answer: .init(status: 200, body: #"{"retCode":0,"result":{"li"#), code: .brokenContract,
      words: ["not whole JSON"]),
  ]

  @Test(arguments: cases)
  func `a cause`(of it: Case) async throws {
    let exchange = try await StagedExchange { request in
      request.target.hasPrefix("/v5/position/list") ? it.answer : nil
    }
    defer { exchange.server.stop() }
    let ran = await exchange.run("positions")
    #expect(ran.code == it.code && ran.output.isEmpty, "\(ran)")
    for words in it.words { #expect(ran.errors.contains(words), "\(ran.errors)") }
    let data = await exchange.run("positions", "--json")
    #expect(data.errors.contains(#""code":"\#(it.code.name)""#), "\(data.errors)")
  }

  @Test func `a clock that is wrong is corrected by the exchange's, and told`() async throws {
    // The exchange is 90 s ahead, and refuses the time of this machine.
    let ahead = Int64(Console.now.timeIntervalSince1970) * 1_000 + 90_000
    let exchange = try await StagedExchange { request in
      if request.target.hasPrefix("/v5/market/time") {
        return StagedExchange.ok(#"{"timeSecond":"\#(ahead / 1_000)","timeNano":"\#(ahead)000000"}"#)
      }
      let time = request.field("X-BAPI-TIMESTAMP").flatMap { Int64($0) } ?? 0
      return abs(time - ahead) > 1_000 ? StagedExchange.error(10002, "invalid request, check your timestamp") : nil
    }
    defer { exchange.server.stop() }
    let ran = await exchange.run("orders")
    #expect(ran.code == .ok, "\(ran)")
    #expect(ran.errors.contains("this machine's clock is 1m30s behind the exchange's"), "\(ran.errors)")
    let check = await exchange.run("check", "--json")
    #expect(check.code == .ok && check.output.contains("refuses its time"), "\(check)")
  }

  @Test func `a time that is refused again names the clocks`() async throws {
    let exchange = try await StagedExchange { request in
      request.target.hasPrefix("/v5/market") ? nil : StagedExchange.error(10002, "timestamp")
    }
    defer { exchange.server.stop() }
    let ran = await exchange.run("orders")
    #expect(ran.code == .configuration && ran.errors.contains("timedatectl set-ntp true"), "\(ran)")
    #expect(exchange.paths == ["/v5/user/query-api", "/v5/market/time", "/v5/user/query-api"])
  }

  @Test(arguments: [#""readOnly":0"#, #""readOnly":1,"permissions":{"Wallet":["Withdraw"]}"#, #""note":"x""#])
  func `a key that may do more than read is asked nothing with`(rights: String) async throws {
    let exchange = try await StagedExchange { request in
      request.target.hasPrefix("/v5/user/query-api") ? StagedExchange.ok("{\(rights)}") : nil
    }
    defer { exchange.server.stop() }
    for command in ["positions", "orders", "fills", "wallet"] {
      let ran = await exchange.run(command)
      #expect(ran.code == .notAuthorised && ran.errors.contains("Read-Only"), "\(ran)")
    }
    let check = await exchange.run("check")
    #expect(check.code == .notAuthorised, "\(check)")
    #expect(Set(exchange.paths) == ["/v5/user/query-api", "/v5/market/time"])
  }

  @Test func `an exchange that hangs ends at the deadline`() async throws {
    let hanging = try MisbehavingServer { $0.waitForEnd() }
    defer { hanging.stop() }
    var exchange = try await StagedExchange { _ in nil }
    exchange.server.stop()
    exchange.console.isClockReal = true
    _ = await exchange.console.run("profile", "set", "main", "exchange_url=\(hanging.url.absoluteString)")
    // It never answers, so that only its own deadline can end this.
    let ran = await exchange.run("positions", "--timeout", "300ms")
    #expect(ran.code == .temporary && ran.errors.contains("did not answer in 0.3s"), "\(ran)")
  }

  @Test func `nobody listens`() async throws {
    let exchange = try await StagedExchange { _ in nil }
    exchange.server.stop()
    let ran = await exchange.run("wallet")
    #expect(ran.code == .unreachable && ran.errors.contains("no exchange answers"), "\(ran)")
    let check = await exchange.run("check", "--json")
    #expect(check.code == .unreachable && check.output.contains("the exchange was not reached"), "\(check)")
  }

  @Test func `an end that is near, and a key without an address, are warned of`() async throws {
    let exchange = try await StagedExchange { request in
      request.target.hasPrefix("/v5/user/query-api")
        ? StagedExchange.ok(
          #"{"readOnly":1,"permissions":{"ContractTrade":["Order"]},"ips":["*"],"expiredAt":"2026-11-25T00:00:00Z"}"#,
          ["X-Bapi-Limit": "10", "X-Bapi-Limit-Status": "9"]) : nil
    }
    defer { exchange.server.stop() }
    let ran = await exchange.run("check")
    #expect(ran.code == .ok, "\(ran)")
    for words in [
      "it may lack Positions", "the key ends at 2026-11-25T00:00:00Z", "bound to no address", "9 of 10 left",
    ] {
      #expect(ran.output.contains(words), "\(ran.output)")
    }
  }
}
