import HeanCore

/// How an engine that refused gets its key.
extension Failure {
  static let keyForOneRun = "--api-key-file FILE or HEAN_API_KEY"

  /// What an engine of a profile's own needs; `Session.failure` corrects it for another one.
  static let storingKey: Guidance =
    "run '\(.operation(.login))' to store the key of this profile; for one run: \(keyForOneRun)"
}
