import Foundation
import HeanCore

/// Makes commands that are offered meet the engine that this run was about: pasted without its flags, a verb would reach
/// another one.
struct Aim: Sendable {
  /// As they were typed, ready for a shell; empty when the engine was not chosen on the command line.
  let flags: String
  /// For a command about the profile alone.
  let profile: String

  init(_ chosen: TargetFlags) {
    flags = chosen.words.map(Self.quoted).joined(separator: " ")
    profile = chosen.profile.map { "--profile " + Self.quoted($0) } ?? ""
  }

  /// The text with the flags in every command it names.
  func callAsFunction(_ text: String) -> String {
    guard !flags.isEmpty, text.contains("hean ") else { return text }
    var parts = text.components(separatedBy: "hean ")
    for index in parts.indices.dropFirst() {
      let word = parts[index].prefix { $0.isLetter || $0 == "-" }
      // A page of reasons offers commands in its turn.
      let isAimed =
        CommandTable.carriesTarget(Self.words(parts[index]))
        || parts[index].hasPrefix("help \(ReasonPages.name) ")
      let more = isAimed ? flags : word == LoginCommand.spec.name ? profile : ""
      if !more.isEmpty { parts[index] = more + " " + parts[index] }
    }
    return parts.joined(separator: "hean ")
  }

  /// The words that a text begins with, up to the first that ends otherwise than with a space.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var rest = text[...]
    while case let word = rest.prefix(while: { $0.isLetter || $0 == "-" }), !word.isEmpty {
      words.append(String(word))
      rest = rest.dropFirst(word.count)
      guard rest.first == " " else { break }
      rest = rest.dropFirst()
    }
    return words
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
