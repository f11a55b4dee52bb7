import Foundation
import Testing

@testable import HeanCore

/// What was refused or cut short is no fill.
struct RefusedOrdersTests {
  @Test(
    arguments: [
      (6, 3, 3, nil, 50), (0, 4, 4, nil, 100), (4, 4, 4, 4, 50), (0, 0, 4, nil, nil), (3, 2, 4, nil, nil),
      (0, 0, 0, nil, nil),
    ] as [(Int, Int, Int, Int?, Decimal?)])
  func `fills are counted against everything that was sent`(
    accepted: Int, orders: Int, filled: Int, rejected: Int?, rate: Decimal?
  ) {
    let row = Funnel.Row(
      by: "all", name: "all", signals: 10, accepted: accepted, orders: orders, filled: filled, rejected: rejected,
      reasons: [])
    #expect(row.fillRate == rate)
  }

  @Test func `a cancelled order that filled in part says both`() throws {
    func order(_ filled: String, _ status: String) throws -> Order {
      try Order.read(
        Data(
          #"{"order_id":"o","symbol":"BTCUSDT","side":"buy","size":2,"filled_size":\#(filled),"status":"\#(status)"}"#
            .utf8))
    }
    #expect(try order("0.5", "cancelled").endWords == "partly filled (0.5), rest cancelled")
    #expect(try order("0", "cancelled").endWords == "cancelled")
    #expect(try order("2", "filled").endWords == "filled")
  }
}
