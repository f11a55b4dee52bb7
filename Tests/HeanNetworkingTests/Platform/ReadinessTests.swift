import Dispatch
import HeanTestSupport
import Testing

@testable import HeanNetworking

@Suite(.timeLimit(.minutes(2))) struct ReadinessTests {
  private let queue = DispatchQueue(label: "readiness")

  /// One end of a connection under watch, and what was told of it. Used on one queue.
  private final class Watched {
    let ends: SocketPair
    let isClosed = DispatchSemaphore(value: 0)
    let isTold = DispatchSemaphore(value: 0)
    private(set) var readiness: Readiness?
    var told: [String] = []

    init(on queue: DispatchQueue) throws {
      ends = try SocketPair()
      SystemCall.setNonBlocking(ends.near)
      readiness = Readiness(descriptor: ends.near, queue: queue) { [ends, isClosed] in
        close(ends.near)
        isClosed.signal()
      }
    }

    func wait(toRead: Bool = false, toWrite: Bool = false, then body: @escaping (Watched) -> Void = { _ in }) {
      if toRead { readiness?.whenReadable { [self] in tell("readable", body) } }
      if toWrite { readiness?.whenWritable { [self] in tell("writable", body) } }
    }

    private func tell(_ what: String, _ body: (Watched) -> Void) {
      told.append(what)
      body(self)
      isTold.signal()
    }

    /// Until nothing more can be written.
    func fill() {
      let bytes = [UInt8](repeating: 0, count: 64 << 10)
      while unsafe write(ends.near, bytes, bytes.count) > 0 {}
    }

    func letGo() { readiness = nil }
  }

  @Test("it tells once, of what was asked for")
  func tellsOnce() throws {
    let watched = try Watched(on: queue)
    queue.sync { watched.wait(toRead: true) }
    _ = unsafe write(watched.ends.far, "x", 1)
    watched.isTold.wait()
    queue.sync { watched.wait(toWrite: true) }
    watched.isTold.wait()
    queue.sync { watched.readiness?.cancel() }
    watched.isClosed.wait()
    #expect(queue.sync { watched.told } == ["readable", "writable"])
    close(watched.ends.far)
  }

  @Test("a connection that ends while both directions wait releases both, and is closed once")
  func resets() throws {
    for round in 0..<3_000 {
      let watched = try Watched(on: queue)
      queue.sync {
        watched.fill()
        watched.wait(toRead: true, toWrite: true) { $0.readiness?.cancel() }
      }
      for _ in 0..<(round % 64) { sched_yield() }
      close(watched.ends.far)
      watched.isClosed.wait()
      #expect(queue.sync { watched.told.sorted() } == ["readable", "writable"])
    }
  }

  @Test("cancelled, it releases who waits and tells the other side at once")
  func cancels() throws {
    // At some of these moments the descriptor is in a `poll`, which keeps it open for the other side.
    for round in 0..<300 {
      let watched = try Watched(on: queue)
      queue.sync { watched.wait(toRead: true) }
      for _ in 0..<(round % 50) { sched_yield() }
      queue.sync {
        watched.readiness?.cancel()
        watched.readiness?.cancel()
      }
      watched.isClosed.wait()
      var byte: UInt8 = 0
      #expect(unsafe read(watched.ends.far, &byte, 1) == 0)
      #expect(queue.sync { watched.told } == ["readable"])
      close(watched.ends.far)
    }
  }

  @Test("let go of, it closes")
  func letGo() throws {
    let watched = try Watched(on: queue)
    queue.sync { watched.letGo() }
    watched.isClosed.wait()
    close(watched.ends.far)
  }

  @Test("forty descriptors wait at once, and each is told for itself")
  func many() throws {
    let all = try (0..<40).map { _ in try Watched(on: queue) }
    queue.sync { for watched in all { watched.wait(toRead: true) } }
    for watched in all.reversed() {
      _ = unsafe write(watched.ends.far, "x", 1)
      watched.isTold.wait()
    }
    #expect(queue.sync { all.map(\.told.count) } == all.map { _ in 1 })
    queue.sync { for watched in all { watched.readiness?.cancel() } }
    for watched in all {
      watched.isClosed.wait()
      close(watched.ends.far)
    }
  }
}
