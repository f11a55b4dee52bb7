import Foundation
import Testing

@testable import HeanCore

/// What is told of all rules together, to whom, and what survives a restart.
struct AlertBookTests {
  private static let start = Date(timeIntervalSince1970: 1_795_225_650)
  private static let rules =
    AlertRule.standing + [
      AlertRule("mine", .check(.risk), tier: .info, receivers: ["phone"])
    ]

  private var book = AlertBook()

  private mutating func look(_ findings: [String: Bool?], at second: Double) -> [AlertChange] {
    book.take(
      findings.mapValues { AlertFinding(holds: $0, text: "seen") }, of: Self.rules, at: Self.start + second)
  }

  private mutating func post(at second: Double) -> AlertMessage? {
    book.post(to: ["desk", "phone"], at: Self.start + second)
  }

  @Test mutating func `what happens together is one message, the most urgent first`() {
    #expect(look(["risk": true, "stops": true, "limits": true, "trading": false], at: 0).map(\.rule).count == 3)
    #expect(post(at: 1) == nil)
    let message = post(at: 2)
    #expect(message?.changes.map(\.rule) == ["stops", "risk", "limits"] && message?.tier == .critical)
    #expect(message?.title == "CRITICAL stops: seen and 2 more")
    #expect(book.outbox.map(\.receiver) == ["desk", "phone"] && post(at: 20) == nil)
    #expect(look(["mine": true], at: 30).count == 1)
    #expect(post(at: 39) == nil && post(at: 40)?.changes.map(\.rule) == ["mine"])
    #expect(book.outbox.map(\.receiver) == ["desk", "phone", "phone"], "only to whom the rule is addressed")
  }

  @Test mutating func `an engine that is gone is one alert, and nothing of it is told as over`() {
    _ = look(["engine": false, "risk": true, "prices": false], at: 0)
    for second in stride(from: 5.0, to: 120, by: 5) {
      let changes = look(["engine": true, "risk": Bool?.none, "prices": Bool?.none], at: second)
      #expect(changes.map(\.rule) == (second == 5 ? ["engine"] : []), "\(second)")
    }
    #expect(book.progress["risk"]?.isFiring == true)
  }

  @Test mutating func `where no rule tells of a dead engine, each tells that it knows nothing`() {
    let rules = Self.rules.filter { $0.name != "engine" }
    func look(_ second: Double, isStopped: Bool = false) -> [String] {
      book.take(
        ["risk": AlertFinding(holds: nil, text: "not known")], of: rules, isStopped: isStopped, at: Self.start + second
      ).map(\.rule)
    }
    #expect(look(0).isEmpty && look(31) == ["risk"])
    book = AlertBook()
    #expect(look(0, isStopped: true).isEmpty && look(60, isStopped: true).isEmpty, "told by the check on trading")
  }

  @Test mutating func `in quiet hours what is critical is told, and the rest as one message when they end`() {
    for (place, name) in ["risk", "stops", "limits"].enumerated() { _ = look([name: true], at: Double(place * 60)) }
    #expect(book.post(to: ["desk"], isQuiet: true, at: Self.start + 200)?.changes.map(\.rule) == ["stops"])
    #expect(book.post(to: ["desk"], isQuiet: true, at: Self.start + 9000) == nil)
    #expect(post(at: 20_000)?.changes.map(\.rule) == ["risk", "limits"] && book.collected.isEmpty)
  }

  @Test(
    arguments: [
      ("23:00-07:00", "22:59", false), ("23:00-07:00", "23:00", true), ("23:00-07:00", "06:59", true),
      ("23:00-07:00", "07:00", false), ("12:00-13:30", "13:29", true), ("12:00-13:30", "00:00", false),
    ])
  func `quiet hours can go over midnight`(text: String, clock: String, isQuiet: Bool) throws {
    let hours = try #require(QuietHours(text))
    let parts = clock.split(separator: ":").compactMap { Double($0) }
    let date = Date(timeIntervalSince1970: 86_400 * 20_000 + parts[0] * 3600 + parts[1] * 60)
    #expect(hours.contains(date, in: .utc) == isQuiet && hours.text == text)
    for wrong in ["", "23:00", "23:00-23:00", "24:00-01:00", "1:00-2:00", "23:00-07:60", "a-b"] {
      #expect(QuietHours(wrong) == nil, "\(wrong)")
    }
  }

  @Test mutating func `a gap is told as one`() {
    book.resume(every: nil, at: Self.start)
    _ = look(["risk": false], at: 0)
    book.resume(every: 5, at: Self.start + 3600)
    #expect(book.collected.isEmpty, "one look of cron is followed by none for a while")
    _ = look(["risk": false], at: 3600)
    book.resume(every: 5, at: Self.start + 3630)
    #expect(book.collected.isEmpty && book.gap(at: Self.start + 3659) == nil)
    _ = look(["risk": false], at: 100)
    book.resume(every: 5, at: Self.start + 7300)
    #expect(post(at: 7400)?.title.hasPrefix("NOT WATCHED: nobody watched for 2h00m, since ") == true)
  }

