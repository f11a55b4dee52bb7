import HeanCore

/// The full-screen console as a value: keys go in, orders come out. It has no terminal, no clock and no engine.
struct LiveState: Sendable {
  /// How the panes of a workspace share the screen.
  enum Arrangement: Sendable, Equatable {
    case whole, alone
    /// The focused pane and another one.
    case beside(PaneKind)
  }

  let keys: KeyMap
  /// What has to be typed to unlock.
  let name: String
  /// Whether no verb may be run at all.
  let isReadOnly: Bool
  /// Whether a record is played.
  var isReplay = false
  var lock: ConsoleLock
  var workspace = Workspace.overview
  var arrangement = Arrangement.whole
  var chart: ChartChoice
  var prompt: LivePrompt?
  var overlay: LiveOverlay?
  /// The last line of the screen, until the next key.
  var notice: (text: String, style: Style)?
  /// Whether a verb is under way.
  var isActing = false
  /// Whether a panic is: nothing else begins beside it.
  var isPanicking = false
  /// `nil` before the engine has told it.
  var mode: OperatingMode?
  var columns: Int
  var rows: Int

  private(set) var focus: [Workspace: PaneKind] = [:]
  /// The key of the chosen row of each pane.
  private(set) var chosen: [PaneKind: String] = [:]
  var filters: [PaneKind: String] = [:]
  /// The first row in sight of each pane, as it was drawn last.
  var tops: [PaneKind: Int] = [:]
  /// The rows that pass the filter, in the order of the screen.
  private(set) var targets: [PaneKind: [RowTarget]] = [:]
  /// The key of the row that is marked on the screen, where the operator has chosen none.
  private var marked: [PaneKind: String] = [:]
  var typed: [String] = []
  private(set) var isPasting = false
  /// Until when keys are still meant for a question that has gone by itself.
  private var deafUntil: Duration?

  /// How long people who type have not seen yet that the question has gone, and how soon their next key comes.
  private static let (surprise, typing) = (Duration.milliseconds(1_500), Duration.milliseconds(700))

  /// A question goes without its answer: what is being typed for it means nothing else.
  mutating func dropQuestion(at now: Duration) {
    guard prompt?.kind == .answer else { return }
    prompt = nil
    deafUntil = now + Self.surprise
  }

  /// The most typed lines that are remembered.
  static let mostTyped = 200

  init(
    keys: KeyMap, name: String, isReadOnly: Bool, lock: ConsoleLock, chart: ChartChoice, columns: Int, rows: Int
  ) {
    self.keys = keys
    self.name = name
    self.isReadOnly = isReadOnly
    self.lock = lock
    self.chart = chart
    self.columns = columns
    self.rows = rows
  }

  // MARK: Panes

  /// Rows of the header and of the footer.
  var headerRows: Int { rows < 14 ? 1 : 2 }
  var bodyRows: Int { max(0, rows - headerRows - 1) }

  var layout: PaneLayout {
    switch arrangement {
    case .whole: whole
    case .alone: .pane(focused)
    case .beside(let other):
      columns >= 100
        ? .columns([PaneLayout.weight(1, focused), PaneLayout.weight(1, other)])
        : .rows([PaneLayout.weight(1, focused), PaneLayout.weight(1, other)])
    }
  }

  private var whole: PaneLayout { .of(workspace, columns: columns, rows: bodyRows) }

  /// The pane that keys are about.
  var focused: PaneKind {
    let kinds = whole.kinds
    let wanted = focus[workspace] ?? workspace.first
    return kinds.contains(wanted) ? wanted : kinds.first ?? wanted
  }

  /// The chosen row of a pane; `nil` without rows.
  func place(in kind: PaneKind) -> Int? {
    guard let rows = targets[kind], !rows.isEmpty else { return nil }
    return (chosen[kind] ?? marked[kind]).flatMap { key in rows.firstIndex { $0.key == key } } ?? 0
  }

  func target(in kind: PaneKind) -> RowTarget? { place(in: kind).flatMap { targets[kind]?[$0] } }

