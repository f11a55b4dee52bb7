import HeanCore

extension Session {
  /// Opens the record of this engine to be played from a moment on.
  ///
  /// At most a day is played: all of it is held in memory.
  /// - Throws: exit 4 when nothing is recorded of that time.
  func replay(from typed: TypedSince, pace: Decimal) async throws -> ReplayPlayer {
    let now = context.now()
    let start = try moment(typed)
    let files = RecordedFiles(folder: try recordFolder, environment: context.environment)
    let replay = try await files.replay(from: start, until: min(now, start + Self.longestReplay))
    // A record that ended before is not what was asked for.
    guard let player = ReplayPlayer(replay, from: start, pace: pace),
      replay.looks.contains(where: { $0 > start - RecordedPast.longestLook })
    else { throw nothingRecorded("in the 24h from \(timestamp(start)) on") }
    return player
  }

  /// Seconds of a record that are played at once.
  private static let longestReplay: TimeInterval = 86_400

  /// This session, showing what a player shows now; it sends nothing.
  func showing(_ player: ReplayPlayer) -> Session {
    var session = self
    let (past, look) = player.scene
    session.record = RecordedReading(
      past: past, times: TimeFilter(until: look), look: look, moment: look, isReplay: true)
    session.recorder = nil
    session.context.now = { look }
    return session
  }
}
