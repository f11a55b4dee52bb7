import Foundation
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Notices that the reader of an output has gone, without writing to it.
enum ClosedPipe {
  /// Returns when nobody can read any more what is written to the descriptor, or when the task is cancelled. A terminal and
  /// a file are never closed in this sense.
  static func wait(for descriptor: Int32) async {
    let wake = WakePipe()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread {
          wake.waitForEnd(of: descriptor)
          continuation.resume()
        }.start()
      }
    } onCancel: {
      wake.signal()
    }
  }
}
