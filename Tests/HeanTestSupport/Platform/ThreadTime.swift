#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The time that a processor has spent on this thread: what else the machine does is not counted.
package enum ThreadTime {
  /// How long some work took, without what it waited for its turn.
  package static func measure(_ work: () -> Void) -> Duration {
    let start = now
    work()
    return now - start
  }

  private static var now: Duration {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
