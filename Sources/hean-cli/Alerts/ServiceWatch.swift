import HeanCore

/// Tells a service manager that it is ready, what it sees, and that it is alive: only while it does its work, so that one
/// that stands still is ended and started again.
struct ServiceWatch: Sendable {
  let session: Session
  /// Whether it has begun its work.
  let hasBegun: @Sendable () async -> Bool
  /// Whether it is at work, and does not stand still.
  let isAlive: @Sendable () async -> Bool
  /// How it stands, in one line.
  let status: @Sendable () async -> String

  /// Time between two looks at whether it has begun.
  private static let beat = Duration.milliseconds(500)

  func run() async throws {
    let notice = ServiceNotice(environment: session.context.environment)
    guard notice.isHeard else { return }
    while !Task.isCancelled, !(await hasBegun()) { try await session.context.sleep(Self.beat) }
    notice.send("READY=1")
    var said = ""
    while !Task.isCancelled {
      if await isAlive() { notice.send("WATCHDOG=1") }
      let status = await status()
      if status != said { notice.send("STATUS=\(status)") }
      said = status
      try await session.context.sleep(notice.pace)
    }
  }
}

extension ServiceWatch {
  /// - Parameter interval: longest time between two looks.
  init(session: Session, desk: AlertDesk, interval: Duration) {
    // A look may take some seconds, and a panic two minutes.
    let span = interval + .seconds(20)
    self.init(
      session: session, hasBegun: { await desk.hasLooked },
      isAlive: {
        let isBusy = await desk.isBusy
        let hasLooked = await desk.hasLooked(within: span)
        return isBusy || hasLooked
      }, status: { await desk.status })
  }
}
