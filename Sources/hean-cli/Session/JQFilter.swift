import HeanCore
import Synchronization

/// `--jq`: what a command writes as JSON goes through the jq of this machine, without a shell.
final class JQFilter: Sendable {
  private let process: FilterProcess
  /// Takes the output of the command.
  let sink: Sink
  private let text: TerminalText
  private let output: Sink
  private let sent = Mutex<OperationResult?>(nil)

  /// - Returns: `nil` for a line without `--jq`.
  /// - Throws: before anything is asked or sent: when there is no jq, when it cannot read the expression, and for a command
  ///   that writes no JSON.
  init?(_ line: ParsedLine, of command: (any Command.Type)?, in context: Context) async throws {
    guard let expression = line.text(GlobalOptions.jq), !line.wantsHelp, !line.isVersionRequest,
      let command
    else { return nil }
    try Self.requireJSON(line, of: command)
    guard let program = SystemProgram.path("jq", context.environment) else {
      throw Self.missing
    }
    let environment = Settings.withoutSecrets(context.environment)
    let color = Settings.color.early(flag: line.text(Settings.color), context.environment)
    let isColoured = ColourDecision.isColoured(
      isTerminal: context.output.isTerminal, choice: color, environment: context.environment)
    // The space keeps an expression such as -1 from being read as an option.
    let arguments =
      [program, "-r", "--unbuffered", isColoured ? "-C" : "-M"] + (context.output.isTerminal ? [] : ["-c"])
      + [" " + expression]
    try await Self.check(arguments, environment)
    let output = context.output
    let text = TerminalText(isTerminal: output.isTerminal)
    self.text = text
    self.output = output
    let effect = (try? command.init(line))?.effect ?? command.effect
    // A stream may have no end at which it could be told, nor has a screen that is watched.
    let isEndless = effect == .streams
    let (errors, once) = (context.errors, OnlyOnce())
    do {
      process = try FilterProcess(arguments, environment: environment, mostSeconds: Self.mostSeconds) { said in
        guard isEndless, said.contains("\n"), once.isFirst("jq") else { return }
        try? errors.write(JSONText.compact(["note": .string("--jq: \(Self.problem(said))")]) + "\n")
      } put: { bytes in
        try output.writeBytes(text.cleaned(bytes))
      }
    } catch {
      throw Failure(.usage, "jq cannot be started", nextStep: "take --json and filter it elsewhere")
    }
    let process = process
    sink = Sink(
      isTerminal: false, write: { try process.write(Array($0.utf8)) }, writeBytes: { try process.write($0) },
      untilClosed: output.untilClosed)
  }

  /// An expression without an end is given up after so much work.
  private static let mostSeconds = 10

  static let missing = Failure(
    .usage, "--jq needs the program jq, and there is none on this machine",
    nextStep: "install it (Debian: apt-get install jq), or take --json and filter it elsewhere")

  /// Waits until jq has written all.
  /// - Throws: what kept its output from being written, and a mistake of the expression; both say so when something was sent.
  /// - Parameters:
  ///   - error: what the command threw.
  ///   - code: how it ended otherwise: what it has told as a failure is not covered by one of the filter.
  func end(insteadOf error: (any Error)? = nil, after code: ExitCode = .ok) async throws {
    let (end, errors, failure) = await process.end()
    if let rest = text.rest() { try? output.writeBytes(rest) }
    // An error of the command itself says more than what jq made of the rest.
    if let error, !Self.isAboutReader(error) { return }
    guard let problem = failure ?? problem(end, errors, isToldAlready: error != nil) else { return }
    if let sent = sent.withLock(\.self) {
      let failure = Failure(problem, url: "")
      throw Failure(
        unwritten: Failure(code == .ok ? .cannotWrite : code, failure.message), after: sent, besides: nil, url: "")
    }
    guard code == .ok || failure != nil else { return }
    throw problem
  }

  private func problem(_ end: ChildProcess.Outcome.End, _ errors: String, isToldAlready: Bool) -> (any Error)? {
    switch end {
    case .exited(code: 0): nil
    case _ where FilterProcess.isTimeOver(end):
      Failure(
        .temporary, "--jq: jq was ended after \(Self.mostSeconds) seconds of work",
        nextStep: "look at the JSON itself: --json")
    case .killed: isToldAlready ? nil : FileDescriptorWriter.Failure.pipeClosed
    case .exited:
      Failure(.usage, "--jq: \(Self.problem(errors))", nextStep: "look at the JSON itself: --json")
    }
  }

  /// Keeps what a verb has sent: what keeps its result from being written must not hide that.
  func note(_ result: OperationResult?) {
    if let result { sent.withLock { $0 = result } }
  }

  private static func isAboutReader(_ error: any Error) -> Bool {
    (error as? Failure)?.exit == .pipeClosed || (error as? FileDescriptorWriter.Failure) == .pipeClosed
  }

  private static func requireJSON(_ line: ParsedLine, of command: any Command.Type) throws(UsageError) {
    if let format = line.text(Settings.output).flatMap(OutputFormat.init), !format.isJSON {
      throw .contradiction(
        "--jq filters JSON, and --output \(format.rawValue) is none", nextStep: "leave one of them out")
    }
    guard command.writesJSON else {
      throw .contradiction(
        "'\(line.path.joined(separator: " "))' writes no JSON, so --jq has nothing to filter",
        nextStep: .help(on: line.path))
    }
  }

  /// Lets jq read the expression, without any input.
  private static func check(_ arguments: [String], _ environment: [String: String]) async throws {
    let outcome = try? await ChildProcess.run(
      arguments, environment: environment, deadline: .seconds(10), takesErrors: true)
    guard outcome?.end != .exited(code: 0) else { return }
    let said = outcome.map { String(decoding: $0.output, as: UTF8.self) } ?? ""
    throw Failure(
      .usage, "--jq: \(problem(said))", nextStep: "look at the JSON itself with --json; jq's manual: man jq")
  }

  /// The first line of what jq said, without its name.
  private static func problem(_ said: String) -> String {
    var line = said.split(whereSeparator: \.isNewline).first.map(String.init) ?? "jq failed and did not say why"
    for start in ["jq: ", "error: ", "error "] where line.hasPrefix(start) { line.removeFirst(start.count) }
    return sanitized(line)
  }
}
