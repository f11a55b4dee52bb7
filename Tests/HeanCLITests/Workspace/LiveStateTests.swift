import HeanCore
import Testing

@testable import HeanConsole

/// The console as a value: what keys lead to, locked and unlocked.
@Suite struct LiveStateTests {
  private static let rows: [PaneKind: [RowTarget]] = [
    .positions: [
      RowTarget(
        key: "p1", looks: [["positions", "show", "--", "p1"]], symbol: "BTCUSDT",
        verbs: [.close: ["positions", "close", "--", "p1"]]),
      RowTarget(key: "p2", symbol: "ETHUSDT", verbs: [.close: ["positions", "close", "--", "p2"]]),
    ],
    .orders: [RowTarget(key: "o1", verbs: [.cancel: ["orders", "cancel", "--", "o1"]])],
    .strategies: [RowTarget(key: "s1", verbs: [.toggle: ["strategies", "disable", "--", "s1"]])],
  ]

  private static func state(
    isReadOnly: Bool = false, isOpen: Bool = false, columns: Int = 200, rows: Int = 60
  ) -> LiveState {
    var state = LiveState(
      keys: KeyMap(), name: "prod", isReadOnly: isReadOnly, lock: ConsoleLock(span: .seconds(300)),
      chart: ChartChoice(symbol: "BTCUSDT"), columns: columns, rows: rows)
    for (kind, targets) in Self.rows { state.show(targets, in: kind, selected: nil) }
    if isOpen { state.lock.open(at: .zero) }
    return state
  }

  /// Presses keys one after another, a second apart, as somebody who reads what is drawn.
  private static func press(_ keys: [PressedKey], _ state: inout LiveState, from start: Duration = .zero) -> [LiveOrder]
  {
    keys.enumerated().flatMap { place, key -> [LiveOrder] in
      let now = start + .seconds(place)
      state.prompt?.drawn(at: now - .seconds(1))
      return state.press(key, at: now)
    }
  }

  private static func typed(_ text: String) -> [PressedKey] { text.unicodeScalars.map { .character($0) } + [.enter] }

  private static let acting: [(key: Unicode.Scalar, verb: [String])] = [
    ("c", ["positions", "close", "--", "p1"]), ("x", ["orders", "cancel", "--", "o1"]),
    ("s", ["strategies", "disable", "--", "s1"]), ("p", ["engine", "pause"]), ("P", ["panic"]),
  ]

  @Test func everyKeyThatActsIsTriedHere() {
    let keys = KeyAction.table.filter { $0.group == .acting }.flatMap(\.keys)
    #expect(Set(keys) == Set(Self.acting.map { String($0.key) }))
    #expect(KeyAction.allCases.filter(\.acts).count == Self.acting.count)
  }

  @Test(arguments: acting.map(\.key)) func aKeyThatActsDoesNothingWhileLocked(_ key: Unicode.Scalar) {
    var state = Self.state()
    #expect(Self.press([.character(key)], &state) == [.bell])
    #expect(state.notice?.text == "locked: U unlocks")
  }

  @Test(arguments: acting) func aKeyThatActsStagesItsVerbOnceUnlocked(_ key: Unicode.Scalar, _ verb: [String]) {
    var state = Self.state(isOpen: true)
    // A row is acted on where it is marked: in the pane that has the keys.
    let pane: PaneKind? = key == "x" ? .orders : key == "s" ? .strategies : nil
    while let pane, state.focused != pane { _ = Self.press([.tab], &state) }
    #expect(Self.press([.character(key)], &state) == [.act(verb)])
  }

  @Test func aVerbStaysOnTheScreenUntilItHasEnded() {
    var state = Self.state(isOpen: true)
    (state.isActing, state.overlay) = (true, LiveOverlay(title: "engine pause", lines: ["the plan"]))
    #expect(Self.press([.escape, .character(":"), .character("2"), .enter], &state) == [.bell, .bell, .bell, .bell])
    #expect(state.overlay?.lines == ["the plan"] && state.prompt == nil)
  }

