import Dispatch
import HeanCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One thread that waits, with `poll`, until any of the given descriptors can be read or written.
///
/// Dispatch's own sources cannot do this on Linux: when a connection is reset, the thread that got the event and the
/// source's queue may both unregister the source, and libdispatch ends the process ("Source finalized twice").
final class DescriptorWait: Sendable {
  static let shared = DescriptorWait()

  /// Identifies one wait; an ID is never used again.
  typealias ID = Int

  struct Waiter: Sendable {
    let descriptor: Int32
    /// Event bits of `poll`, e.g. `POLLIN`.
    let events: Int16
    let queue: DispatchQueue
    // The item runs on `queue` only; it may be passed from thread to thread.
    nonisolated(unsafe) let item: DispatchWorkItem
  }

  private struct State {
    /// In the order in which they came, which is that of their IDs.
    var waiters: [(id: ID, waiter: Waiter)] = []
    var latest: ID = 0
    var isWatching = false
    /// Whether the thread was told of a change that it has not handled yet.
    var isChanged = false

    mutating func take(_ id: ID) -> Bool {
      var (low, high) = (0, waiters.count)
      while low < high {
        let middle = (low + high) / 2
        if waiters[middle].id < id { low = middle + 1 } else { high = middle }
      }
      guard low < waiters.count, waiters[low].id == id else { return false }
      waiters.remove(at: low)
      return true
    }

    /// - Parameter ready: IDs, in their order.
    mutating func take(_ ready: [ID]) -> [Waiter] {
      var (taken, left): ([Waiter], [(id: ID, waiter: Waiter)]) = ([], [])
      left.reserveCapacity(waiters.count)
      var next = 0
      for entry in waiters {
        while next < ready.count, ready[next] < entry.id { next += 1 }
        if next < ready.count, ready[next] == entry.id { taken.append(entry.waiter) } else { left.append(entry) }
      }
      waiters = left
      return taken
    }
  }

  private let state = Mutex(State())
  private let change = WakePipe()

  /// Runs the waiter's item once, when the descriptor has one of the events or an error.
  func add(_ waiter: Waiter) -> ID {
    let (id, isFirst, isNews) = state.withLock { state in
      state.latest += 1
      state.waiters.append((state.latest, waiter))
      defer {
        state.isWatching = true
        state.isChanged = true
      }
      return (state.latest, !state.isWatching, !state.isChanged)
    }
    if isNews { change.signal() }
    // If the system cannot create another thread, a thread of dispatch does the work.
    if isFirst, !DetachedThread.run({ self.watch() }) { DispatchQueue.global().async { self.watch() } }
    return id
  }

  /// Ends a wait. Does nothing if the item was already handed to its queue.
  func remove(_ id: ID) {
    let isNews = state.withLock { state in
      guard state.take(id), !state.isChanged else { return false }
      state.isChanged = true
      return true
    }
    // Wakes the thread, because a closed connection stays open for the other side while a `poll` still uses its
    // descriptor.
    if isNews { change.signal() }
  }

  /// From so many descriptors on, the thread gathers changes before it looks.
  private static let many = 64

  private func watch() {
    while true {
      // The system goes through all descriptors at each look, and hundreds of engines change them thousands of times a
      // second. The pause grows with what a look costs (about 0.2 us for each), so that looking takes a small part of a core.
      let open = state.withLock { $0.waiters.count }
      if open > Self.many { usleep(UInt32(min(open, 10_000))) }
      var (entries, ids) = state.withLock { state in
        state.isChanged = false
        return (
          state.waiters.map { pollfd(fd: $0.waiter.descriptor, events: $0.waiter.events, revents: 0) },
          state.waiters.map(\.id)
        )
      }
      entries.append(change.entry)
      let count = entries.count
      // If there was no free descriptor for the pipe, nobody can wake this thread: it looks again every 20 ms.
      let ready = unsafe poll(&entries, nfds_t(count), change.isSilent ? 20 : -1)
      // `poll` fails with too many descriptors or without memory. Without the pause a lasting failure would keep a core
      // busy.
      if ready < 0, errno != EINTR { usleep(20_000) }
      guard ready > 0 else { continue }
      if entries.removeLast().revents != 0 { change.drain() }
      let told = state.withLock { state in
        state.take(zip(ids, entries).compactMap { id, entry in entry.revents == 0 ? nil : id })
      }
      for waiter in told { unsafe waiter.queue.async(execute: waiter.item) }
    }
  }
}
