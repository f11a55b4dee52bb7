import HeanCore
import HeanPractice

/// Serves metrics until it is asked to end.
struct ExporterRun: Sendable {
  let session: Session
  let address: ListenAddress
  /// How long an answer of an engine is kept.
  let interval: Duration

  /// How long scrapes that are under way may take at the end.
  private static let rest = Duration.seconds(2)

  func run() async throws -> Output {
    FreedMemory.holdLittle()
    OpenFileLimit.raise()
    return try await session.target.located(in: session.context) { target in
      var session = session
      session.target = target
      // What it waits for is nothing that a person at a terminal waits for.
      session.context.waits = nil
      return try await serve(session)
    }
  }

  private func serve(_ session: Session) async throws -> Output {
    let signals = session.context.interruption.endingSignals()
    let tally = ExporterTally()
    let targets = ExporterTargets(session, interval: interval, tally: tally)
    let service = ExporterService(
      targets: targets, tally: tally, elapsed: session.context.elapsed, realTime: session.context.realTime,
      isLoopback: address.isLoopback)
    let listener = try listen(service)
    let place = ListenAddress(host: address.host, port: listener.port)
    try session.context.output.write("exporter of \(session.sourceURL) on http://\(place.text)/metrics\n")
    session.note("other engines: http://\(place.text)/probe?target=PROFILE; Ctrl-C ends it")
    let notice = ServiceNotice(environment: session.context.environment)
    notice.send("READY=1\nSTATUS=listening on \(place.text)")
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in signals { break } }
      if notice.isHeard { group.addTask { await watch(notice, session, place, tally) } }
      await group.next()
      group.cancelAll()
    }
    notice.send("STOPPING=1")
    await listener.finish(within: session.context.realTime(Self.rest))
    await targets.stop()
    return .ended(.ok)
  }

  private func listen(_ service: ExporterService) throws(Failure) -> ServerListener {
    var limits = ServerLimits()
    // A scraper asks every few seconds, with one request in one packet.
    (limits.head, limits.body, limits.idle) = (.seconds(5), .seconds(5), .seconds(75))
    // Each target is a connection of its own while it is scraped.
    limits.connections = 1_024
    let full = ExporterService.refusal(503, "too many connections: close one, or try again")
    do throws(ListenFailure) {
      return try ServerListener(
        address, limits: limits, refusal: HTTPConnection.encode(full, keepsAlive: false)
      ) { [limits] stream, table in
        let connection = HTTPConnection(
          limits: limits, stream: stream, table: table, refusal: ExporterService.refusal)
        connection.serve { request, _ in connection.write(service.reply(to: request), to: request) }
      }
    } catch {
      throw Failure(exporting: error, at: address)
    }
  }

  /// Tells a service manager that it is alive. This runs on the threads that make the looks: when those stand still, nothing
  /// is told.
  private func watch(
    _ notice: ServiceNotice, _ session: Session, _ place: ListenAddress, _ tally: ExporterTally
  ) async {
    while !Task.isCancelled {
      notice.send("WATCHDOG=1\nSTATUS=listening on \(place.text), \(tally.scrapes) scrapes, \(tally.looks) looks")
      do { try await session.context.beat(notice.pace) } catch { return }
    }
  }
}
