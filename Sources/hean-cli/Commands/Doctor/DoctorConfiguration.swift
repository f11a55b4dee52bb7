import HeanCore

/// Whether the configuration can be used, and which engine it names.
struct DoctorConfiguration: Sendable {
  let session: Session

  func finding() -> DoctorFinding {
    if let trouble = session.configurationTrouble {
      var failure = session.failure(trouble)
      if session.isEngineKnown {
        failure.message += "; going on with \(session.sourceURL), which the command line or the environment names"
      }
      return DoctorFinding(.configuration, failed: failure)
    }
    let notes = session.configuration.warnings.map(\.message) + session.settings.notes
    let engine = session.profile.map { "profile \($0), " } ?? ""
    var finding = DoctorFinding(
      .configuration, .ok, "\(engine)\(session.sourceURL) (\(session.settings.engine.origin))")
    guard !notes.isEmpty else { return finding }
    finding.state = .warn
    finding.seen = notes.joined(separator: "; ")
    finding.remedy = "correct it there; what is in use, and from where: \(.command(.profileShow))"
    return finding
  }
}
