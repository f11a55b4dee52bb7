import Foundation
import Glibc

@testable import HeanCore
@testable import HeanQuestions

/// Reads every known question, then again without each condition that held for it, one at a time. Writes a line for each
/// condition that held for some but not for many, with tabs between: its number, for how many questions it held, how many are
/// read in another way without it, how many of those are no longer right, become right, become misleading, and stop to
/// mislead. Begins with the condition whose number is its argument.
@main
struct Ablations {
  struct Seen: Equatable {
    var outcome: String
    var reading: String
    var doubt: String?
  }

  static let reader = QuestionReader()

  static func see(_ asked: KnownQuestion) -> Seen {
    let reading = reader.read(asked.text)
    return Seen(
      outcome: asked.judge(reading), reading: "\(reading)", doubt: QuestionDoubt(asked.text, reading)?.message)
  }

  static func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  static func main() throws {
    let first = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 0
    let questions = try KnownQuestion.all()
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
