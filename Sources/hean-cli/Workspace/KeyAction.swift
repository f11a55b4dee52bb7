/// What a key of the full-screen console does. The name of a case is its name in a profile (`live_keys`).
enum KeyAction: String, CaseIterable, Sendable {
  case overview, positions, risk, market, pipeline, events
  case next, previous, up, down, pageUp, pageDown, top, bottom, open, back, maximise, split
  case filter, command, copy, note, timeframe, repaint, suspend, help, quit
  case unlock, lock
  case hold, lookBack, lookOn, earlier, later, slower, faster
  case close, cancel, toggle, pause, panic

  /// The heading in the page of keys under which it stands.
  enum Group: String, CaseIterable, Sendable {
    case screens = "Screens"
    case choosing = "Moving"
    case asking = "Looking closer"
    case console = "The console"
    case replay = "While a record is played (live --replay)"
    case acting = "Acting (only unlocked; each shows its plan and asks)"
  }

  /// A row of the table of keys.
  struct Row: Sendable {
    var action: KeyAction
    var group: Group
    /// Names of its keys; the first is the one that a profile can change.
    var keys: [String]
    /// What it does, in a few words.
    var words: String
  }

  /// The one table: it dispatches, it is drawn as help, and a profile can give its actions other keys.
  static let table: [Row] = [
    Row(action: .overview, group: .screens, keys: ["1"], words: "the whole picture"),
    Row(action: .positions, group: .screens, keys: ["2"], words: "positions and orders"),
    Row(action: .risk, group: .screens, keys: ["3"], words: "risk states, equity, gates"),
    Row(action: .market, group: .screens, keys: ["4"], words: "prices and a chart"),
    Row(action: .pipeline, group: .screens, keys: ["5"], words: "signal to fill, and what was lost where"),
    Row(action: .events, group: .screens, keys: ["6"], words: "what happened"),
    Row(action: .next, group: .choosing, keys: ["tab"], words: "next pane"),
    Row(action: .previous, group: .choosing, keys: ["back-tab"], words: "previous pane"),
    Row(action: .up, group: .choosing, keys: ["up", "k"], words: "row above"),
    Row(action: .down, group: .choosing, keys: ["down", "j"], words: "row below"),
    Row(action: .pageUp, group: .choosing, keys: ["page-up"], words: "a page up"),
    Row(action: .pageDown, group: .choosing, keys: ["page-down", "space"], words: "a page down"),
    Row(action: .top, group: .choosing, keys: ["home", "g"], words: "first row"),
    Row(action: .bottom, group: .choosing, keys: ["end", "G"], words: "last row"),
    Row(action: .maximise, group: .choosing, keys: ["z"], words: "this pane alone, and back"),
    Row(action: .split, group: .choosing, keys: ["v"], words: "this pane and the next, and back"),
    Row(action: .open, group: .asking, keys: ["enter"], words: "all about this row: evidence, trace, chart"),
    Row(action: .back, group: .asking, keys: ["escape"], words: "back"),
    Row(action: .filter, group: .asking, keys: ["/"], words: "only rows with these words"),
    Row(action: .timeframe, group: .asking, keys: ["t"], words: "longer bars in the chart"),
    Row(action: .command, group: .asking, keys: [":"], words: "run a command of hean; tab completes"),
    Row(action: .copy, group: .asking, keys: ["y"], words: "the command for what is shown, also to the clipboard"),
    Row(action: .note, group: .console, keys: ["n"], words: "write a note into the audit log"),
    Row(action: .unlock, group: .console, keys: ["U"], words: "unlock, so that keys can act"),
    Row(action: .lock, group: .console, keys: ["L"], words: "lock again"),
    Row(action: .repaint, group: .console, keys: ["ctrl-l"], words: "draw everything again"),
    Row(action: .suspend, group: .console, keys: ["ctrl-z"], words: "to the shell; fg comes back"),
    Row(action: .help, group: .console, keys: ["?", "f1"], words: "this page"),
    Row(action: .quit, group: .console, keys: ["q", "ctrl-c"], words: "leave"),
    Row(action: .hold, group: .replay, keys: ["r"], words: "hold, and go on"),
    Row(action: .lookBack, group: .replay, keys: ["["], words: "a look back"),
    Row(action: .lookOn, group: .replay, keys: ["]"], words: "a look on"),
    Row(action: .earlier, group: .replay, keys: ["{"], words: "10 minutes back"),
    Row(action: .later, group: .replay, keys: ["}"], words: "10 minutes on"),
    Row(action: .slower, group: .replay, keys: ["-"], words: "slower"),
    Row(action: .faster, group: .replay, keys: ["+"], words: "faster"),
    Row(action: .close, group: .acting, keys: ["c"], words: "close the chosen position"),
    Row(action: .cancel, group: .acting, keys: ["x"], words: "cancel the chosen order"),
    Row(action: .toggle, group: .acting, keys: ["s"], words: "switch the chosen strategy off or on"),
    Row(action: .pause, group: .acting, keys: ["p"], words: "pause the engine; the plan says what that stops"),
    Row(action: .panic, group: .acting, keys: ["P"], words: "panic: stop, cancel, close everything"),
  ]

  /// Whether it leads to a verb, so that it does nothing while the console is locked.
  var acts: Bool { Self.table.contains { $0.action == self && $0.group == .acting } }

  /// What it does while a record is played; `nil` for all others.
  var replayMove: ReplayMove? {
    switch self {
    case .hold: .hold
    case .lookBack: .looks(-1)
    case .lookOn: .looks(1)
    case .earlier: .seconds(-600)
    case .later: .seconds(600)
    case .slower: .slower
    case .faster: .faster
    default: nil
    }
  }

  /// The workspace that it shows.
  var workspace: Workspace? {
    Workspace.allCases.first { $0.name == rawValue }
  }
}
