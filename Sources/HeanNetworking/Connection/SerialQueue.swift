import Dispatch

/// A dispatch queue that is the executor of actors, so that an actor and the callbacks of its sockets run on one queue.
final class SerialQueue: SerialExecutor {
  let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Code that dispatch runs on this queue, such as timers and callbacks, also counts as isolated to the actor.
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
