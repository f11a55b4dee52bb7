import Foundation
import Glibc

@testable import HeanCore
@testable import HeanQuestions

/// Reads every labelled question and every example, then again without each condition that held for it, one at a time. Writes a
/// line for each condition that held for some of them but not for many, with tabs between: its number, for how many questions it held, how many are read in another way
/// without it, how many of those are no longer right, become right, become misleading, and stop to mislead. Begins with the
/// condition whose number is its argument.
@main
struct Ablations {
  struct Asked {
    var text: String
    var judge: (QuestionReading) -> String
  }

  struct Seen: Equatable {
    var outcome: String
    var reading: String
    var doubt: String?
  }

  static let reader = QuestionReader()

  static func see(_ asked: Asked) -> Seen {
    let reading = reader.read(asked.text)
    return Seen(
      outcome: asked.judge(reading), reading: "\(reading)", doubt: QuestionDoubt(asked.text, reading)?.message)
  }

  static func questions() throws -> [Asked] {
    var all: [Asked] = []
    for set in ["unseen", "development", "hard"] {
      for question in try LabelledQuestion.all(set) {
        all.append(Asked(text: question.text) { question.outcome($0).rawValue })
      }
    }
    let examples = Fixtures.root.deletingLastPathComponent().appending(path: "Sources/HeanQuestions/Examples")
    var known: Set<String> = []
    for frame in QuestionFrame.allCases {
      let file = examples.appending(path: "\(frame.rawValue).txt")
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let about = String(line.prefix { $0 != ":" })
        let text = String(line.drop { $0 != ":" }.dropFirst(2))
        guard known.insert(text).inserted else { continue }
        all.append(
          Asked(text: text) { reading in
            let found = reading.metric?.rawValue ?? reading.topic?.rawValue
            return reading.frame == frame && (about == "?" || found == nil || found == about) ? "right" : "other"
          })
      }
    }
    for text in try LabelledQuestion.ofTests() { all.append(Asked(text: text) { _ in "held" }) }
    return all
  }

  static func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  static func main() throws {
    let first = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 0
    let questions = try questions()
    var held = [[Int]](repeating: [], count: Ablation.count)
    var before: [Seen] = []
    for (place, question) in questions.enumerated() {
      Ablation.begin()
      before.append(see(question))
      for number in Ablation.held() { held[number].append(place) }
    }
    // What holds for many is needed, and would take long.
    for number in 0..<Ablation.count where number >= first && held[number].count <= 600 {
      // Without a condition a loop may not end; what kills this process names the condition.
      alarm(30)
      tell("begins \(number)")
      var counts = (changed: 0, lost: 0, gained: 0, misled: 0, cleared: 0)
      for place in held[number] {
        Ablation.begin(without: number)
        let now = see(questions[place])
        guard now != before[place] else { continue }
        counts.changed += 1
        // What the tests say of a question has to stay as it is.
        if now.outcome == "held" { counts.lost += 1 }
        if before[place].outcome == "right", now.outcome != "right" { counts.lost += 1 }
        if before[place].outcome != "right", now.outcome == "right" { counts.gained += 1 }
        if before[place].outcome != "wrong", now.outcome == "wrong" { counts.misled += 1 }
        if before[place].outcome == "wrong", now.outcome != "wrong" { counts.cleared += 1 }
      }
      let fields = [
        number, held[number].count, counts.changed, counts.lost, counts.gained, counts.misled, counts.cleared,
      ]
      tell(fields.map(String.init).joined(separator: "\t"))
    }
  }
}
