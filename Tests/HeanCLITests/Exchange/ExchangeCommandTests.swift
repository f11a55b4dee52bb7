import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `hean exchange …` over real sockets.
struct ExchangeCommandTests {
  private static let btc = """
    {"symbol":"BTCUSDT","side":"Buy","size":"0.5","avgPrice":"60000","markPrice":"62000","unrealisedPnl":"1000",\
    "leverage":"10","liqPrice":"58900","positionIM":"3100","positionMM":"155","tradeMode":0,"positionIdx":0,\
    "adlRankIndicator":5,"positionStatus":"Normal","stopLoss":"","takeProfit":"","createdTime":"1795225000000",\
    "updatedTime":"1795225600000"}
    """
  private static let eth = """
    {"symbol":"ETHUSDT","side":"Sell","size":"2","avgPrice":"3000","markPrice":"3100","unrealisedPnl":"-200",\
    "leverage":"5","liqPrice":"","stopLoss":"3300"}
    """

  private static func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer? {
    switch request.target.prefix(while: { $0 != "?" }) {
    case "/v5/position/list": StagedExchange.ok(#"{"list":[\#(btc),\#(eth)],"nextPageCursor":""}"#)
    case "/v5/account/wallet-balance":
      StagedExchange.ok(
        #"{"list":[{"accountType":"UNIFIED","totalEquity":"10800.5","totalWalletBalance":"10000.5","totalPerpUPL":"800","totalAvailableBalance":"7000","totalInitialMargin":"3500","totalMaintenanceMargin":"","accountMMRate":"0.0212","coin":[{"coin":"USDT","equity":"10800.5","walletBalance":"10000.5","unrealisedPnl":"800","usdValue":"10799","borrowAmount":"0"}]}]}"#
      )
    case "/v5/market/tickers" where request.target.contains("BTCUSDT"):
      StagedExchange.ok(
        #"{"list":[{"symbol":"BTCUSDT","fundingRate":"0.0001","nextFundingTime":"1795248000000"}]}"#)
    case "/v5/market/tickers":
      StagedExchange.ok(
        #"{"list":[{"symbol":"ETHUSDT","fundingRate":"-0.0002","nextFundingTime":"1795248000000"}]}"#)
    case "/v5/order/realtime":
      StagedExchange.ok(
        #"{"list":[{"orderId":"o-1","orderLinkId":"","symbol":"SOLUSDT","side":"Sell","orderType":"Limit","price":"150.5","qty":"10","cumExecQty":"4","orderStatus":"PartiallyFilled","reduceOnly":false,"triggerPrice":"","createdTime":"1795222050000"}],"nextPageCursor":""}"#
      )
    case "/v5/execution/list":
      StagedExchange.ok(
        #"{"list":[{"execId":"e-1","orderId":"o-0","symbol":"BTCUSDT","side":"Buy","execPrice":"60000","execQty":"0.5","execValue":"30000","execFee":"16.5","feeRate":"0.00055","isMaker":false,"execType":"Trade","execTime":"1795225000000"},{"execId":"e-2","symbol":"BTCUSDT","side":"None","execPrice":"60100","execQty":"0.5","execFee":"-0.3","isMaker":false,"execType":"Funding","execTime":"1795225500000"}],"nextPageCursor":""}"#
      )
    default: nil
    }
  }

  @Test(arguments: ["positions", "orders", "fills", "wallet", "check"])
  func `a screen`(command: String) async throws {
    var exchange = try await StagedExchange(answer: Self.answer)
    defer { exchange.server.stop() }
    exchange.console.columns = 150
    let ran = await exchange.run(command)
    #expect(ran.code == .ok && ran.errors.isEmpty, "\(ran)")
    try Expected.compare(
      ran.output.replacing(exchange.server.url, with: "http://127.0.0.1:PORT"), with: "exchange/\(command).txt")
  }

  @Test func `data have the names and units of the engine's lists`() async throws {
    let exchange = try await StagedExchange(answer: Self.answer)
    defer { exchange.server.stop() }
    let ran = await exchange.run("positions", "--json")
    let document = ran.document
    let rows = try #require(document["data"]?.items)
    #expect(rows.count == 2)
    #expect(rows[0]["side"] == "long" && rows[1]["side"] == "short" && rows[1]["liquidation_price"] == .null)
    #expect(rows[0]["liquidation_distance_percent"] == 5 && rows[0]["notional"] == 31_000)
    #expect(rows[0]["funding_pnl"] == .number(Decimal(string: "-3.1") ?? 0))
    #expect(rows[0]["margin_ratio_percent"] == .number(Decimal(string: "2.12") ?? 0))
    #expect(document["source"]?["url"] == .string(exchange.server.url))
    #expect(exchange.server.commands.isEmpty)
  }

  @Test func `all pages are read, and each cursor goes back as it came`() async throws {
    let exchange = try await StagedExchange { request in
      guard request.target.hasPrefix("/v5/order/realtime") else { return nil }
      let place = request.target.contains("cursor=a%3D1%2C2") ? 1 : request.target.contains("cursor=a%3D2") ? 2 : 0
      let next = ["a%3D1%2C2", "a%3D2", ""][place]
      return StagedExchange.ok(
        #"{"list":[{"orderId":"o-\#(place)","symbol":"BTCUSDT"},{"orderId":"o-0","symbol":"BTCUSDT"}],"nextPageCursor":"\#(next)"}"#
      )
    }
    defer { exchange.server.stop() }
    let ran = await exchange.run("orders", "--json")
    let document = ran.document
    #expect(document["data"]?.items?.compactMap { $0["order_id"] } == ["o-0", "o-1", "o-2"])
    #expect(exchange.paths.filter { $0 == "/v5/order/realtime" }.count == 3)
  }

  @Test func `a cursor that repeats ends with an error`() async throws {
    let exchange = try await StagedExchange { request in
      request.target.hasPrefix("/v5/order/realtime")
        ? StagedExchange.ok(#"{"list":[{"orderId":"o","symbol":"BTCUSDT"}],"nextPageCursor":"same"}"#) : nil
    }
    defer { exchange.server.stop() }
    let ran = await exchange.run("orders")
    #expect(ran.code == .brokenContract && ran.errors.contains("cursor of a page repeats"), "\(ran)")
    #expect(exchange.paths.count == 3)
  }

  @Test func `a row that cannot be read is an error, and not left out`() async throws {
    let exchange = try await StagedExchange { request in
      request.target.hasPrefix("/v5/position/list")
        ? StagedExchange.ok(#"{"list":[\#(Self.eth),{"side":"Buy","size":"1"}],"nextPageCursor":""}"#) : nil
    }
    defer { exchange.server.stop() }
    let ran = await exchange.run("positions")
    #expect(ran.code == .brokenContract && ran.errors.contains("no symbol") && ran.output.isEmpty, "\(ran)")
  }

  /// Every signature is that of what was sent.
  @Test func `every question about the account is signed, and none about the market`() async throws {
    let exchange = try await StagedExchange(answer: Self.answer)
    defer { exchange.server.stop() }
    _ = await exchange.run("positions")
    #expect(exchange.server.requests.count == 5)
    for request in exchange.server.requests {
      guard !request.target.hasPrefix("/v5/market") else {
        #expect(request.field("X-BAPI-API-KEY") == nil && request.field("X-BAPI-SIGN") == nil)
        continue
      }
      let query = request.target.firstIndex(of: "?").map { request.target[request.target.index(after: $0)...] } ?? ""
      let time = try #require(request.field("X-BAPI-TIMESTAMP"))
      #expect(request.field("X-BAPI-API-KEY") == StagedExchange.key && request.field("X-BAPI-RECV-WINDOW") == "5000")
      let code = SHA256.authenticationCode(
        of: Array("\(time)\(StagedExchange.key)5000\(query)".utf8), key: Array(StagedExchange.secret.utf8))
      #expect(request.field("X-BAPI-SIGN") == code.hexadecimal)
      #expect(request.method == "GET" && request.body.isEmpty)
    }
  }

  @Test func `a limit that is used up is waited for`() async throws {
    let asked = Recorder()
    let reset = "\(Int64(Console.now.timeIntervalSince1970) * 1_000 + 2_000)"
    var exchange = try await StagedExchange { request in
      guard request.target.hasPrefix("/v5/order/realtime") else { return nil }
      asked.append("x")
      return asked.all.count == 1
        ? StagedExchange.error(
          10006, "Too many visits!", ["X-Bapi-Limit-Status": "0", "X-Bapi-Limit-Reset-Timestamp": reset])
        : StagedExchange.ok(#"{"list":[],"nextPageCursor":""}"#, ["X-Bapi-Limit-Status": "49"])
    }
    defer { exchange.server.stop() }
    let clock = TestClock(Console.now)
    exchange.console.sharedClock = clock
    let ran = await exchange.run("orders")
    #expect(ran.code == .ok && asked.all.count == 2, "\(ran)")
    #expect(clock.elapsed >= .seconds(2) && clock.elapsed < .seconds(3))
  }
}
