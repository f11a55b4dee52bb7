import HeanCore
import Synchronization

/// What the terminal shows, and what it says of itself.
struct DoctorTerminal: Sendable {
  let session: Session

  func finding() async -> DoctorFinding {
    let context = session.context
    guard context.output.isTerminal else {
      return DoctorFinding(.terminal, .skip, "standard output is no terminal")
    }
    let environment = context.environment
    let term = environment["TERM"] ?? ""
    guard ColourDecision.knowsSequences(environment) else {
      return DoctorFinding(
        .terminal, .warn, "TERM is '\(visible(term))': no colours, and nothing is drawn in place",
        remedy: "export TERM=xterm-256color, if this terminal is one")
    }
    var words: [String] = []
    var problems: [(seen: String, remedy: Guidance)] = []
    let size = context.terminalSize()
    words.append(size.map { "\($0.columns)x\($0.rows)" } ?? "size not told")
    if let size, size.columns < 80 || size.rows < 24 {
      problems.append(("screens are made for 80x24 or more", "make the window larger"))
    }
    words.append(colours)
    switch BlockGlyphs.isUTF8(environment) {
    case true: words.append("UTF-8")
    case nil: words.append("no locale is set, UTF-8 is taken for granted")
    default:
      words.append("ASCII")
      problems.append(("the locale is not UTF-8, so screens are ASCII", "export LC_ALL=C.UTF-8"))
    }
    words.append(await answers())
    let seen = ([term] + words + problems.map(\.seen)).joined(separator: ", ")
    return DoctorFinding(.terminal, problems.isEmpty ? .ok : .warn, seen, remedy: problems.first?.remedy)
  }

  private var colours: String {
    let environment = session.context.environment
    switch ColourDecision.depth(
      isTerminal: true, choice: session.settings.color.value, environment: environment)
    {
    case .direct: return "24-bit colours"
    case .indexed: return "256 colours"
    case .sixteen: return "16 colours"
    case nil: return environment["NO_COLOR"]?.isEmpty == false ? "no colours (NO_COLOR)" : "no colours"
    }
  }

  /// What it answers to DA1 and to DECRQM of mode 2026.
  private func answers() async -> String {
    let context = session.context
    guard context.input.isTerminal else { return "not asked what it can do: standard input is no terminal" }
    // The system stops a program in the background that sets up the terminal.
    guard Terminal.isInFront(0) else { return "not asked what it can do: hean is in the background" }
    let told = Mutex<TerminalAnswer?>(nil)
    let end = await session.check(.terminal, within: .seconds(2)) {
      try await context.input.withDrawing { terminal in
        let answer = try await terminal.ask(context.elapsed)
        told.withLock { $0 = answer }
      }
    }
    guard case .success? = end, let answer = told.withLock({ $0 }) else { return "it cannot be asked what it can do" }
    guard answer.attributes != nil || answer.isSynchronized != nil else {
      return "it tells nothing of itself (DA1)"
    }
    let attributes = answer.attributes.map { "DA1 \($0)" } ?? "no DA1"
    switch answer.isSynchronized {
    case true: return "\(attributes), whole frames (2026)"
    case false: return "\(attributes), no whole frames (2026)"
    default: return "\(attributes), nothing on 2026"
    }
  }
}
