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
    /// Few at a time, in the order in which they came.
    var waiters: [(id: ID, waiter: Waiter)] = []
    var latest: ID = 0
    var isWatching = false
    /// Whether the thread was told of a change that it has not handled yet.
    var isChanged = false

    mutating func take(_ id: ID) -> Waiter? {
      waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).waiter }
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
      guard state.take(id) != nil, !state.isChanged else { return false }
      state.isChanged = true
      return true
    }
    // Wakes the thread, because a closed connection stays open for the other side while a `poll` still uses its
    // descriptor.
    if isNews { change.signal() }
  }

  private func watch() {
    while true {
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
        zip(ids, entries).compactMap { id, entry in entry.revents == 0 ? nil : state.take(id) }
      }
      for waiter in told { unsafe waiter.queue.async(execute: waiter.item) }
    }
  }
}
