#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Starts a separate thread for a call that blocks. A shared pool has only as many threads as there are cores, and
/// thirty slow handshakes would wait for each other there.
package enum DetachedThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// - Returns: whether a thread could be created; if not, the body does not run.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, threadMain, context)
    guard code == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Blocks this thread. A signal can end it early.
  package static func sleep(microseconds: UInt32) { usleep(microseconds) }

  private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    if let context = unsafe context { unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
}
