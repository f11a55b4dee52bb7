import Foundation

@testable import HeanConsole

/// What kind of step an operator is offered, whatever its operands and words are.
enum StepClass: String, Decodable, CaseIterable, Sendable {
  case close, panic, look, wait, start, restart, resume, reset, clear, enable, stop, kill, trigger, pause, disable
  case limits, process, practice, none
  case closeAll = "close-all"
  /// Words that send the operator to the exchange itself.
  case exchange
  /// Orders are cancelled; in the table it is right nowhere.
  case cancel
  /// Anything else.
  case other

  /// First steps that alarm where nothing is at risk.
  static let alarms: Set<StepClass> = [.close, .closeAll, .panic, .exchange]

  /// - Parameter step: an offered step as people read it: a command line, words, or words with a command line in them.
  init(of step: String?) {
    guard let step, !step.allSatisfy(\.isWhitespace) else {
      self = .none
      return
    }
    let text = step.lowercased()
    let words = text.split { $0.isWhitespace }.map(String.init)
    let commandAt = words.firstIndex(of: "hean")
    if commandAt == 0 || commandAt == nil && Self.topics.contains(words[0]), let command = Self(command: words) {
      self = command
      return
    }
    // Words in front of a command are the step themselves, if they tell the operator to do something else first.
    let before = words.prefix(commandAt ?? words.count).joined(separator: " ")
    let isOwnStep = commandAt == nil || Self.imperatives.contains(Self.bare(words[0]))
    if before.hasPrefix("wait") {
      self = .wait
    } else if isOwnStep, Self.names(before, ["exchange"]) {
      self = .exchange
    } else if isOwnStep, Self.names(before, ["engine's log", "process", "environment variable"]) {
      self = .process
    } else if let commandAt, let command = Self(command: Array(words[commandAt...])) {
      self = command
    } else {
      self = before.hasPrefix("nothing") || before.hasPrefix("no step") ? .none : .other
    }
  }

  private static let imperatives: Set = [
    "look", "check", "close", "act", "see", "go", "open", "read", "restart", "end", "ask", "change", "set", "cancel",
  ]

  private static func names(_ text: String, _ nouns: [String]) -> Bool { nouns.contains { text.contains($0) } }

  /// First words of command lines.
  private static let topics = Set(CommandTable.entries.compactMap(\.path.first))

  private init?(command words: [String]) {
    let paths = Set(CommandTable.entries.map(\.path))
    guard let begin = words.firstIndex(where: { Self.topics.contains(Self.bare($0)) }) else { return nil }
    let rest = words[begin...].map(Self.bare)
    let path = (1...min(3, rest.count)).reversed().lazy.map { Array(rest.prefix($0)) }.first { paths.contains($0) }
    guard !words.contains("--dry-run") else {
      self = .look
      return
    }
    self = (path ?? [rest[0]]).withVerb
  }

  /// A word without the punctuation of a sentence around it.
  private static func bare(_ word: String) -> String {
    word.trimmingCharacters(in: CharacterSet(charactersIn: ".,:;'\"()"))
  }
}

extension [String] {
  /// The class of a command by its path.
  fileprivate var withVerb: StepClass {
    switch self {
    case ["positions", "close"]: .close
    case ["positions", "close-all"]: .closeAll
    case ["panic"]: .panic
    case ["wait"]: .wait
    case ["engine", "start"]: .start
    case ["engine", "restart"]: .restart
    case ["engine", "resume"]: .resume
    case ["engine", "stop"], ["engine", "lock-profit"]: .stop
    case ["engine", "kill"]: .kill
    case ["engine", "pause"]: .pause
    case ["engine", "reset-halt"], ["risk", "killswitch", "reset"]: .reset
    case ["risk", "killswitch", "trigger"]: .trigger
    case ["risk", "governor", "clear"]: .clear
    case ["risk", "quarantine"], ["strategies", "disable"]: .disable
    case ["strategies", "enable"]: .enable
    case ["risk", "limits", "set"], ["config", "set"]: .limits
    case ["practice", "reset"], ["practice", "serve"]: .practice
    case ["orders", "cancel"], ["orders", "cancel-all"]: .cancel
    case ["orders", "place"], ["orders", "test-roundtrip"], ["login"]: .other
    default: .look
    }
  }
}