  @Test func aPlanCanBeReadWhileItIsAskedAbout() {
    var state = Self.state(isOpen: true, columns: 80, rows: 24)
    var overlay = LiveOverlay(title: "panic", lines: (1...100).map { "line \($0)" })
    (overlay.follows, state.isActing) = (true, true)
    (state.overlay, state.prompt) = (overlay, LivePrompt(.answer, "Type yes to send: "))
    #expect(state.overlay?.shown(rows: 19).last == "line 100")
    #expect(Self.press([.earlier], &state) == [])
    #expect(state.overlay?.shown(rows: 19).last == "line 99")
    #expect(Self.press(Self.typed("yes"), &state) == [.reply("yes")])
  }

  @Test(arguments: acting.map(\.key)) func aReadOnlyConsoleNeverActs(_ key: Unicode.Scalar) {
    // Not even when something else had opened the lock.
    var state = Self.state(isReadOnly: true, isOpen: true)
    #expect(Self.press([.character(key)], &state) == [.bell])
    #expect(Self.press([.character("U")], &state) == [.bell])
    #expect(state.notice?.text == "read-only: there is nothing to unlock")
  }

  @Test func theChosenRowIsWhatAKeyActsOn() {
    var state = Self.state(isOpen: true)
    #expect(Self.press([.later, .character("c")], &state) == [.act(["positions", "close", "--", "p2"])])
    // The row is gone: its place, and not another name for the same key, decides.
    state.show([Self.rows[.positions]![0]], in: .positions, selected: nil)
    #expect(Self.press([.character("c")], &state) == [.act(["positions", "close", "--", "p1"])])
  }

  @Test func aRowThatIsNotOnTheScreenIsNotActedOn() {
    var state = Self.state(isOpen: true)
    #expect(Self.press([.character("6"), .character("c")], &state) == [.bell])
    #expect(state.notice?.text == "choose a row of positions first: tab changes the pane")
  }

  @Test func unlockingTakesTheWholeName() {
    var state = Self.state()
    #expect(Self.press([.character("U")] + Self.typed("pro"), &state) == [.bell])
    #expect(state.notice?.text == "that is not prod: still locked")
    #expect(Self.press([.character("U"), .enter], &state) == [])
    #expect(Self.press([.character("U")] + Self.typed("prod"), &state) == [.unlock])
  }

  @Test func whatWasTypedBeforeTheQuestionIsNoAnswer() {
    var state = Self.state()
    // All at once: the question was not drawn yet.
    let keys: [PressedKey] = [.character("U")] + Self.typed("prod")
    let early = keys.flatMap { state.press($0, at: .zero) }
    #expect(early == [])
    #expect(state.prompt?.editor.text == "")
    state.prompt?.drawn(at: .seconds(1))
    let soon = Self.typed("prod").flatMap { state.press($0, at: .milliseconds(1_200)) }
    let later = Self.typed("prod").flatMap { state.press($0, at: .milliseconds(1_400)) }
    #expect(soon == [] && later == [.unlock])
  }

  @Test func aPasteIsNoAnswer() {
    var state = Self.state()
    let paste: [PressedKey] = [.pasteBegins] + Self.typed("prod") + [.pasteEnds]
    let orders = Self.press([.character("U")] + paste, &state)
    #expect(orders.allSatisfy { $0 == .bell })
    #expect(state.prompt?.kind == .unlock)
    #expect(state.prompt?.editor.text == "")
    state.prompt = LivePrompt(.answer, "Type yes to send: ")
    #expect(Self.press([.pasteBegins] + Self.typed("yes") + [.pasteEnds], &state).allSatisfy { $0 == .bell })
    #expect(Self.press([.enter], &state, from: .seconds(100)) == [.reply("")])
  }

  @Test func aPasteOutsideALineIsNoKeys() {
    var state = Self.state(isOpen: true)
    #expect(Self.press([.pasteBegins] + "cxspPq".unicodeScalars.map { .character($0) } + [.pasteEnds], &state) == [])
  }

