import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Amounts inside of sentences and values.
struct RedactedTextTests {
  private let redaction = Redaction(isASCII: true)

  /// As hean and the engine write them; a vertical bar stands for the mark.
  @Test(arguments: [
    ("equity 10036.29 USDT", "equity | USDT"),
    ("Day PnL +36.29 USDT since 17:10Z", "Day PnL +| USDT since 17:10Z"),
    ("10036.29 USDT = 10000.00 initial + realized - 46.85 fees", "| USDT = | initial + realized - | fees"),
    (
      "Equity drop 30.85% from initial capital ($10000.00 -> $6915.49)",
      "Equity drop 30.85% from initial capital ($| -> $|)"
    ),
    (
      "Drawdown 15.01% from daily high $11584.34 exceeds limit 15.00% (PF=0.00)",
      "Drawdown 15.01% from daily high $| exceeds limit 15.00% (PF=|)"
    ),
    ("a reset holds above 7000.00 USDT only", "a reset holds above | USDT only"),
    ("equity is 8000", "equity is |"), ("equity<9000", "equity<|"), ("equity is 500", "equity is |"),
    ("opened ADAUSDT long 3074 at 0.3922 · hf_scalping", "opened ADAUSDT long | at 0.3922 · hf_scalping"),
    ("closed BTCUSDT short 5 at 66965.50 · PnL -1.54", "closed BTCUSDT short | at 66965.50 · PnL -|"),
    ("stood still at 10036.29 USDT for 12s", "stood still at | USDT for 12s"),
    ("equity stood at 10036.29", "equity stood at |"), ("Hard stop at 7000.50", "Hard stop at |"),
    ("exposure exceeds limit 900", "exposure exceeds limit |"), ("margin 250 < 300", "margin | < |"),
    ("the worst are ADAUSDT (-1.54), TONUSDT (+0.20)", "the worst are ADAUSDT (-|), TONUSDT (+|)"),
    ("bought 0.05BTC", "bought |BTC"), ("size=5", "size=|"), ("sell 12 ADAUSDT", "sell | ADAUSDT"),
    ("partly filled (3074), rest cancelled", "partly filled (|), rest cancelled"),
    ("somewhere 1,250,000.5 is written", "somewhere | is written"), ("42", "|"), ("-0.5", "-|"),
    // What is glued to a number does not hide it from the eye.
    ("PnL-1.54, USDT10036.29", "PnL-|, USDT|"), ("equity/10036.29 ADAUSDT3074", "equity/| ADAUSDT|"),
    ("equity,10036.29 x0.05", "equity,| x|"), ("e10036.29 size_5 pnl_10036 x5", "e| size_| pnl_| x|"),
    ("equity\t10036.29\nfees\u{A0}46.85", "equity\t|\nfees\u{A0}|"), ("--notional250 BTC(0.05)", "--notional| BTC(|)"),
    ("equity=10036.29(-5%)", "equity=|(-5%)"), ("was 10036.29/5%, 5%-10036.29", "was |/5%, 5%-|"),
    ("12.5 equals 10036.29 percentages", "| equals | percentages"), ("10036.29/5 % of it", "|/| % of it"),
    ("2026-11-21T10036.29", "|-|-|T|"), ("lasts 12.5m", "lasts |m"), ("/size/0.05 100362-900", "/size/| |-|"),
    ("lost 500, made 250 and up 99", "lost |, made | and up |"),
    ("5 dollars for 7 DOGEUSDT", "| dollars for | DOGEUSDT"),
    ("\u{661}\u{660}\u{660}\u{663}\u{666} and \u{FF11}\u{FF10}\u{FF10}", "| and |"),
    ("1'234'567 or 1_000_000", "| or |"),
    // What is none of an amount.
    ("impulse_engine_AVAXUSDT_2922 of grid_v2, v1.2.3, p1", "impulse_engine_AVAXUSDT_2922 of grid_v2, v1.2.3, p1"),
    ("smart_limit_1795225607.889114 in 1000PEPEUSDT", "smart_limit_1795225607.889114 in 1000PEPEUSDT"),
    ("2026-11-23T14:15:51.722527Z BTCUSDT 9b049382", "2026-11-23T14:15:51.722527Z BTCUSDT |b|"),
    ("12 of 1000 shown, /decision-memory/v2/blocks", "12 of 1000 shown, /decision-memory/v2/blocks"),
    ("5%, 86.59% and 2.5 bp", "5%, 86.59% and 2.5 bp"),
    ("11 of 24 signals accepted in the last 5 minutes", "11 of 24 signals accepted in the last 5 minutes"),
    ("SOFT_BRAKE begins at 10 % drawdown, 9.42 points away", "SOFT_BRAKE begins at 10 % drawdown, 9.42 points away"),
    ("seen 2026-11-22 17:40:41Z, prices 0.3s old, up 1h30m", "seen 2026-11-22 17:40:41Z, prices 0.3s old, up 1h30m"),
    ("mark price 66965.50, 5.2 %", "mark price 66965.50, 5.2 %"),
    ("order smart_limit_1795225607 of a584edf1-e3f0-44dd", "order smart_limit_1795225607 of a584edf1-e3f0-44dd"),
    ("could not reach http://127.0.0.1:8000/api/v1", "could not reach http://127.0.0.1:8000/api/v1"),
    ("gross 0.48 times the equity", "gross 0.48 times the equity"), ("sold 3 positions", "sold 3 positions"),
    ("no number", "no number"), ("", ""),
  ])
  func `a sentence keeps what is no amount`(text: String, expected: String) {
    #expect(redaction.text(text) == expected.replacing("|", with: "****"))
    #expect(Redaction(isASCII: false).text(text) == expected.replacing("|", with: "••••"))
  }

