import HeanCore

/// The verdicts on an engine in a few words and figures, for a row beside those of other engines.
struct EngineVerdict: Sendable {
  var money: MoneyVerdict
  var trading: Diagnosis.Verdict
  /// The gate that decides, in words; `nil` when none does.
  var gate: String?

  init(_ diagnosis: Diagnosis, _ judgement: Judgement) {
    money = judgement.money
    trading = diagnosis.verdict
    gate = diagnosis.decisive?.id.message
  }
}