  @Test func aPastedLineEndHandsNothingOver() {
    var state = Self.state()
    #expect(Self.press([.character(":"), .pasteBegins] + Self.typed("why") + [.pasteEnds], &state) == [])
    #expect(state.prompt?.editor.text == "why")
    #expect(Self.press([.enter], &state) == [.typed("why")])
  }

  @Test func itLocksItselfWhenNoKeyComes() {
    var state = Self.state(isOpen: true)
    #expect(Self.press([.later], &state, from: .seconds(200)) == [])
    let (early, due) = (state.lock.expire(at: .seconds(499)), state.lock.expire(at: .seconds(500)))
    #expect(!early && due)
    #expect(Self.press([.character("c")], &state, from: .seconds(501)) == [.bell])
    // A key that comes after the time opens nothing, even before anybody has looked at the clock.
    state.lock.open(at: .zero)
    #expect(Self.press([.character("P")], &state, from: .seconds(301)) == [.expired, .bell])
    #expect(!state.lock.isOpen)
  }

  @Test func tenThousandKeysLeadToNoVerbWhileLocked() {
    var random = SeededKeys()
    var state = Self.state()
    for place in 0..<10_000 {
      state.prompt?.drawn(at: .milliseconds(place * 500 - 400))
      for order in state.press(random.next(), at: .milliseconds(place * 500)) {
        switch order {
        case .act, .unlock, .reply: Issue.record("\(order)")
        default: break
        }
      }
    }
    #expect(!state.lock.isOpen)
  }

  @Test func aSecondVerbWaitsForTheFirst() {
    var state = Self.state(isOpen: true)
    state.isActing = true
    #expect(Self.press([.character("p"), .character("q")], &state) == [.bell, .bell])
    // The one verb that waits for none.
    #expect(Self.press([.character("P")], &state) == [.act(["panic"])])
    state.isPanicking = true
    #expect(Self.press([.character("P"), .character("q")], &state) == [.bell, .bell])
  }

  @Test func whatIsTypedForAQuestionThatHasGoneActsOnNothing() {
    var state = Self.state(isOpen: true)
    state.prompt = LivePrompt(.answer, "Type yes to send: ")
    state.dropQuestion(at: .seconds(10))
    #expect(state.prompt == nil)
    #expect(state.press(.character("n"), at: .seconds(10)) == [.bell])
    #expect(state.press(.character("p"), at: .seconds(11)) == [.bell])
    // Who types goes on; who has stopped for a while has seen it.
    #expect(state.press(.character("p"), at: .milliseconds(11_600)) == [.bell])
    #expect(state.prompt == nil)
    #expect(state.press(.character("p"), at: .milliseconds(12_400)) == [.act(["engine", "pause"])])
  }

  @Test func backTakesOneStepAtATime() {
    var state = Self.state()
    _ = Self.press([.character("z"), .character("/")] + Self.typed("btc"), &state)
    #expect(state.filters[.positions] == "btc")
    #expect(state.arrangement == .alone)
    _ = Self.press([.escape], &state)
    #expect(state.filters[.positions] == nil)
    #expect(state.arrangement == .alone)
    _ = Self.press([.escape], &state)
    #expect(state.arrangement == .whole)
  }

  @Test func choosingAPositionShowsItsChart() {
    var state = Self.state()
    _ = Self.press([.later, .character("t")], &state)
    #expect(state.chart == ChartChoice(symbol: "ETHUSDT", timeframe: .fiveMinutes))
    #expect(Self.press([.earlier, .enter], &state) == [.look([["positions", "show", "--", "p1"]])])
  }
}

/// Keys as somebody who leans on the keyboard presses them, the same each time.
private struct SeededKeys {
  private var state: UInt64 = 42

  mutating func next() -> PressedKey {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let number = Int(state >> 33)
    let others: [PressedKey] = [
      .enter, .escape, .tab, .backTab, .earlier, .later, .pageUp, .pageDown, .home, .end, .left, .right, .backspace,
      .pasteBegins, .pasteEnds, .function(1), .clear,
    ]
    return number % 4 == 0 ? others[number / 4 % others.count] : .character(Unicode.Scalar(UInt8(32 + number % 95)))
  }
}
