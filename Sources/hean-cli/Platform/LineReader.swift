import Dispatch
import Foundation
import HeanNetworking
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads lines from a descriptor on a thread of its own, so that waiting for a person does not block a task.
final class LineReader: Sendable {
  enum Failure: Error, Sendable, Equatable {
    /// The waiting task was cancelled. What was typed so far is kept for the next call.
    case cancelled
    case notUTF8
    /// The line is longer than this many bytes; it is skipped.
    case tooLong(limit: Int)
    case failed(reason: String)
  }

  private let descriptor: Int32
  private let limit: Int
  private let queue = DispatchQueue(label: "hean.line-reader")
  private let pending = Mutex(Data())
  /// Whether the rest of a line that was too long is still to come. Only used under the lock of `pending`.
  private let isSkipping = Mutex(false)

  /// - Parameter limit: greatest length of a line in bytes.
  init(descriptor: Int32 = 0, limit: Int = 65_536) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line without its line end (`\n` or `\r\n`), or `nil` at the end of input. The last line may have no line
  /// end.
  func readLine() async throws(Failure) -> String? {
    let wake = WakePipe()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.next(wake)) }
      }
    } onCancel: {
      wake.signal()
    }
    return try result.get()
  }

  private func next(_ wake: WakePipe) -> Result<String?, Failure> {
    pending.withLock { pending in
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
          let line = pending[..<end]
          pending = Data(pending[pending.index(after: end)...])
          if skips() { continue }
          return line.count > limit ? .failure(.tooLong(limit: limit)) : text(line)
        }
        if pending.count > limit {
          pending = Data()
          if !isSkipping.withLock({ skips in
            defer { skips = true }
            return skips
          }) {
            return .failure(.tooLong(limit: limit))
          }
        }
        if wake.wait(for: descriptor) == .woken { return .failure(.cancelled) }
        let (count, code) = SystemCall.retrying {
          unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        }
        if count < 0 { return .failure(.failed(reason: SystemCall.reason(code))) }
        if count == 0 {
          let line = pending
          pending = Data()
          return line.isEmpty || skips() ? .success(nil) : text(line)
        }
        pending.append(contentsOf: buffer[..<count])
      }
    }
  }

  /// Whether the line that ends here is the rest of one that was too long.
  private func skips() -> Bool {
    isSkipping.withLock { skips in
      defer { skips = false }
      return skips
    }
  }

  private func text(_ line: Data) -> Result<String?, Failure> {
    let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard let text = String(validating: bytes, as: UTF8.self) else { return .failure(.notUTF8) }
    return .success(text)
  }
}
