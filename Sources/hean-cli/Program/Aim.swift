import Foundation
import HeanCore

/// Makes commands that are offered meet the engine that this run was about: pasted without its flags, a verb would reach
/// another one.
struct Aim: Sendable {
  /// As they were typed, ready for a shell; empty when the engine was not chosen on the command line.
  let flags: String
  /// For a command about the profile alone.
  let profile: String
  private let commands: Set<Substring>

  init(_ line: ParsedLine) {
    var words: [String] = []
    if line.flag(GlobalOptions.practice) { words.append("--practice") }
    for option in [
      GlobalOptions.profile, GlobalOptions.url, GlobalOptions.apiKeyFile, GlobalOptions.scenario, GlobalOptions.seed,
      GlobalOptions.speed, GlobalOptions.quirk,
    ] {
      for value in line.strings(option) { words += ["--\(option.name)", Self.quoted(value)] }
    }
    flags = words.joined(separator: " ")
    profile = line.string(GlobalOptions.profile).map { "--profile " + Self.quoted($0) } ?? ""
    commands = Set(Self.aimed.map { Substring($0) })
  }

  /// Commands that talk to an engine.
  private static let aimed = [
    "status", "why", "trace", "funnel", "ask", "positions", "orders", "strategies", "risk", "engine", "config", "panic",
    "account", "pnl", "health", "settings", "watch", "wait", "signals", "decisions", "events",
  ]

  /// The text with the flags in every command it names.
  func callAsFunction(_ text: String) -> String {
    guard !flags.isEmpty, text.contains("hean ") else { return text }
    var parts = text.components(separatedBy: "hean ")
    for index in parts.indices.dropFirst() {
      let word = parts[index].prefix { $0.isLetter || $0 == "-" }
      // A page of reasons offers commands in its turn.
      let isAimed =
        commands.contains(word) || parts[index].hasPrefix("practice reset")
        || parts[index].hasPrefix("help \(ReasonPages.name) ")
      let more = isAimed ? flags : word == LoginCommand.spec.name ? profile : ""
      if !more.isEmpty { parts[index] = more + " " + parts[index] }
    }
    return parts.joined(separator: "hean ")
  }

  /// A word for a shell.
  static func quoted(_ value: String) -> String {
    let isPlain = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:@%+=,".contains($0)) }
    return isPlain && !value.isEmpty ? value : "'" + value.replacing("'", with: "'\\''") + "'"
  }
}

extension CommandLines {
  init(_ aim: Aim) { self.init(flags: aim.flags, profileFlags: aim.profile) }
}

extension Session {
  var commands: CommandLines { CommandLines(aim) }
}
