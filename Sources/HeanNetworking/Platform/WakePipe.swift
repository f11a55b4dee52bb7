#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets one thread end another thread's `poll`: a cancelled task uses it to end a blocked read.
package final class WakePipe: Sendable {
  private let ends: (read: Int32, write: Int32)?

  /// Without free descriptors there is no pipe, and `signal` does nothing.
  package init() { ends = SystemCall.makePipe() }

  deinit {
    guard let ends else { return }
    close(ends.read)
    close(ends.write)
  }

  package func signal() {
    guard let ends else { return }
    var byte: UInt8 = 1
    _ = unsafe write(ends.write, &byte, 1)
  }

  /// Whether there is no pipe, so that `signal` wakes nobody.
  var isSilent: Bool { ends == nil }

  /// The entry for this pipe in a `poll` of several descriptors.
  var entry: pollfd { pollfd(fd: ends?.read ?? -1, events: Int16(POLLIN), revents: 0) }

  /// Removes the signals that were sent. Blocks if there was none.
  func drain() {
    guard let ends else { return }
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = unsafe read(ends.read, &bytes, MemoryLayout.size(ofValue: bytes))
  }

  /// Blocks until the reader at the other end of the descriptor is gone, or `signal` was called.
  package func waitForEnd(of descriptor: Int32) {
    // `poll` reports errors even if no event is asked for.
    var entries = [pollfd(fd: descriptor, events: 0, revents: 0), entry]
    let count = entries.count
    while unsafe poll(&entries, nfds_t(count), -1) < 0, errno == EINTR {}
  }

  package enum Event { case readable, woken, timedOut }

  /// Blocks until there is something to read, `signal` was called, or the time is over (-1: no limit).
  package func wait(for descriptor: Int32, milliseconds: Int32 = -1) -> Event {
    var entries = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), entry]
    let count = entries.count
    let ready = unsafe poll(&entries, nfds_t(count), milliseconds)
    if entries[1].revents != 0 { return .woken }
    if entries[0].revents != 0 { return .readable }
    // Interrupted by a signal. A caller without a limit then calls `read`, which blocks in the same way.
    return ready < 0 && milliseconds < 0 ? .readable : .timedOut
  }
}
