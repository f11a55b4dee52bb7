/// The examples of `Examples/` as `FrameClassifier` counts in them: a line of stems each, with the class of those that stand
/// for others. Made by `Learning`; a test holds them to the utterances.
enum LearnedExamples {
  static func text(_ frame: QuestionFrame) -> String {
    switch frame {
    case .figure: figure
    case .list: list
    case .compare: compare
    case .state: state
    case .why: why
    case .howTo: howTo
    case .define: define
    case .difference: difference
    case .safe: safe
    case .when: when
    case .who: who
    case .whatIf: whatIf
    case .forecast: forecast
    case .advice: advice
    case .secret: secret
    case .outside: outside
    }
  }
}
