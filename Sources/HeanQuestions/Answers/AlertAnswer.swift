import HeanCore

/// Answers a wish to be told of something with the alert that does it.
extension AlertWish {
  func fill(_ answer: inout QuestionAnswer) {
    switch subject {
    case .condition(let text, let name):
      if text.contains(" change "), text.contains("> "), name.hasSuffix("-moves") {
        answer.say("This alert is of a rise; a fall is another one, with < and a minus.")
      }
      answer.say("An alert tells of it, as long as somebody watches: in the terminal, and to every receiver.")
      answer.commands = [.query(.alertAdd, name, options: .trigger(text)), .query(.alertRun)]
    case .check(let check):
      answer.say("The alert \(check.rawValue) tells of it without being added, as long as somebody watches.")
      answer.commands = [.query(.alertRun), .query(.alertList)]
    }
  }
}
