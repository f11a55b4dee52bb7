import Foundation
import Testing

@testable import HeanConsole

/// One snapshot is the same in every format, to the last digit.
struct SnapshotFormatsTests {
  @Test func `a point of InfluxDB has tags, counts with i, and nanoseconds`() {
    #expect(
      SnapshotFormat.influx.row(.sample())
        == #"hean_pnl,engine=http://127.0.0.1:8000,mode=testnet,profile=main period="2026-11-21T03:00:00Z","#
        + #"engine_state="running",equity=123456789012345678901234567890.12,balance=300.1,realized_pnl=-0.000000001,"#
        + #"unrealized_pnl=0,fees=0.0066,day_pnl=-0.13,drawdown_pct=1.5,positions=2i,risk_state="NORMAL","#
        + #"equity_basis="computed",equity_reported=156.1,balance_reported=149.8,day_pnl_reported=-9843.9,"#
        + #"drawdown_pct_reported=99.7,equity_computed=10161.5,kill_switch="clear",closed_positions=7i,"#
        + #"engine_started_at="2026-11-21T02:00:00.500Z",schema="hean.pnl_snapshot/2" 1795230012345000000"#)
    #expect(
      SnapshotFormat.influx.row(.empty)
        == #"hean_pnl,mode=unknown,profile=main engine_state="stopped",schema="hean.pnl_snapshot/2" 1795230012000000000"#
    )
  }

  @Test func `metrics leave out what is not known, and have no times`() {
    let text = SnapshotFormat.openmetrics.document(.empty)
    #expect(!text.contains("hean_equity_usdt") && !text.contains("NaN") && !text.contains("hean_kill_switch_state"))
    #expect(text.contains(#"hean_engine_state{profile="main",mode="unknown",state="stopped"} 1"#))
    #expect(text.hasSuffix("# EOF\n"))
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(line.firstMatch(of: /^[a-z_]+\{[^}]*\} [0-9.-]+$/) != nil, "\(line)")
    }
  }

  @Test func `metrics have base units`() {
    let text = SnapshotFormat.openmetrics.document(.sample())
    let labels = #"{profile="main",mode="testnet"}"#
    for line in [
      "hean_equity_usdt\(labels) 123456789012345678901234567890.12", "hean_drawdown_ratio\(labels) 0.015",
      "hean_drawdown_reported_ratio\(labels) 0.997", "hean_positions\(labels) 2", "hean_closes\(labels) 7",
      "hean_snapshot_timestamp_seconds\(labels) 1795230012.345",
      "hean_engine_start_timestamp_seconds\(labels) 1795226400.5", "# UNIT hean_drawdown_ratio ratio",
      #"hean_kill_switch_state{profile="main",mode="testnet",state="clear"} 1"#,
      #"hean_kill_switch_state{profile="main",mode="testnet",state="triggered"} 0"#,
      #"hean_snapshot_info{profile="main",mode="testnet",engine="http://127.0.0.1:8000",schema="hean.pnl_snapshot/2"} 1"#,
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
    // Only gauges, so that node_exporter's reader takes it.
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }.allSatisfy { $0.hasSuffix(" gauge") })
  }

  @Test(arguments: [SnapshotFormat.csv, .ndjson, .influx], [PnLSnapshot.sample(), .sample(period: nil), .empty])
  func `a row is read back as it was`(format: SnapshotFormat, snapshot: PnLSnapshot) throws {
    let path = Console.freshHome() + "/pnl"
    try format.document(snapshot).write(toFile: path, atomically: true, encoding: .utf8)
    let texts = try SnapshotTexts(path: path)
    #expect(texts.foreign == 0)
    var read = try #require(texts.rows.first.flatMap { PnLSnapshot($0) })
    var expected = snapshot
    // Beyond what an amount can be: a reader takes no such figure.
    expected.equity = nil
    read.equity = nil
    #expect(abs(read.asOf.timeIntervalSince(expected.asOf)) < 0.001)
    read.asOf = expected.asOf
    #expect(read == expected)
  }

  @Test(arguments: [
    #"a b=1 2"#, #"m,t=a\,b\=c\ d f="x \"y\" \\z",g=3i,h=-0.5 -7"#, #"m\,x f=1i 0"#,
  ])
  func `a line of InfluxDB is read as it is written`(line: String) throws {
    #expect(try #require(InfluxLine(line.utf8)).text == line)
  }

  @Test(arguments: ["", "m", "m f=1", "m f= 1", "m,t f=1 2", #"m f="x 1"#, "m f=1x 2", "m f=1 2x", "m,t=1 2"])
  func `what is no whole point is none`(line: String) { #expect(InfluxLine(line.utf8) == nil) }

  @Test func `a tag cannot end the line, nor escape what follows`() {
    let line = InfluxLine(
      measurement: "m", tags: [.init(name: "t", value: "a\nb\\")], fields: [.init(name: "f", value: .text("\n"))],
      nanoseconds: 1)
    #expect(line.text == #"m,t=a\ b f=" " 1"#)
  }

  @Test func `the table for PostgreSQL has a column for each of the CSV`() {
    let text = SnapshotSQL(table: "t", key: .moment).text
    let columns = text.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.contains("primary key") }
    #expect(columns.map { String($0.split(separator: " ")[0]) } == SnapshotLayout.current.columns)
    #expect(text.contains("  as_of timestamptz not null,\n  period timestamptz,\n  profile text not null,\n"))
    #expect(text.contains("  equity numeric,\n") && text.contains("  positions bigint,\n"))
    #expect(text.contains("  primary key (profile, as_of)\n") && text.contains("is 'the engine''s address;"))
    #expect(SnapshotSQL(table: "t", key: .period).text.contains("  period timestamptz not null,\n"))
  }
}
