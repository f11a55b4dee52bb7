import Testing

@testable import HeanCore

/// A new process behind a new connection, where only its uptime tells of it.
struct StreamRestartTests {
  private typealias Drive = StreamMachineTests.Drive

  /// Connected anew after ten seconds, with the engine's memory not to be read.
  /// - Parameter uptime: of the process behind the new connection; the old one's was 1000 s at first.
  private func told(uptime: Double) -> [String] {
    var drive = Drive()
    drive.open()
    drive.event(10)
    drive.beat(11, uptime: 1000)
    drive.lose()
    drive.now = .seconds(10)
    drive.open()
    drive.confirm(["orders", "system_heartbeat"])
    drive.beat(500, uptime: uptime)
    _ = drive.told()
    drive.machine.recovered(.failure(.init(words: "HTTP 500")), in: drive.machine.round, at: drive.now, drive.date)
    return drive.told()
  }

  private static let same = ["hean.reconnected", "hean.gap 12 499"]
  private static let other = ["hean.gap 12", "hean.reconnected", "hean.gap 1 499"]

  /// Heartbeats are up to a second old, so three seconds may lie between two of one process.
  @Test(arguments: [(1010.0, same), (1015, same), (1007, same), (1006.9, other), (5, other)] as [(Double, [String])])
  func `a process that began later is another one`(uptime: Double, records: [String]) {
    #expect(told(uptime: uptime) == records)
  }

  @Test func `the earliest beginning counts, as a delay makes it look later`() {
    var drive = Drive()
    drive.open()
    drive.event(10)
    drive.beat(11, uptime: 1000)
    drive.now = .seconds(8)
    drive.beat(12, uptime: 1001)
    drive.lose()
    drive.now = .seconds(10)
    drive.open()
    drive.confirm(["orders", "system_heartbeat"])
    drive.beat(500, uptime: 1003)
    drive.beat(501, uptime: 1010)
    _ = drive.told()
    drive.machine.recovered(.failure(.init(words: "HTTP 500")), in: drive.machine.round, at: drive.now, drive.date)
    #expect(drive.told() == ["hean.reconnected", "hean.gap 13 499"], "of both connections")
  }
}
