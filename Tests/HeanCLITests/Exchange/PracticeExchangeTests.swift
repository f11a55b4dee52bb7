import Foundation
import HeanCore
import HeanNetworking
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// The exchange beside the practice engine: it agrees with the books, and where a quirk has made those wrong it does not.
struct PracticeExchangeTests {
  /// Symbol, side and size of each position, those of the engine netted by symbol.
  private func positions(_ ran: Consequences) -> [String: Decimal] {
    var net: [String: Decimal] = [:]
    for row in ran.document["data"]?.items ?? [] {
      guard let symbol = row["symbol"]?.text, let size = row["size"]?.number else { continue }
      net[symbol, default: 0] += row["side"] == "long" ? size : -size
    }
    return net.filter { $0.value != 0 }
  }

  private func both(_ flags: String..., home: String = Console.freshHome()) async -> (
    engine: [String: Decimal], exchange: [String: Decimal]
  ) {
    let console = Console(home: home)
    let engine = await console.run(["--practice", "positions", "--json"] + flags)
    let exchange = await console.run(["--practice", "exchange", "positions", "--json"] + flags)
    #expect(engine.code == .ok && exchange.code == .ok, "\(engine) \(exchange)")
    return (positions(engine), positions(exchange))
  }

  @Test(arguments: ["1", "2", "7"])
  func `it agrees with the engine's books`(seed: String) async {
    let (engine, exchange) = await both("--seed", seed)
    #expect(!engine.isEmpty && engine == exchange)
  }

  @Test func `fills of a wrong side: the books say long, the exchange is short`() async {
    let (engine, exchange) = await both("--quirk", "mainnet-rules", "--quirk", "unknown-fills")
    #expect(exchange.contains { $0.value < 0 && (engine[$0.key] ?? 0) > 0 }, "\(engine) \(exchange)")
  }

  @Test func `a position that the engine forgot is held there still`() async {
    let home = Console.freshHome()
    let flags = ["--quirk", "mainnet-rules", "--quirk", "ghost-close"]
    let console = Console(home: home)
    let before = positions(await console.run(["--practice", "positions", "--json"] + flags))
    _ = await console.run(["--practice", "positions", "close-all", "--yes"] + flags)
    let after = positions(await console.run(["--practice", "exchange", "positions", "--json"] + flags))
    #expect(!before.isEmpty && before.allSatisfy { after[$0.key] == $0.value }, "\(before) \(after)")
  }

  /// A world in which an order rests and the engine has stopped.
  @Test func `a resting order after a stop is told by the exchange only`() throws {
    var world = World(configuration: PracticeConfiguration(), now: Console.now)
    while world.openOrders.isEmpty { world.step() }
    let resting = world.openOrders.count
    world.control.phase = .stopped
    #expect(TradeResponses.orders(world, "open")["orders"] == [])
    #expect(ExchangeBook(world).orders.count == resting)
  }

  @Test func `the wallet is that of the world`() async {
    let console = Console()
    let wallet = await console.run("--practice", "exchange", "wallet", "--json").document["data"]
    let account = await console.run("--practice", "account", "--json").document["data"]
    #expect(wallet?["equity"]?.number != nil && wallet?["equity"] == account?["equity"])
  }

  /// A question to a served exchange, with anything about it wrong that a test wants.
  private func asked(
    key: String = PracticeExchange.key, secret: String = PracticeExchange.secret, ahead: TimeInterval = 0
  ) async throws -> Result<[ExchangeOrder], ExchangeError> {
    let server = PracticeServer(
      engine: PracticeEngine(configuration: PracticeConfiguration(), now: Console.now), now: { Console.now })
    let port = try await server.startExchange(port: 0)
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let transport = HTTPExchangeTransport(
      configuration: TransportConfiguration(baseURL: url),
      credentials: ExchangeCredentials(key: key, secret: secret), now: { Console.now + ahead }, random: { 0.5 })
    // A clock of its own would be corrected.
    let reader = ExchangeReader(
      transport: transport, deadline: .seconds(60), now: { Console.now + ahead }, sleep: { _ in })
    let answer: Result<[ExchangeOrder], ExchangeError>
    do throws(ExchangeError) { answer = .success(try await reader.orders()) } catch { answer = .failure(error) }
    await server.stop()
    return answer
  }

