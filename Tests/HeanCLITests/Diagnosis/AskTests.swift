import Foundation
import HeanCore
import HeanQuestions
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Questions through the console: whole screens, documents, exit codes, and what is remembered.
struct AskTests {
  private func console(_ columns: Int? = nil, home: String = Console.freshHome(), input: [String] = []) -> Console {
    var console = Console(columns: columns, home: home)
    console.standardInput = input
    return console
  }

  private static let questions = [
    "is it trading", "why is it not trading", "what is my pnl", "unrealized pnl of eth", "which strategy lost most",
    "list open positions", "am i safe", "how far is the hard stop", "is it safe to reset the kill switch",
    "why did the kill switch trip", "how do i get it trading again", "if btc drops 5 %", "btc versus eth pnl",
    "when was the last trade", "who reset the kill switch", "what is drawdown",
    "difference between soft brake and hard stop",
    "will btc go up", "should i close eth", "what is the api key", "how do i stop everything",
  ]

  @Test func `moments in answers are of the chosen zone, to the second`() async {
    let ran = await Console(columns: 140).run(
      "--practice", "ask", "when was the last fill", "--tz", "Europe/Berlin")
    #expect(ran.output.contains(/ago, at 2026-11-21 \d\d:\d\d:\d\d\+01:00\./), "\(ran)")
  }

  @Test func `each kind of question has its screen`() async throws {
    var text = ""
    for question in Self.questions {
      let ran = await console(80).run("--practice", "--scenario", "crash", "ask", question)
      #expect(ran.output.contains("Read as: ") && ran.errors.isEmpty, "\(ran)")
      text += "=== \(question), exit \(ran.code.rawValue)\n" + ran.output
    }
    try Expected.compare(text, with: "diagnosis/ask.crash.txt")
  }

  @Test func `what a lost exchange means is told without a guess`() async {
    let ran = await console().run("--practice", "ask", "what happens to my trades if the exchange connection drops")
    #expect(ran.code == .ok && ran.output.contains("Read as: what if connection"), "\(ran)")
    #expect(ran.output.contains("stop losses and take profits are also set at the exchange"))
    #expect(ran.output.contains("known to fail") && ran.output.contains("hean --practice health"))
  }

  @Test func `a question that is not understood gets the nearest ones and exit 1`() async {
    let home = Console.freshHome()
    let ran = await console(home: home).run("--practice", "ask", "fees", "of", "flurbo", "--json")
    #expect(ran.code == .refused && ran.output.isEmpty && ran.errors.contains("hean --practice ask '"))
    #expect(ran.errors.contains("flurbo"))
    let history = await console(home: home).run("ask", "--history")
    #expect(history.output.contains("fees of flurbo"))
    _ = await console(home: home).run("--practice", "ask", "am i safe", "--no-history")
    let again = await console(home: home).run("ask", "--history")
    #expect(!again.output.contains("am i safe"))
    let phrases = await console().run("ask", "--phrases", "-o", "ndjson")
    #expect(phrases.output.split(separator: "\n").count == QuestionFrame.allCases.count)
    #expect(await console().run("ask").code == .usage)
  }

  /// Meanings and refusals need no engine: they are answered although none is there.
  @Test func `what needs no engine is answered without one`() async {
    let nowhere = ["--url", "http://127.0.0.1:1", "ask"]
    #expect(await console().run(nowhere + ["what is drawdown"]).code == .ok)
    #expect(await console().run(nowhere + ["will btc go up"]).code == .refused)
    #expect(await console().run(nowhere + ["is it trading"]).code == .unreachable)
  }

  @Test func `in a pipe each line is a question, and each answer a document`() async throws {
    let ran = await console(input: ["pnl of eth", "", "and for btc?", "fees of flurbo", "am i safe"])
      .run("--practice", "ask", "--json")
    let documents = try ran.output.split(separator: "\n").map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
    }
    #expect(documents.count == 3 && ran.code == .refused)
    #expect(documents.first?["data"]?["symbols"] == ["ETHUSDT"])
    #expect(documents.dropFirst().first?["data"]?["symbols"] == ["BTCUSDT"])
    #expect(ran.errors.contains("flurbo"))
  }
}
