import Foundation
import Testing

@testable import HeanConsole

extension PnLSnapshot {
  /// A snapshot with every figure, some of them awkward.
  static func sample(
    period: String? = "2026-11-21T03:00:00Z", profile: String = "main", mode: String = "testnet"
  ) -> PnLSnapshot {
    PnLSnapshot(
      asOf: Date(timeIntervalSince1970: 1_795_230_012.345), period: period, profile: profile, mode: mode,
      engineState: "running", equity: Decimal(string: "123456789012345678901234567890.12"),
      balance: Decimal(string: "300.1"), realizedPnL: Decimal(string: "-0.000000001"), unrealizedPnL: 0,
      fees: Decimal(string: "0.0066"), dayPnL: Decimal(string: "-0.13"), drawdownPercent: Decimal(string: "1.5"),
      positions: 2, riskState: "NORMAL", equityBasis: "computed", reportedEquity: Decimal(string: "156.1"),
      reportedBalance: Decimal(string: "149.8"),
      reportedDayPnL: Decimal(string: "-9843.9"), reportedDrawdownPercent: Decimal(string: "99.7"),
      computedEquity: Decimal(string: "10161.5"), killSwitch: "clear", closes: 7, engineURL: "http://127.0.0.1:8000",
      engineStartedAt: Date(timeIntervalSince1970: 1_795_226_400.5))
  }

  /// What a stopped engine gives.
  static let empty = PnLSnapshot(
    asOf: Date(timeIntervalSince1970: 1_795_230_012), profile: "main", mode: "unknown", engineState: "stopped")
}

@Suite struct SnapshotFormatTests {
  static let header =
    "as_of,period,profile,mode,engine_state,equity,balance,realized_pnl,unrealized_pnl,fees,day_pnl,drawdown_pct,"
    + "positions,risk_state,equity_basis,equity_reported,balance_reported,day_pnl_reported,"
    + "drawdown_pct_reported,equity_computed,kill_switch,closed_positions,engine_url,engine_started_at,schema"
  static let row =
    "2026-11-21T03:00:12.345Z,2026-11-21T03:00:00Z,main,testnet,running,123456789012345678901234567890.12,300.1,"
    + "-0.000000001,0,0.0066,-0.13,1.5,2,NORMAL,computed,156.1,149.8,-9843.9,99.7,10161.5,clear,7,http://127.0.0.1:8000,"
    + "2026-11-21T02:00:00.500Z,hean.pnl_snapshot/2"

  @Test func `csv has its header and exact figures`() {
    #expect(SnapshotFormat.csv.document(.sample()) == "\(Self.header)\n\(Self.row)\n")
  }

  @Test func `missing figures are empty cells and nulls, never zeros`() {
    #expect(
      SnapshotFormat.csv.row(.empty)
        == "2026-11-21T03:00:12.000Z,,main,unknown,stopped,,,,,,,,,,,,,,,,,,,,hean.pnl_snapshot/2")
    #expect(
      SnapshotFormat.ndjson.document(.empty)
        == #"{"as_of":"2026-11-21T03:00:12.000Z","balance":null,"balance_reported":null,"closed_positions":null,"day_pnl":null,"day_pnl_reported":null,"#
        + #""drawdown_pct":null,"drawdown_pct_reported":null,"engine_started_at":null,"engine_state":"stopped","engine_url":null,"equity":null,"#
        + #""equity_basis":null,"equity_computed":null,"equity_reported":null,"fees":null,"kill_switch":null,"mode":"unknown","period":null,"positions":null,"#
        + #""profile":"main","realized_pnl":null,"risk_state":null,"schema":"hean.pnl_snapshot/2","#
        + #""unrealized_pnl":null}"# + "\n")
    var odd = PnLSnapshot.empty
    odd.equity = .nan
    #expect(SnapshotFormat.csv.row(odd) == SnapshotFormat.csv.row(.empty))
  }

  @Test func `json has sorted keys and exact numbers`() {
    let expected =
      #"{"as_of":"2026-11-21T03:00:12.345Z","balance":300.1,"balance_reported":149.8,"closed_positions":7,"day_pnl":-0.13,"day_pnl_reported":-9843.9,"#
      + #""drawdown_pct":1.5,"drawdown_pct_reported":99.7,"#
      + #""engine_started_at":"2026-11-21T02:00:00.500Z","#
      + #""engine_state":"running","engine_url":"http://127.0.0.1:8000","equity":123456789012345678901234567890.12,"#
      + #""equity_basis":"computed","equity_computed":10161.5,"equity_reported":156.1,"fees":0.0066,"kill_switch":"clear","mode":"testnet","#
      + #""period":"2026-11-21T03:00:00Z","positions":2,"profile":"main","realized_pnl":-0.000000001,"#
      + #""risk_state":"NORMAL","schema":"hean.pnl_snapshot/2","unrealized_pnl":0}"#
    #expect(SnapshotFormat.ndjson.row(.sample()) == expected)
    #expect(SnapshotFormat.json.document(.sample()) == expected + "\n")
  }

  @Test func `words of the engine cannot break a row`() {
    var snapshot = PnLSnapshot.empty
    snapshot.engineState = "a,\"b\"\nc"
    snapshot.riskState = "\"\""
    let row = SnapshotFormat.csv.row(snapshot)
    #expect(
      row
        == "2026-11-21T03:00:12.000Z,,main,unknown,\"a,\"\"b\"\"?c\",,,,,,,,,\"\"\"\"\"\",,,,,,,,,,,hean.pnl_snapshot/2"
    )
    let cells = CSV.cells(row.utf8)
    #expect(cells?.count == 25)
    #expect(cells?[4] == "a,\"b\"?c")
    #expect(cells?[13] == "\"\"")
    #expect(CSV.cells("a,\"b".utf8) == nil)
  }
}

@Suite struct SnapshotPeriodTests {
  private let moment = Date(timeIntervalSince1970: 1_795_233_599.999)

  @Test(arguments: [
    ("1m", "2026-11-21T03:59:00Z"), ("minute", "2026-11-21T03:59:00Z"), ("5m", "2026-11-21T03:55:00Z"),
    ("15m", "2026-11-21T03:45:00Z"), ("1h", "2026-11-21T03:00:00Z"), ("hour", "2026-11-21T03:00:00Z"),
    ("60m", "2026-11-21T03:00:00Z"), ("4h", "2026-11-21T00:00:00Z"), ("1d", "2026-11-21T00:00:00Z"),
    ("day", "2026-11-21T00:00:00Z"),
  ])
  func `a moment falls into the period that began last, in UTC`(text: String, key: String) throws {
    #expect(try SnapshotPeriod(parsing: text).key(for: moment) == key)
  }

  @Test func `edges belong to the period they begin`() throws {
    let hour = try SnapshotPeriod(parsing: "1h")
    #expect(hour.key(for: Date(timeIntervalSince1970: 1_795_233_600)) == "2026-11-21T04:00:00Z")
    #expect(hour.key(for: Date(timeIntervalSince1970: -1)) == "1969-12-31T23:00:00Z")
    #expect(try SnapshotPeriod(parsing: "none").key(for: moment) == nil)
  }

  @Test(arguments: ["", "7m", "100m", "2d", "30s", "1", "0m", "weekly", "-1h"])
  func `what does not divide a day is refused`(text: String) {
    let error = SnapshotError.invalidPeriod(text)
    #expect(throws: error) { try SnapshotPeriod(parsing: text) }
    #expect(error.message == "\"\(text)\" is not a snapshot period")
    #expect(error.nextStep == "give none, or a length that divides a day evenly: 1m, 5m, 15m, 1h, 1d")
  }
}
