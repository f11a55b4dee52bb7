import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Calls back once when a descriptor can be read or written. Every call must be made on the queue that `init` was
/// given.
final class Readiness {
  private let descriptor: Int32
  private let queue: DispatchQueue
  private let closing: () -> Void
  private var reading: Wait?
  private var writing: Wait?
  private var isCancelled = false

  private struct Wait {
    let id: DescriptorWait.ID
    let body: () -> Void
  }

  /// - Parameter close: closes the descriptor; called once, when nothing waits for it any more.
  init(descriptor: Int32, queue: DispatchQueue, close: @escaping () -> Void) {
    self.descriptor = descriptor
    self.queue = queue
    closing = close
  }

  deinit { cancel() }

  func whenReadable(_ body: @escaping () -> Void) {
    reading = wait(POLLIN, body) { readiness in
      defer { readiness.reading = nil }
      return readiness.reading
    }
  }

  func whenWritable(_ body: @escaping () -> Void) {
    writing = wait(POLLOUT, body) { readiness in
      defer { readiness.writing = nil }
      return readiness.writing
    }
  }

  private func wait(
    _ events: some BinaryInteger, _ body: @escaping () -> Void, take: @escaping (Readiness) -> Wait?
  ) -> Wait? {
    guard !isCancelled else {
      body()
      return nil
    }
    let item = DispatchWorkItem { [weak self] in
      if let self { take(self)?.body() }
    }
    let waiter = DescriptorWait.Waiter(descriptor: descriptor, events: Int16(events), queue: queue, item: item)
    return Wait(id: DescriptorWait.shared.add(waiter), body: body)
  }

  /// Calls back whoever still waits, then closes the descriptor.
  func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    let waiting = [reading, writing].compactMap { $0 }
    reading = nil
    writing = nil
    for wait in waiting { DescriptorWait.shared.remove(wait.id) }
    for wait in waiting { wait.body() }
    // Code that is using the descriptor on the queue finishes first.
    queue.async(execute: DispatchWorkItem(block: closing))
  }
}