  /// The rows that a pane shows now. A chosen row that is gone hands over to the one that stands in its place.
  /// - Parameter selected: the key of the row that is marked; `nil` when none is.
  mutating func show(_ rows: [RowTarget], in kind: PaneKind, selected: String?) {
    let place = place(in: kind)
    let isGone = chosen[kind].map { key in !rows.contains { $0.key == key } } ?? false
    targets[kind] = rows
    if isGone, let place, !rows.isEmpty {
      chosen[kind] = rows[min(place, rows.count - 1)].key
    } else if let selected {
      marked[kind] = selected
    }
  }

  private mutating func move(_ by: Int) {
    let kind = focused
    guard let rows = targets[kind], let place = place(in: kind) else { return }
    let target = rows[max(0, min(rows.count - 1, place.addingReportingOverflow(by).partialValue))]
    chosen[kind] = target.key
    if kind != .prices || whole.kinds.contains(.chart), let symbol = target.symbol { chart.symbol = symbol }
  }

  // MARK: Keys

  /// - Parameter now: when the key was pressed, by a monotonic clock.
  mutating func press(_ key: PressedKey, at now: Duration) -> [LiveOrder] {
    switch key {
    case .pasteBegins:
      isPasting = true
      if prompt?.isConsent == true { return refusePaste() }
      return []
    case .pasteEnds:
      isPasting = false
      return []
    default: break
    }
    if let end = deafUntil {
      if now < end, key != .escape {
        deafUntil = max(end, now + Self.typing)
        return [.bell]
      }
      deafUntil = nil
    }
    // A key that comes too late finds the console locked, whenever the clock was looked at last.
    if lock.expire(at: now) { return [.expired] + pressed(key, at: now) }
    lock.touch(at: now)
    return pressed(key, at: now)
  }

  private mutating func pressed(_ key: PressedKey, at now: Duration) -> [LiveOrder] {
    if prompt != nil { return pressInPrompt(key, at: now) }
    // A paste is text, and here is no place for text.
    guard !isPasting, let action = keys.action(key) else { return [] }
    notice = nil
    return overlay == nil ? press(action) : pressOverOverlay(action)
  }

  mutating func refusePaste() -> [LiveOrder] {
    notice = ("a paste is no answer: type it", .warning)
    return [.bell]
  }

  private mutating func press(_ action: KeyAction) -> [LiveOrder] {
    if let workspace = action.workspace {
      self.workspace = workspace
      arrangement = .whole
      return []
    }
    if let move = action.replayMove { return replay(move) }
    switch action {
    case .next: step(1)
    case .previous: step(-1)
    case .up: move(-1)
    case .down: move(1)
    case .pageUp: move(-max(1, bodyRows / 2))
    case .pageDown: move(max(1, bodyRows / 2))
    case .top: move(Int.min / 2)
    case .bottom: move(Int.max / 2)
    case .maximise: arrangement = arrangement == .alone ? .whole : .alone
    case .split: arrangement = arrangement == .whole ? .beside(following(1)) : .whole
    case .back:
      if filters[focused] != nil { filters[focused] = nil } else { arrangement = .whole }
    case .timeframe: chart.timeframe = chart.timeframe.longer
    case .open: return look(target(in: focused)?.looks ?? Self.looks(of: focused))
    case .copy: return [.copy(shownCommands)]
    case .filter: prompt = LivePrompt(.filter, "rows with: ")
    case .command where isActing: return mayAct(.command) ? [] : [.bell]
    case .command: prompt = LivePrompt(.command, ":", history: typed)
    case .note where isReplay:
      notice = ("a note is about now, and a record is shown", .warning)
      return [.bell]
    case .note: prompt = LivePrompt(.note, "note for the audit log: ")
    case .unlock: return askToUnlock()
    case .lock: return lock.isOpen ? [.lock] : []
    case .help: overlay = LiveOverlay(title: "Keys", lines: keys.help)
    case .quit: return quit()
    case .repaint: return [.repaint]
    // Who reads the terminal takes this key for itself.
    case .suspend: break
    case .close, .cancel, .toggle, .pause, .panic, .overview, .positions, .risk, .market, .pipeline, .events:
      return action.acts ? act(action) : []
    case .hold, .lookBack, .lookOn, .earlier, .later, .slower, .faster: break
    }
    return []
  }

  private mutating func replay(_ move: ReplayMove) -> [LiveOrder] {
    guard isReplay else {
      notice = ("only while a record is played (--replay TIME)", .warning)
      return [.bell]
    }
    return [.replay(move)]
  }

