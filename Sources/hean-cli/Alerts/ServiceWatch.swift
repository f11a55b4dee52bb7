import HeanCore

/// Tells a service manager that it is ready, what it sees, and that it is alive: only while looks are made, so that one that
/// stands still is ended and started again.
struct ServiceWatch: Sendable {
  let session: Session
  /// Longest time between two looks.
  let interval: Duration

  /// A look may take some seconds, and a panic two minutes.
  private static let slack = Duration.seconds(20)

  func run(_ desk: AlertDesk) async throws {
    let notice = ServiceNotice(environment: session.context.environment)
    guard notice.isHeard else { return }
    while !Task.isCancelled, !(await desk.hasLooked) {
      try await session.context.sleep(AlertRun.beat)
    }
    notice.send("READY=1")
    var said = ""
    while !Task.isCancelled {
      let isBusy = await desk.isBusy
      let hasLooked = await desk.hasLooked(within: interval + Self.slack)
      if isBusy || hasLooked { notice.send("WATCHDOG=1") }
      let status = await desk.status
      if status != said { notice.send("STATUS=\(status)") }
      said = status
      try await session.context.sleep(notice.pace)
    }
  }
}
