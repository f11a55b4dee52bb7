import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// A look at the exchange beside the engine's answers in a record.
struct RecordedExchangeTests {
  private let start = Date(timeIntervalSince1970: 1_795_225_650)

  private func position(_ size: String = "0.5", mark: String = "60010") throws -> ExchangePosition {
    try ExchangePosition.read(
      Data(
        #"""
        {"symbol":"BTCUSDT","side":"Sell","size":"\#(size)","avgPrice":"60000.1","markPrice":"\#(mark)","leverage":"3",
        "unrealisedPnl":"-5","liqPrice":"71000","stopLoss":"61000","takeProfit":"","positionIM":"10000","positionMM":"150",
        "tradeMode":1,"positionBalance":"10100","adlRankIndicator":2,"positionIdx":2,"positionStatus":"Normal",
        "createdTime":"1795220000000","updatedTime":"1795225650123"}
        """#.utf8))
  }

  private func order() throws -> ExchangeOrder {
    try ExchangeOrder.read(
      Data(
        #"""
        {"orderId":"o-1","orderLinkId":"mine","symbol":"ETHUSDT","side":"Buy","orderType":"Limit","qty":"2","cumExecQty":"0.5",
        "price":"3000.5","triggerPrice":"2990","orderStatus":"Untriggered","timeInForce":"GTC","reduceOnly":true,
        "stopOrderType":"StopLoss","createdTime":"1795220000000","updatedTime":"1795225650123"}
        """#.utf8))
  }

  private func engine(_ seconds: TimeInterval = 0) -> HeanCore.Recording.Exchange {
    HeanCore.Recording.Exchange(
      RESTRequest(.get, Endpoint<EngineStatus>.engineStatus.path),
      .success(
        RESTResponse(
          status: 200, body: Data(#"{"status":"running","running":true}"#.utf8), receivedAt: start + seconds)))
  }

  private func witness(_ lines: [RecordLine], until seconds: TimeInterval = 60) async -> ExchangeLook? {
    var past = RecordedPast(since: start - 60, until: start + seconds)
    past.add(lines.flatMap { Array($0.written) })
    return await RecordedEngine(past, url: "x", reach: .asEngine).witness?.look(within: nil)
  }

  @Test func `what it showed is read back whole`() async throws {
    let look = ExchangeLook(
      positions: .success([try position()]), orders: .success([try order()]), mode: .testnet, at: start)
    var recording = HeanCore.Recording()
    let lines = recording.take([engine(), HeanCore.Recording.Exchange(look)], at: start)
    let found = try #require(await witness(lines))
    #expect(found.recorded == look.recorded && found.mode == .testnet && found.at == start)
    let (there, resting) = (try found.positions.get()[0], try found.orders.get()[0])
    #expect(there.side == .short && there.size == Decimal(string: "0.5") && there.index == 2)
    #expect(there.isolatedMargin == 10_100 && there.autoDeleveragingRank == 2 && there.takeProfit == nil)
    #expect(there.liquidationPrice == 71_000 && there.openedAt == Date(timeIntervalSince1970: 1_795_220_000))
    #expect(resting.side == .buy && resting.linkID == "mine" && resting.isReduceOnly == true)
    #expect(resting.triggerPrice == 2_990 && resting.stopType == "StopLoss")
  }

  @Test func `why it was not seen is recorded as well`() async throws {
    let look = ExchangeLook(unseen: ExchangeUnseen("the exchange is away"), mode: .mainnet, at: start)
    var recording = HeanCore.Recording()
    let found = await witness(recording.take([engine(), HeanCore.Recording.Exchange(look)], at: start))
    #expect(found?.recorded == look.recorded)
  }

  @Test func `the same is not written twice, what moved is after a minute, and another row at once`() throws {
    var recording = HeanCore.Recording()
    func bodies(_ size: String, _ mark: String, at seconds: TimeInterval) throws -> [JSONValue] {
      let look = ExchangeLook(
        positions: .success([try position(size, mark: mark)]), orders: .success([]), mode: .testnet,
        at: start + seconds)
      return recording.take([engine(seconds), HeanCore.Recording.Exchange(look)], at: start + seconds)
        .filter { $0.key == RecordPlan.exchange.request.key }.map(\.body)
    }
    #expect(try bodies("0.5", "60010", at: 0).count == 1)
    #expect(try bodies("0.5", "60010", at: 15) == [])
    #expect(try bodies("0.5", "60020", at: 30) == [])
    #expect(try bodies("0.5", "60030", at: 60).first?["body"] != nil)
    var two = HeanCore.Recording()
    let first = ExchangeLook(positions: .success([]), orders: .success([]), mode: .testnet, at: start)
    _ = two.take([engine(), HeanCore.Recording.Exchange(first)], at: start)
    let second = ExchangeLook(positions: .success([try position()]), orders: .success([]), mode: .testnet, at: start)
    let lines = two.take([engine(15), HeanCore.Recording.Exchange(second)], at: start + 15)
    #expect(lines.contains { $0.key == RecordPlan.exchange.request.key && $0.body["body"] != nil })
  }

  @Test func `a look that is too old says nothing of the moment`() async throws {
    let look = ExchangeLook(positions: .success([]), orders: .success([]), mode: .testnet, at: start)
    var recording = HeanCore.Recording()
    let lines = recording.take([engine(), HeanCore.Recording.Exchange(look)], at: start)
    guard case .success = try #require(await witness(lines, until: 300)).positions else {
      Issue.record("known for five minutes")
      return
    }
    guard case .failure(let unseen) = try #require(await witness(lines, until: 600)).positions else {
      Issue.record("not known after ten")
      return
    }
    #expect(unseen.reason == "the recorder had not looked there for 10m00s")
  }

  @Test func `without an answer of the engine nothing is written`() throws {
    var recording = HeanCore.Recording()
    let look = ExchangeLook(positions: .success([]), orders: .success([]), mode: .testnet, at: start)
    #expect(recording.take([HeanCore.Recording.Exchange(look)], at: start) == [])
  }
}
