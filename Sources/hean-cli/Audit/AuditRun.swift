import Foundation
import HeanCore

/// What one run of a verb left in the audit log.
struct AuditRun: Sendable {
  struct Line: Sendable {
    var step: Int
    var target: String
    var request: String?
    var body: JSONValue?
    /// `nil` when the run was killed before it could write one.
    var outcome: String?
    var seen: String?
    var engineSays: String?
    var requestID: String?
    var time: Date?
  }

  var id: String
  var time: Date?
  var verb: String?
  var title: String?
  var user: String?
  var host: String?
  var profile: String?
  var mode: String?
  var url: String?
  var reason: String?
  var argv: [String] = []
  var lines: [Line] = []
  /// What became of the whole, where the verb has a verdict of its own; `nil` also when it was killed before.
  var ending: String?
  /// What a panic left behind.
  var left: [String] = []

  init(id: String) { self.id = id }

  mutating func add(_ entry: JSONValue) {
    func text(_ key: String) -> String? { if case .string(let text)? = entry[key] { text } else { nil } }
    var step = 1
    if case .number(let number)? = entry["step"] { step = NSDecimalNumber(decimal: number).intValue }
    if text("kind") == "intent" {
      time = time ?? text("time").flatMap(EngineTime.parse)
      verb = text("verb")
      title = text("title")
      user = text("user")
      host = text("host")
      profile = text("profile")
      mode = text("mode")
      url = text("url")
      reason = text("reason")
      if case .array(let words)? = entry["argv"] { argv = words.map(\.words) }
      lines.append(
        Line(step: step, target: text("target") ?? "?", request: text("request"), body: entry["body"]))
    } else if text("kind") == "end" {
      ending = text("outcome")
      if case .array(let words)? = entry["left"] { left = words.map(\.words) }
    } else if let index = lines.lastIndex(where: { $0.step == step }) {
      lines[index].outcome = text("outcome")
      lines[index].seen = text("seen")
      lines[index].engineSays = text("engine_says")
      lines[index].requestID = text("request_id")
      lines[index].time = text("time").flatMap(EngineTime.parse)
    }
  }

  /// The verdict on the whole, or what all calls have in common.
  var outcome: String {
    if let ending { return ending }
    let words = lines.map { $0.outcome ?? "not recorded" }
    guard let first = words.first else { return "not recorded" }
    return words.allSatisfy { $0 == first } ? first : "mixed: " + Array(Set(words)).sorted().joined(separator: ", ")
  }
}
