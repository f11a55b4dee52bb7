import HeanCore

/// What reads for the panes of a console, and gives its inbox a snapshot whenever there is something new.
protocol ConsoleReading: Sendable {
  /// How the engine is heard at present.
  func health() async -> WatchedEngine.Health
  /// What has to be read from now on.
  func want(_ wanted: Set<SnapshotPart>)
  /// Makes the next picture due.
  func look()
  /// Hears events until the task is cancelled.
  func follow(_ open: @Sendable () throws -> any EventFeed) async
  /// Gives snapshots until the task is cancelled.
  func read() async
}
