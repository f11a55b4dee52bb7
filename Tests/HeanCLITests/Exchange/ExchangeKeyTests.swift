import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Key and secret of the exchange: where they go, and where they never show.
struct ExchangeKeyTests {
  /// A server that repeats key, signature and secret wherever it can, in several spellings.
  private static func echo(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
    let (key, sign) = (request.field("X-BAPI-API-KEY") ?? "", request.field("X-BAPI-SIGN") ?? "")
    let all =
      "\(key) \(sign) \(sign.uppercased()) \(StagedExchange.secret) \(Data(StagedExchange.secret.utf8).base64EncodedString())"
    return StagedExchange.error(
      10004, "error sign! origin_string[\(all)]", ["Traceid": all, "X-Bapi-Limit-Status": key])
  }

  /// An engine that trades at an exchange.
  private static func liveEngine() throws -> LoopbackServer {
    let status = try Recording.load("running/get_engine_status").response
    return try Recording.server(
      "running",
      changes: [
        "/api/v1/engine/status": .init(
          status: 200, body: status.body.replacing(/"dry_run":\s*true/, with: #""dry_run":false"#))
      ])
  }

  @Test func `nothing of it is in any output, error, trace or record`() async throws {
    let engine = try Self.liveEngine()
    defer { engine.stop() }
    let exchange = try await StagedExchange(engine: engine.url) { Self.echo($0) }
    defer { exchange.server.stop() }
    var told = ""
    for command in ["positions", "orders", "fills", "wallet", "check"] {
      for flags in [["--verbose"], ["--json", "--verbose"]] {
        let ran = await exchange.console.run(["exchange", command] + flags)
        #expect(ran.code != .ok && !ran.errors.isEmpty, "\(ran)")
        told += ran.output + ran.errors
      }
    }
    // What is said beside the engine's word.
    for command in ["status", "positions", "orders", "why", "reconcile"] {
      for flags in [["--verbose"], ["--json", "--verbose"]] {
        let ran = await exchange.console.run([command] + flags)
        #expect((ran.output + ran.errors).contains("error sign!"), "\(ran)")
        told += ran.output + ran.errors
      }
    }
    told += await exchange.console.run("profile", "show", "--json").output
    told += await exchange.console.run("audit", "list", "--json").output
    let signatures = exchange.server.requests.compactMap { $0.field("X-BAPI-SIGN") }
    #expect(signatures.count >= 8 && told.contains("(API key)"))
    let encoded = Data(StagedExchange.secret.utf8).base64EncodedString()
    for secret in [StagedExchange.key, StagedExchange.secret, encoded] + signatures
      + signatures.map({ $0.uppercased() })
    {
      #expect(!told.contains(secret))
    }
    let files = FileManager.default.enumerator(atPath: exchange.home)
    while let name = files?.nextObject() as? String {
      guard name != "exchange.key", let data = FileManager.default.contents(atPath: "\(exchange.home)/\(name)") else {
        continue
      }
      let text = String(decoding: data, as: UTF8.self)
      #expect(!text.contains(StagedExchange.key) && !text.contains(StagedExchange.secret), "\(name)")
    }
  }

  @Test func `engine and exchange get their own key only`() async throws {
    let engineKey = "key-of-the-engine-0123456789"
    let engine = try Recording.server("running")
    defer { engine.stop() }
    var exchange = try await StagedExchange(engine: engine.url) { _ in nil }
    defer { exchange.server.stop() }
    exchange.console.environment["HEAN_API_KEY"] = engineKey
    _ = await exchange.console.run("status")
    let toEngine = engine.requests.map(\.head)
    #expect(!toEngine.isEmpty && !exchange.server.requests.isEmpty)
    #expect(toEngine.contains { $0.contains(engineKey) })
    for secret in [StagedExchange.key, StagedExchange.secret, "BAPI"] {
      #expect(!toEngine.contains { $0.contains(secret) }, "\(secret)")
    }
    let before = engine.requests.count
    _ = await exchange.run("positions")
    _ = await exchange.run("check")
    let toExchange = exchange.server.requests.map(\.head)
    #expect(engine.requests.count == before && toExchange.contains { $0.contains(StagedExchange.key) })
    for secret in [engineKey, StagedExchange.secret, "X-API-Key"] {
      #expect(!toExchange.contains { $0.contains(secret) }, "\(secret)")
    }
  }

  @Test func `the engine's own address is no exchange`() async throws {
    let exchange = try await StagedExchange { _ in nil }
    defer { exchange.server.stop() }
    _ = await exchange.console.run("profile", "set", "main", "url=\(exchange.server.url)")
    let ran = await exchange.run("positions")
    #expect(ran.code == .configuration && ran.errors.contains("address of its engine"), "\(ran)")
    #expect(exchange.server.requests.isEmpty)
  }

  @Test func `another engine than the profile's has no exchange`() async throws {
    let exchange = try await StagedExchange { _ in nil }
    defer { exchange.server.stop() }
    let ran = await exchange.run("positions", "--url", "http://127.0.0.1:2")
    #expect(ran.code == .configuration && ran.errors.contains("--profile NAME"), "\(ran)")
    #expect(exchange.server.requests.isEmpty)
  }

  @Test func `no key goes to another machine without encryption`() async throws {
    let exchange = try await StagedExchange { _ in nil }
    exchange.server.stop()
    _ = await exchange.console.run("profile", "set", "main", "exchange_url=http://192.0.2.1:9")
    let ran = await exchange.run("positions")
    #expect(ran.code == .configuration && ran.errors.contains("without encryption"), "\(ran)")
  }

  @Test func `the file of the key has to be private, and have two lines`() async throws {
    let open = try await StagedExchange(permissions: 0o644) { _ in nil }
    defer { open.server.stop() }
    let refused = await open.run("positions")
    #expect(refused.code == .configuration && refused.errors.contains("chmod 600"), "\(refused)")
    let single = try await StagedExchange(key: "") { _ in nil }
    defer { single.server.stop() }
    let short = await single.run("positions")
    #expect(short.code == .configuration && short.errors.contains("has 1 line and needs two"), "\(short)")
    #expect(!short.errors.contains(StagedExchange.secret) && single.server.requests.isEmpty)
    let odd = try await StagedExchange(key: "a b") { _ in nil }
    defer { odd.server.stop() }
    let spaced = await odd.run("positions")
    #expect(spaced.code == .configuration && spaced.errors.contains("line 1 holds a space"), "\(spaced)")
  }

  @Test func `a profile without an exchange says how to name one`() async {
    let console = Console()
    let none = await console.run("exchange", "positions")
    #expect(none.code == .configuration && none.errors.contains("--profile NAME"), "\(none)")
    _ = await console.run("profile", "add", "main", "--url", "http://127.0.0.1:1")
    let bare = await console.run("exchange", "positions")
    #expect(
      bare.code == .configuration && bare.errors.contains("profile set main exchange=bybit exchange_key_file=FILE"),
      "\(bare)")
    _ = await console.run("profile", "set", "main", "exchange=bybit")
    let keyless = await console.run("exchange", "positions")
    #expect(keyless.code == .configuration && keyless.errors.contains("exchange_key_file"), "\(keyless)")
  }
}
