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
  private let received = Mutex(Received())

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
    received.withLock { received in
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        switch received.next(limit) {
        case .line(let line): return text(line)
        case .tooLong: return .failure(.tooLong(limit: limit))
        case .incomplete: break
        }
        if wake.wait(for: descriptor) == .woken { return .failure(.cancelled) }
        let (count, code) = SystemCall.retrying {
          unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        }
        if count < 0 { return .failure(.failed(reason: SystemCall.reason(code))) }
        if count == 0 { return received.rest().map(text) ?? .success(nil) }
        received.pending.append(contentsOf: buffer[..<count])
      }
    }
  }

  private func text(_ line: Data) -> Result<String?, Failure> {
    let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard let text = String(validating: bytes, as: UTF8.self) else { return .failure(.notUTF8) }
    return .success(text)
  }
}

/// What was read and not yet handed over.
private struct Received {
  enum Next {
    case line(Data)
    case tooLong
    case incomplete
  }

  var pending = Data()
  /// Whether the rest of a line that was too long, and was told so, is still to come.
  private var isSkipping = false

  mutating func next(_ limit: Int) -> Next {
    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      let line = pending[..<end]
      pending = Data(pending[pending.index(after: end)...])
      if !skips() { return line.count > limit ? .tooLong : .line(line) }
    }
    guard pending.count > limit else { return .incomplete }
    pending = Data()
    if isSkipping { return .incomplete }
    isSkipping = true
    return .tooLong
  }

  /// The last line, which has no line end; `nil` when there is none.
  mutating func rest() -> Data? {
    let line = pending
    pending = Data()
    return line.isEmpty || skips() ? nil : line
  }

  private mutating func skips() -> Bool {
    defer { isSkipping = false }
    return isSkipping
  }
}