  private func redacted(_ text: String, named name: String = "data") throws -> JSONValue {
    redaction.value(try JSONValue(reading: Data(text.utf8)), named: name)
  }

  @Test func `a value is a text where a number was, and null stays null`() throws {
    let value = try redacted(
      #"{"equity":10036.29,"entry_price":60000.5,"size":3,"drawdown_pct":4.2,"note":null,"is_open":true,"qty":"0.05","#
        + #""symbol":"BTCUSDT","something_new":7,"trades":12,"says":"equity 12.50 USDT","#
        + #""legs":[{"price":1.5,"filled_size":2}]}"#)
    #expect(
      JSONText.compact(value)
        == #"{"drawdown_pct":4.2,"entry_price":60000.5,"equity":"****","is_open":true,"#
        + #""legs":[{"filled_size":"****","price":1.5}],"note":null,"qty":"****","says":"equity **** USDT","#
        + #""size":"****","something_new":"****","symbol":"BTCUSDT","trades":12}"#)
  }

  @Test func `a text of an open name is left only as a figure or a label`() throws {
    let value = try redacted(
      #"{"target":"ETHUSDT long 0.34","positions":["ADAUSDT long 5"],"status":"equity is 500","price":"60000.5","#
        + #""profit_factor_interval":"11.00 … no bound","time":"2026-11-23T14:33:06Z","id":"7-8","trades":[3],"#
        + #""state":"RUNNING","source":"/trading/state","opened_at":"9"}"#)
    #expect(
      JSONText.compact(value)
        == #"{"id":"7-8","opened_at":"9","positions":["ADAUSDT long ****"],"price":"60000.5","#
        + #""profit_factor_interval":"11.00 … no bound","source":"/trading/state","state":"RUNNING","#
        + #""status":"equity is ****","target":"ETHUSDT long ****","time":"2026-11-23T14:33:06Z","trades":[3]}"#)
    let shown = redaction.cell(
      Cell("ETHUSDT long 0.34"), of: "ETHUSDT long 0.34", named: "target", isLeftByRedaction: nil)
    #expect(shown == Cell("ETHUSDT long ****"))
    #expect(redaction.numbers(in: "POST /api/v1/orders/test 5") == "POST /api/v1/orders/test ****")
  }

  @Test func `a picture does not tell how long its numbers were`() {
    let lines = ["10043.21┤ ██", "        │███", "   43.20┤███", "         12:00"]
    guard
      case .picture(_, let drawn) = redaction.block(.picture(holdsAmounts: true) { _, _ in lines })
    else {
      Issue.record("no picture")
      return
    }
    #expect(drawn(Palette(isEnabled: false), .utc) == ["****┤ ██", "    │███", "****┤███", "     12:00"])
  }

  @Test func `a figure beside its unit, and what was typed`() throws {
    for (text, expected) in [
      (#"{"unit":"USDT","value":12.5}"#, #"{"unit":"USDT","value":"****"}"#),
      (#"{"unit":"%","value":12.5}"#, #"{"unit":"%","value":12.5}"#),
    ] { #expect(JSONText.compact(try redacted(text)) == expected) }
    let typed = try redacted(#"["orders","place","--size","5"]"#, named: "argv")
    #expect(JSONText.compact(typed) == #"["orders","place","--size","****"]"#)
  }

  @Test func `a command to paste stays whole, and the words around it do not`() {
    let step: NextStep = "after 12.50 USDT: \(.query(.why))"
    let told = CommandLines().pieces(Guidance(redaction.step(step))).map(\.text).joined()
    #expect(told == "after **** USDT: hean why")
  }

  @Test func `columns of a picture stay where they were`() {
    let line = "10043.21┤  ███  2026-11-22 17:40:41Z"
    #expect(redaction.picture(line) == "    ****┤  ███  2026-11-22 17:40:41Z")
  }
}
