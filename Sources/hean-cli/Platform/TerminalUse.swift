/// What a terminal in raw mode is used for: what it is told when that begins, and when it ends.
enum TerminalUse: Int32, Sendable {
  /// A line that is edited; pastes are marked.
  case keys
  /// A screen drawn over the window, which stays in sight afterwards.
  case drawing
  /// A screen of its own beside the one of the shell, which is as it was afterwards. Pastes are marked.
  case screen

  var begin: StaticString {
    switch self {
    case .keys: "\u{1B}[?2004h"
    case .drawing: "\u{1B}[?25l"
    case .screen: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h"
    }
  }

  var end: StaticString {
    switch self {
    case .keys: "\u{1B}[?2004l"
    case .drawing: "\u{1B}[?2026l\u{1B}[?7h\u{1B}[m\u{1B}[?25h"
    case .screen: Self.everythingBack
    }
  }

  /// The end in the middle of a frame, when a signal stops the program. In a signal handler, too: these are constants.
  var cut: StaticString {
    switch self {
    case .keys, .screen: end
    // The shell goes on in the last row, where the keys were told.
    case .drawing: "\u{1B}[?2026l\u{1B}[?7h\u{1B}[m\u{1B}[?25h\u{1B}[999;1H\u{1B}[K"
    }
  }

  /// Sets back whatever hean asks of a terminal. The attributes come last: leaving the screen brings back those from before.
  static var everythingBack: StaticString {
    "\u{1B}[?2026l\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l\u{1B}[m"
  }
}
