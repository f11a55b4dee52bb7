import Dispatch
import HeanCore
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
    // What has been read already needs neither a thread nor a wait.
    if let ready = received.withLockIfAvailable({ $0.next(limit).result(limit) }) ?? nil {
      return try ready.flatMap(text).get()
    }
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
        if let found = received.next(limit).result(limit) { return found.flatMap(text) }
        if wake.wait(for: descriptor) == .woken { return .failure(.cancelled) }
        let (count, code) = SystemCall.retrying {
          unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        }
        if count < 0 { return .failure(.failed(reason: SystemCall.reason(code))) }
        if count == 0 { return received.rest().map(text) ?? .success(nil) }
        received.add(buffer[..<count])
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
    case endless
    case incomplete

    /// `nil` when more has to be read.
    func result(_ limit: Int) -> Result<Data, LineReader.Failure>? {
      switch self {
      case .line(let line): .success(line)
      case .tooLong: .failure(.tooLong(limit: limit))
      case .endless: .failure(.failed(reason: "it has no line end within \(Received.mostSkipped / 1_048_576) MiB"))
      case .incomplete: nil
      }
    }
  }

  /// Of a line that is too long: what goes on after that is no text, such as `/dev/zero`.
  static let mostSkipped = 64 * 1_048_576

  private var pending = Data()
  /// How much of a line that was too long, and was told so, has been skipped; `nil` when none is being skipped.
  private var skipped: Int?

  mutating func add(_ bytes: ArraySlice<UInt8>) { pending.append(contentsOf: bytes) }

  mutating func next(_ limit: Int) -> Next {
    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      let line = pending[..<end]
      pending = pending[pending.index(after: end)...]
      if !skips() { return line.count > limit ? .tooLong : .line(Data(line)) }
    }
    // The slice still holds the lines before it.
    pending = Data(pending)
    guard pending.count > limit else { return .incomplete }
    let isNew = skipped == nil
    skipped = (skipped ?? 0) + pending.count
    pending = Data()
    if isNew { return .tooLong }
    return skipped ?? 0 > Self.mostSkipped ? .endless : .incomplete
  }

  /// The last line, which has no line end; `nil` when there is none.
  mutating func rest() -> Data? {
    let line = pending
    pending = Data()
    return line.isEmpty || skips() ? nil : line
  }

  private mutating func skips() -> Bool {
    defer { skipped = nil }
    return skipped != nil
  }
}
