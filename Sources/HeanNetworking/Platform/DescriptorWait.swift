import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One thread that waits, with `poll`, for every descriptor somebody wants to read or write.
///
/// Dispatch's own sources cannot do this on Linux: when a connection is reset, the thread that got the event and the
/// source's queue may both unregister the source, and libdispatch ends the process ("Source finalized twice").
final class DescriptorWait: Sendable {
  static let shared = DescriptorWait()

  /// Names one wait; never used twice.
  typealias ID = Int

  struct Waiter: Sendable {
    let descriptor: Int32
    /// In the words of `poll`.
    let events: Int16
    let queue: DispatchQueue
    // Runs on that queue only; a work item itself may be handed from thread to thread.
    nonisolated(unsafe) let item: DispatchWorkItem
  }

  private struct State {
    /// Few at a time, in the order in which they came.
    var waiters: [(id: ID, waiter: Waiter)] = []
    var latest: ID = 0
    var isWatching = false
    /// Whether the thread has been told of a change that it has not looked at yet.
    var isChanged = false

    mutating func take(_ id: ID) -> Waiter? {
      waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).waiter }
    }
  }

  private let state = Mutex(State())
  private let change = WakePipe()

  /// Runs the item once the descriptor has one of the events, or an error; once only.
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
    // Where the system has no thread left, one of dispatch's has to do.
    if isFirst, !DetachedThread.run({ self.watch() }) { DispatchQueue.global().async { self.watch() } }
    return id
  }

  /// Nothing happens if the item was handed to its queue already.
  func remove(_ id: ID) {
    let isNews = state.withLock { state in
      guard state.take(id) != nil, !state.isChanged else { return false }
      state.isChanged = true
      return true
    }
    // A closed descriptor stays open for the other side as long as a `poll` has it.
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
      // Without a free descriptor for the pipe nobody can wake it.
      let ready = unsafe poll(&entries, nfds_t(count), change.isSilent ? 20 : -1)
      // More descriptors than the process may have, or no memory: what stays so must not burn a core.
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
