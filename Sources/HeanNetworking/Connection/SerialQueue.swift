import Dispatch

/// One dispatch queue as the executor of actors, so that an actor and the sources of its sockets share a thread.
final class SerialQueue: SerialExecutor {
  let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// What dispatch runs on the queue by itself, timers and sources, is the actor's, too.
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
