import Foundation

@testable import HeanCore
@testable import HeanQuestions

/// Reads every known question, and writes a line for each: the set, what became of it, how it was read, what was not understood
/// of it, and the question, with tabs between them. To be compared before and after a change.
@main
struct Readings {
  static func main() throws {
    let reader = QuestionReader()
    for question in try KnownQuestion.all() {
      let reading = reader.read(question.text)
      let doubt = QuestionDoubt(question.text, reading).map { "\($0)" } ?? "-"
      let fields = [question.set, question.judge(reading), "\(reading)", doubt, question.text].map {
        $0.replacing("\n", with: " ").replacing("\t", with: " ")
      }
      print(fields.joined(separator: "\t"))
    }
  }
}
