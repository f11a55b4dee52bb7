import Dispatch
import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Detects that the reader of an output is gone, without writing to it.
enum ClosedPipe {
  /// Returns when the descriptor has no reader any more, or when the task is cancelled. A terminal or a file never
  /// counts as closed.
  static func wait(for descriptor: Int32) async {
    let wake = WakePipe()
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        @Sendable func watch() {
          wake.waitForEnd(of: descriptor)
          continuation.resume()
        }
        if !DetachedThread.run(watch) { DispatchQueue.global().async { watch() } }
      }
    } onCancel: {
      wake.signal()
    }
  }
}