  private func look(_ commands: [[String]]) -> [LiveOrder] { commands.isEmpty ? [.bell] : [.look(commands)] }

  mutating func quit() -> [LiveOrder] {
    guard !isActing else {
      notice = ("a command that changes the engine is under way; kill hean from outside if you must", .warning)
      return [.bell]
    }
    return [.quit]
  }

  private mutating func act(_ action: KeyAction) -> [LiveOrder] {
    guard mayAct(action) else { return [.bell] }
    switch action {
    case .pause: return [.act(["engine", "pause"])]
    case .panic: return [.act(["panic"])]
    default: break
    }
    let kind: PaneKind = action == .close ? .positions : action == .cancel ? .orders : .strategies
    // Only a row that is marked on the screen.
    guard focused == kind, let verb = target(in: kind)?.verbs[action] else {
      notice = ("choose a row of \(kind.rawValue) first: \(keys.name(of: .next)) changes the pane", .warning)
      return [.bell]
    }
    return [.act(verb)]
  }

  /// Whether a verb may begin; tells why not. A panic waits for no other verb.
  mutating func mayAct(_ action: KeyAction) -> Bool {
    if isReplay {
      notice = ("a record is played: nothing is sent to the engine of now", .warning)
    } else if isReadOnly {
      notice = ("read-only: nothing here changes the engine", .warning)
    } else if !lock.isOpen {
      notice = ("locked: \(keys.name(of: .unlock)) unlocks", .warning)
    } else if isPanicking {
      notice = ("a panic is under way", .warning)
    } else if isActing, action != .panic {
      notice = (
        "another command that changes the engine is under way; only a panic (\(keys.name(of: .panic))) waits for none",
        .warning
      )
    } else {
      return true
    }
    return false
  }

  mutating func askToUnlock() -> [LiveOrder] {
    guard !isReadOnly else {
      notice = ("read-only: there is nothing to unlock", .warning)
      return [.bell]
    }
    let place = mode.map { " (\($0.label))" } ?? ""
    prompt = LivePrompt(
      .unlock, "type \(name) to unlock keys that act on it\(place) for \(Spans.short(lock.span.decimalSeconds)): ")
    return []
  }

  private mutating func step(_ by: Int) {
    focus[workspace] = following(by)
    if case .beside(let other) = arrangement { arrangement = .beside(other == focused ? following(1) : other) }
  }

  private func following(_ by: Int) -> PaneKind {
    let kinds = whole.kinds
    let place = kinds.firstIndex(of: focused) ?? 0
    return kinds[(place + by + kinds.count) % kinds.count]
  }

  private mutating func pressOverOverlay(_ action: KeyAction) -> [LiveOrder] {
    switch action {
    case .up, .down, .pageUp, .pageDown, .top, .bottom:
      scroll(action)
      return []
    case .repaint, .suspend, .copy, .note, .lock: return press(action)
    case .quit where isActing: return press(action)
    case .panic where isActing: return act(action)
    default: break
    }
    // What a verb tells stays on the screen until it has ended.
    guard !isActing else {
      notice = ("a command that changes the engine is under way", .warning)
      return [.bell]
    }
    if [.command, .unlock].contains(action) { return press(action) }
    let orders = overlay?.run.map { [LiveOrder.dismiss($0)] } ?? []
    overlay = nil
    // What was opened last is closed first.
    return [.back, .open, .help, .quit].contains(action) ? orders : orders + press(action)
  }

  mutating func scroll(_ action: KeyAction) {
    let page = max(1, bodyRows - 2)
    switch action {
    case .up: overlay?.scroll(-1, rows: page)
    case .down: overlay?.scroll(1, rows: page)
    case .pageUp: overlay?.scroll(-page, rows: page)
    case .pageDown: overlay?.scroll(page, rows: page)
    case .top: overlay?.scroll(-LiveOverlay.most, rows: page)
    default: overlay?.scroll(LiveOverlay.most, rows: page)
    }
  }
}

extension Timeframe {
  /// The next longer one; after the longest the shortest.
  fileprivate var longer: Timeframe {
    let all = Timeframe.allCases.sorted { $0.seconds < $1.seconds }
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + 1) % all.count]
  }
}
