import Foundation
import Testing

@testable import HeanCore

/// Events of connections that were lost before it was known what had been missed until then.
struct CarriedFramesTests {
  private typealias Drive = StreamMachineTests.Drive

  /// Past a number, then connected again, and lost again after some had come.
  private func lostAgain(after last: Int = 10, uptime: Double? = nil, kept: [Int] = [20, 21, 22]) -> Drive {
    var drive = Drive()
    drive.open()
    drive.beat(last - 1)
    drive.event(last)
    drive.lose()
    drive.now += .seconds(1)
    drive.open()
    if let uptime { drive.beat(19, uptime: uptime) }
    for seq in kept { drive.event(seq) }
    drive.lose()
    drive.now += .seconds(1)
    _ = drive.told()
    _ = drive.actions()
    return drive
  }

  private func settle(_ drive: inout Drive, uptime: Double) -> [String] {
    drive.open()
    drive.confirm(["orders", "system_heartbeat"])
    drive.beat(40, uptime: uptime)
    return drive.told().filter { $0 != "hean.reconnected" }
  }

  @Test func `what came keeps its place among what the memory holds`() {
    var drive = lostAgain()
    #expect(settle(&drive, uptime: 102) == [])
    drive.remember(Array(11...30), last: 30)
    let told = drive.told().filter { $0.hasPrefix("1") || $0.hasPrefix("2") }
    #expect(told.count == 19, "\(told)")
    #expect(
      told[8...12] == [
        "19 orders recovered", "20 orders live", "21 orders live", "22 orders live", "23 orders recovered",
      ])
  }

  @Test func `a gap names only what did not come`() {
    var drive = lostAgain()
    _ = settle(&drive, uptime: 102)
    drive.remember([29, 30], last: 30)
    #expect(
      drive.told().filter { $0 != "hean.reconnected" } == [
        "hean.gap 11 19", "20 orders live", "21 orders live", "22 orders live", "hean.gap 23 28",
        "29 orders recovered", "30 orders recovered",
      ])
  }

  @Test func `without a memory what came is given out between two gaps`() {
    var drive = lostAgain()
    _ = settle(&drive, uptime: 102)
    drive.event(41)
    drive.machine.recovered(.failure(.init(words: "HTTP 500")), in: drive.machine.round, at: drive.now, drive.date)
    #expect(
      drive.told().filter { $0 != "hean.reconnected" } == [
        "hean.gap 11 19", "20 orders live", "21 orders live", "22 orders live", "hean.gap 23 39",
        "41 orders live",
      ])
  }

  @Test func `when the process restarts meanwhile, what surely came from the old one is told before its end`() {
    var drive = lostAgain(uptime: 101)
    _ = settle(&drive, uptime: 0.5)
    drive.remember([1, 2, 3], last: 41, moment: "new")
    let told = drive.told()
    #expect(told == ["hean.gap 11 18", "20 orders live", "21 orders live", "22 orders live", "hean.gap 23"])
    drive.remember([1, 2, 3], last: 41, moment: "new")
    #expect(drive.told().first { $0.hasSuffix("recovered") } == "1 orders recovered")
  }

  @Test func `what may be of either process is left to the memory of the new one`() {
    var drive = lostAgain()
    _ = settle(&drive, uptime: 0.5)
    drive.remember([20, 21, 22], last: 41)
    #expect(drive.told() == ["hean.gap 11"])
    drive.remember([20, 21, 22], last: 41)
    #expect(drive.told().filter { $0.hasPrefix("2") } == (20...22).map { "\($0) orders recovered" })
  }

  @Test func `numbers that went back are not carried`() {
    let drive = lostAgain(after: 500, kept: [3, 4, 5])
    #expect(drive.machine.carried.batches.isEmpty)
  }

  @Test func `of a process of which nothing is known yet nothing is carried`() {
    var drive = lostAgain(uptime: 101)
    _ = settle(&drive, uptime: 0.5)
    drive.remember([], last: 3)
    #expect(drive.told().last == "hean.gap 23")
    // Its memory is being read from the first number on when this connection breaks as well.
    drive.event(41)
    drive.lose()
    #expect(drive.machine.carried.batches.isEmpty)
  }

  @Test func `the stream ends while it is down: everything that came is given out`() {
    var drive = lostAgain()
    drive.machine.finish(at: drive.now, drive.date)
    #expect(drive.told() == ["hean.gap 11", "hean.gap 11 19", "20 orders live", "21 orders live", "22 orders live"])
  }

  @Test func `whether the process was the same is said where nothing told it`() {
    for uptime in [nil, 101.0] {
      var drive = lostAgain(uptime: uptime)
      drive.machine.finish(at: drive.now, drive.date)
      #expect(drive.told().contains("hean.gap 11") == (uptime == nil))
    }
  }

  @Test func `what came does not wait for an engine that stays away`() {
    var drive = lostAgain()
    drive.lose(.unreachable(reason: "refused"))
    #expect(
      drive.told().prefix(5) == ["hean.gap 11", "hean.gap 11 19", "20 orders live", "21 orders live", "22 orders live"])
  }

  @Test func `polling takes over: what came is told with the first poll`() {
    var drive = lostAgain()
    drive.machine.poll("refused", at: drive.now, drive.date)
    drive.remember([24, 25], last: 25)
    #expect(
      drive.told().filter { $0 != "hean.polling" } == [
        "hean.gap 11 19", "20 orders live", "21 orders live", "22 orders live", "hean.gap 23 23",
        "24 orders polled", "25 orders polled",
      ])
  }

  @Test func `connections that break again and again keep no more than one may hold`() {
    var drive = lostAgain(kept: [])
    var next = 20
    for _ in 0..<3 {
      drive.open()
      for _ in 0..<(PendingFrames.Size.most * 2 / 5) {
        drive.event(next)
        next += 1
      }
      drive.lose()
      drive.now += .seconds(1)
    }
    #expect(drive.machine.carried.batches.count == 1)
    drive.machine.finish(at: drive.now, drive.date)
    let events = drive.told().filter { $0.hasSuffix("live") }
    #expect(events.count == next - 20)
  }
}
