import Foundation
import Testing

@testable import HeanCore

/// Bybit's shapes: numbers as text, and empty texts for what is not there.
struct ExchangeModelTests {
  private func position(_ more: String) throws -> ExchangePosition {
    try ExchangePosition.read(Data(#"{"symbol":"BTCUSDT",\#(more)}"#.utf8))
  }

  @Test func `an empty text is no number, and 0 no price`() throws {
    let found = try position(
      #""side":"Buy","size":"0.010","avgPrice":"64000.5","markPrice":"65000","liqPrice":"","stopLoss":"","takeProfit":"0","trailingStop":"0","leverage":"","adlRankIndicator":0,"createdTime":"1672121182216","updatedTime":"0""#
    )
    #expect(
      found.side == .long && found.size == Decimal(string: "0.01") && found.entryPrice == Decimal(string: "64000.5"))
    #expect(found.liquidationPrice == nil && found.stopLoss == nil && found.takeProfit == nil && found.leverage == nil)
    #expect(found.autoDeleveragingRank == nil && found.updatedAt == nil && found.liquidationDistancePercent == nil)
    #expect(found.openedAt == Date(timeIntervalSince1970: 1_672_121_182.216))
    #expect(found.value == 650)
  }

  @Test func `missing fields are not known`() throws {
    let found = try position(#""side":"""#)
    #expect(found.side == nil && found.size == nil && found.markPrice == nil && found.value == nil)
    #expect(found.fundingPnL == nil && found.marginRatioPercent(account: nil) == nil)
  }

  @Test(arguments: [("Buy", "50000", 50), ("Sell", "150000", 50), ("Buy", "100500", Decimal(string: "-0.5") ?? 0)])
  func `the distance to the liquidation is in percent of the mark price`(
    side: String, liquidation: String, percent: Decimal
  ) throws {
    let found = try position(#""side":"\#(side)","size":"1","markPrice":"100000","liqPrice":"\#(liquidation)""#)
    #expect(found.liquidationDistancePercent == percent)
  }

  @Test func `longs pay a positive rate, shorts get it`() throws {
    for (side, sum) in [("Buy", Decimal(-6)), ("Sell", 6)] {
      var found = try position(#""side":"\#(side)","size":"1","markPrice":"60000""#)
      found.funding = try ExchangeFunding.read(
        Data(#"{"symbol":"BTCUSDT","fundingRate":"0.0001","nextFundingTime":"1672128000000"}"#.utf8))
      #expect(found.fundingPnL == sum)
    }
  }

  @Test func `an isolated position has a margin ratio of its own`() throws {
    let found = try position(
      #""side":"Buy","size":"1","tradeMode":1,"positionBalance":"1000","unrealisedPnl":"-200","positionMM":"400""#)
    #expect(found.marginRatioPercent(account: 3) == 50)
    let crossed = try position(#""side":"Buy","size":"1","tradeMode":0,"positionBalance":"1000","positionMM":"400""#)
    #expect(crossed.marginRatioPercent(account: 3) == 3)
  }

  @Test(
    arguments: [
      (#""readOnly":1,"permissions":{"ContractTrade":["Order","Position"]}"#, [], []),
      (#""readOnly":0,"permissions":{"ContractTrade":["Order","Position"]}"#, ["it may trade"], []),
      (
        #""readOnly":1,"permissions":{"Wallet":["AccountTransfer","Withdraw"],"Derivatives":["DerivativesTrade"]}"#,
        ["it may withdraw"], []
      ),
      (#""permissions":{}"#, ["the exchange does not say that it can only read"], ["Orders", "Positions"]),
    ])
  func `what a key may do`(json: String, dangers: [String], missing: [String]) throws {
    let rights = try ExchangeKeyRights.read(Data("{\(json)}".utf8))
    #expect(rights.dangers == dangers && rights.missing == missing)
  }

  @Test func `an address of * is none, and a key without an end has none`() throws {
    let rights = try ExchangeKeyRights.read(Data(#"{"readOnly":1,"ips":["*"],"expiredAt":""}"#.utf8))
    #expect(rights.addresses.isEmpty && rights.expiresAt == nil)
    let bound = try ExchangeKeyRights.read(
      Data(#"{"readOnly":1,"ips":["192.0.2.1"],"expiredAt":"2026-12-01T00:00:00Z"}"#.utf8))
    #expect(bound.addresses == ["192.0.2.1"] && bound.expiresAt == Date(timeIntervalSince1970: 1_796_083_200))
  }

  /// Computed by Python's hmac.
  @Test func `a signature is over time, key, window and query`() {
    let signature = ExchangeSignature(
      key: "XXXXXXXXXX", secret: "practice-secret", query: "category=option&symbol=BTC-29JUL22-25000-C",
      at: Date(timeIntervalSince1970: 1_658_384_314.791))
    #expect(signature.timestamp == 1_658_384_314_791)
    #expect(signature.text == "5bc7c49b51f8b5d1ad4cbe74b98ca584663d8e95aad81a7b2ad145abb7e1eee7")
  }

  @Test func `a cursor goes back as it came, and other values are encoded`() {
    let request = ExchangeRequest("/v5/x", query: [.init("cursor", "a%3D1%2C2"), .init("note", "a b&c=d")])
    #expect(request.encodedQuery == "cursor=a%3D1%2C2&note=a%20b%26c%3Dd")
  }
}
