import Foundation

@testable import HeanCore

extension EngineSnapshot {
  /// Both verdicts and the steps.
  func judged(
    _ past: PastAttempts = PastAttempts(), scope: DiagnosisScope = DiagnosisScope(), now: Date = Seen.now
  ) -> Judgement {
    Judgement(self, Diagnosis(self, scope: scope, tried: past, now: now), past: past, now: now)
  }
}
