import HeanCore

/// Says what is never answered, and the nearest thing that is known.
struct RefusalAnswer: Sendable {
  func fill(_ answer: inout QuestionAnswer) {
    answer.kind = .refused
    switch answer.reading.frame {
    case .forecast:
      answer.say("hean makes no forecasts: nobody knows where prices or results go.")
      answer.say(
        "What is known: where things stand now, and what an assumed move would do (ask for example: if btc drops 5 %).")
      answer.commands = [.query(.positions), .query(.risk)]
    case .advice:
      answer.say("hean does not recommend trades, positions or strategies.")
      answer.say(
        "What is known: how each strategy and position stands, and whether an operation is safe (ask for example: is it safe to reset)."
      )
      answer.commands = [.query(.compareStrategies), .query(.positions)]
    case .secret:
      answer.say("hean never shows keys, tokens or passwords, and the engine does not send them.")
      answer.commands = [.operation(.login)]
    default:
      answer.say("That is not about this engine. hean answers questions about its trading, its risk, and what to do.")
      answer.commands = [.query(.status), .query(.why)]
    }
  }
}