  private func cause(_ answer: Result<[ExchangeOrder], ExchangeError>) -> ExchangeError.Cause? {
    if case .failure(.refused(let refusal)) = answer { refusal.cause } else { nil }
  }

  @Test func `key and signature are checked, and a wrong clock is corrected`() async throws {
    let right = try await asked()
    #expect(cause(right) == nil && (try? right.get()) != nil)
    let stranger = try await asked(key: "another-key")
    #expect(cause(stranger) == .key)
    let forged = try await asked(secret: "another-secret")
    #expect(cause(forged) == .signature)
    let ahead = try await asked(ahead: 60)
    #expect((try? ahead.get()) != nil)
  }

  @Test func `the time window is that of the exchange`() {
    let world = World(configuration: PracticeConfiguration(), now: Console.now)
    func code(_ seconds: TimeInterval) -> JSONValue? {
      var visits = ExchangeVisits()
      let signature = ExchangeSignature(
        key: PracticeExchange.key, secret: PracticeExchange.secret, query: "", at: Console.now + seconds)
      let call = ExchangeCall(
        method: "GET", path: "/v5/order/realtime", query: [:], rawQuery: "",
        headers: [
          "x-bapi-api-key": PracticeExchange.key, "x-bapi-timestamp": "\(signature.timestamp)",
          "x-bapi-recv-window": "5000", "x-bapi-sign": signature.text,
        ])
      let answer = PracticeExchange.answer(call, world, &visits, Console.now)
      return (try? JSONValue(reading: answer.body))?["retCode"]
    }
    #expect(code(0) == 0 && code(-5) == 0 && code(0.9) == 0)
    #expect(code(-5.1) == 10002 && code(1) == 10002)
  }

  @Test func `it changes nothing, and limits those who ask too often`() {
    let world = World(configuration: PracticeConfiguration(), now: Console.now)
    var visits = ExchangeVisits()
    func answer(_ method: String) -> PracticeResponse {
      let signature = ExchangeSignature(
        key: PracticeExchange.key, secret: PracticeExchange.secret, query: "", at: Console.now)
      return PracticeExchange.answer(
        ExchangeCall(
          method: method, path: "/v5/order/realtime", query: [:], rawQuery: "",
          headers: [
            "x-bapi-api-key": PracticeExchange.key, "x-bapi-timestamp": "\(signature.timestamp)",
            "x-bapi-recv-window": "5000", "x-bapi-sign": signature.text,
          ]), world, &visits, Console.now)
    }
    func code(_ answer: PracticeResponse) -> JSONValue? { (try? JSONValue(reading: answer.body))?["retCode"] }
    #expect(code(answer("POST")) == 10005)
    for left in (0..<50).reversed() {
      let answer = answer("GET")
      #expect(code(answer) == 0 && answer.headers["X-Bapi-Limit-Status"] == "\(left)")
    }
    let refused = answer("GET")
    #expect(code(refused) == 10006 && refused.headers["X-Bapi-Limit-Reset-Timestamp"] == "1795225651000")
  }

  @Test func `a served exchange is told with its key, and answers a profile`() async throws {
    let home = Console.freshHome()
    var console = Console(home: home)
    console.isClockReal = true
    let (output, errors) = (Recorder(), Recorder())
    var context = console.context(output, errors)
    let (ends, ending) = AsyncStream<Void>.makeStream()
    context.untilInterrupted = { for await _ in ends { return } }
    let serving = context
    async let code = Program(context: serving).run([
      "practice", "serve", "--port", "0", "--exchange", "--exchange-port", "0",
    ])
    while !errors.text.contains("Ctrl-C") { await Task.yield() }
    let match = try #require(
      output.text.firstMatch(of: /practice exchange on (http:\S+), key (\S+), secret (\S+)/))
    let engine = try #require(output.text.firstMatch(of: /practice engine \(calm\) on (http:\S+)/))
    let file = home + "/practice.key"
    try "\(match.2)\n\(match.3)\n".write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    _ = await console.run(
      "profile", "add", "demo", "--url", String(engine.1), "--exchange", "bybit", "--exchange-url", String(match.1),
      "--exchange-key-file", file)
    let ran = await console.run("exchange", "positions", "--json")
    #expect(ran.code == .ok && ran.document["data"]?.items?.isEmpty == false, "\(ran)")
    ending.yield()
    let ended = await code
    #expect(ended == .ok)
  }
}
