import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Lists that leave in several pieces.
struct LongListTests {
  private func run(last: String, _ arguments: String...) async throws -> Consequences {
    let rows = (0..<2_000).map { number in
      #"{"order_id":"order-\#(number)","symbol":"BTCUSDT","side":"buy","size":0.00\#(number + 1),"status":"filled"}"#
    }
    let body = #"{"orders":["# + (rows + [last]).joined(separator: ",") + "]}"
    let server = try Recording.server("running", changes: ["/api/v1/orders": .init(body: body)])
    defer { server.stop() }
    return await Console().run(["orders", "--status", "all", "--url", server.url] + arguments)
  }

  @Test(arguments: ["json", "ndjson", "csv", "table"])
  func `a last row that cannot be read hides nothing but itself`(format: String) async throws {
    let ran = try await run(last: #"{"order_id":"lost"}"#, "-o", format)
    #expect(ran.code == .ok && ran.output.contains("order-1999") && !ran.output.contains("\"lost\""))
    #expect(ran.errors.contains("orders[2000] cannot be read and is left out"), "\(ran.errors)")
  }

  @Test func `the pieces make a whole document, row by row`() async throws {
    let ran = try await run(last: #"{"order_id":"x","symbol":"ETHUSDT"}"#, "--json", "--fields", "order_id,size")
    let document = try JSONValue(reading: Data(ran.output.utf8))
    guard case .array(let rows)? = document["data"] else { throw CancellationError() }
    #expect(rows.count == 2_001 && rows[2_000] == ["order_id": "x", "size": nil])
    for number in 0..<2_000 {
      let size = Decimal(exactly: "0.00\(number + 1)").map(JSONValue.number) ?? .null
      #expect(rows[number] == ["order_id": .string("order-\(number)"), "size": size])
    }
  }

  @Test func `every row is a line, and a filter leaves the rest out`() async throws {
    let all = try await run(last: #"{"symbol":"ETHUSDT"}"#, "-o", "ndjson")
    #expect(all.output.split(separator: "\n").count == 2_001 && all.output.hasSuffix("}\n"))
    let one = try await run(last: #"{"symbol":"ETHUSDT"}"#, "-o", "csv", "--symbol", "ethusdt")
    #expect(one.output.split(separator: "\n").count == 2)
    let table = try await run(last: #"{"symbol":"ETHUSDT","size":12345}"#)
    #expect(
      table.output.split(separator: "\n").filter { $0.hasPrefix("order-") || $0.contains("ETHUSDT") }.count == 2_001)
  }
}