  @Test mutating func `a message for people has a length that every receiver takes`() throws {
    let rules = (0..<200).map { AlertRule("r\($0)", .check(.risk), tier: .critical) }
    let text = String(repeating: "long ", count: 100)
    let findings = Dictionary(
      uniqueKeysWithValues: rules.map { ($0.name, AlertFinding(holds: true, text: text, nextStep: .query(.why))) })
    _ = book.take(findings, of: rules, at: Self.start)
    let posted = book.post(to: [], at: Self.start + 2)
    let message = try #require(posted)
    let mail = message.mail(to: "a@b.c", from: "e") { _ in "s" }
    #expect(mail.hasPrefix("To: a@b.c\nSubject: CRITICAL r0: long ") && mail.contains("\n\nhean, e:\n"))
    let people: [AlertReceiver.Kind] = [.ntfy, .slack, .discord, .telegram, .healthchecks]
    for kind in people {
      let request = message.request(to: AlertReceiver("r", kind, address: "https://a.example/x"), from: "e") { _ in "s"
      }
      #expect((request?.body.utf8.count ?? .max) < 2_200, "\(kind)")
    }
  }

  @Test mutating func `what is silenced stands in the history only`() {
    book.silence(
      AlertSilence(rule: "risk", begins: Self.start, ends: Self.start + 60, reason: "known"))
    #expect(look(["risk": true, "books": true], at: 1).count == 2)
    #expect(post(at: 20)?.changes.map(\.rule) == ["books"] && book.history.map(\.rule) == ["books", "risk"])
    #expect(look(["risk": true], at: 61).isEmpty && book.silences.isEmpty)
    #expect(post(at: 75)?.changes.map(\.rule) == ["risk"], "what fires still when the silence ends is told then")
    book.silence(AlertSilence(rule: nil, begins: Self.start, ends: Self.start + 900, reason: "all"))
    #expect(look(["limits": true], at: 70).count == 1 && post(at: 100) == nil)
    #expect(book.endSilence(of: nil) && !book.endSilence(of: nil))
  }

  @Test mutating func `of what begins and ends in a silence nothing is sent`() {
    book.silence(AlertSilence(rule: nil, begins: Self.start, ends: Self.start + 900, reason: "all"))
    _ = look(["risk": true], at: 1)
    _ = look(["risk": false], at: 10)
    #expect(look(["risk": false], at: 100).map(\.kind) == [.resolved])
    _ = look(["risk": false], at: 1000)
    #expect(post(at: 2000) == nil && book.history.map(\.kind) == [.fired, .resolved])
  }

  @Test mutating func `what is addressed to nobody that is there goes to everybody`() {
    _ = look(["mine": true], at: 0)
    _ = book.post(to: ["desk"], at: Self.start + 10)
    #expect(book.outbox.map(\.receiver) == ["desk"])
  }

  @Test mutating func `a delivery that failed is tried again, later and later, in its order`() throws {
    _ = look(["stops": true], at: 0)
    _ = post(at: 2)
    _ = look(["risk": true], at: 3)
    _ = post(at: 13)
    #expect(book.outbox.count == 4 && book.due(at: Self.start + 13).map(\.receiver) == ["desk", "phone"])
    var waits: [Double] = []
    for _ in 1...10 {
      let delivery = try #require(book.outbox.first)
      book.settle(delivery, failure: "down", at: Self.start)
      waits.append(book.outbox[0].nextTry.timeIntervalSince(Self.start))
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300])
    let due = book.due(at: Self.start + 13)
    #expect(book.outbox[0].failure == "down" && due.map(\.receiver) == ["phone", "desk"])
    #expect(due.map(\.message.changes[0].rule) == ["stops", "risk"], "what fails holds up no other")
    book.settle(book.outbox[0], failure: nil, at: Self.start)
    #expect(book.outbox.map(\.message.changes[0].rule) == ["stops", "risk", "risk"])
  }

  @Test mutating func `all of it survives the end of the process`() throws {
    _ = look(["stops": true, "risk": Bool?.none], at: 0)
    _ = post(at: 2)
    _ = look(["limits": true], at: 3)
    #expect(book.acknowledge("stops", at: Self.start + 4) && !book.acknowledge("risk", at: Self.start + 4))
    let again = try JSONDecoder().decode(AlertBook.self, from: try JSONEncoder().encode(book))
    #expect(again == book)
    let before = book.progress["stops"]?.incident
    book = again
    #expect(look(["stops": true, "limits": true], at: 600).isEmpty, "nothing is told twice")
    #expect(book.progress["stops"]?.incident == before && before != nil)
  }
}
