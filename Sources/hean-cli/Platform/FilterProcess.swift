import Dispatch
import HeanCore
import HeanNetworking
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that reads what is written to it, and whose output goes on as it comes.
final class FilterProcess: Sendable {
  private struct State {
    /// The first error of whoever takes the output.
    var failure: (any Error)?
    /// The beginning of its standard error.
    var errors = Data()
    var isClosed = false
    /// How many of its two streams are read still.
    var open = 2
    /// How it ended, when that is known.
    var end: ChildProcess.Outcome.End?
    /// Waits for the end of both.
    var waiting: CheckedContinuation<Void, Never>?
    var extended = ContinuousClock().now

    /// Whether its time was extended some while ago; then counts from now.
    mutating func isLong(_ now: ContinuousClock.Instant) -> Bool {
      guard now - extended > .seconds(5) else { return false }
      extended = now
      return true
    }
  }

  private let state = Mutex(State())
  private let process: pid_t
  private let input: Int32
  private static let mostErrors = 65_536
  private let mostSeconds: Int?

  private typealias LimitResource =
    @convention(c) (pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32
  /// `prlimit`, which the headers declare for GNU's C only; `nil` where there is none.
  private static let limitResource = unsafe dlsym(nil, "prlimit").map {
    unsafe unsafeBitCast($0, to: LimitResource.self)
  }
  /// `RLIMIT_CPU` of Linux, whose type differs between C libraries.
  private static let processorTime: Int32 = 0

  /// Whether it ended because it had taken that long.
  static func isTimeOver(_ end: ChildProcess.Outcome.End) -> Bool { end == .killed(signal: SIGXCPU) }

  /// - Parameters:
  ///   - arguments: the program's absolute path first.
  ///   - mostSeconds: how many seconds of work of the processor it may take over what it was given, so that it ends also when
  ///     nobody waits for it any more; `nil` for any number.
  ///   - tell: gets the beginning of its standard error so far, each time that there is more.
  ///   - put: takes its output; after an error nothing more is read of it.
  init(
    _ arguments: [String], environment: [String: String], mostSeconds: Int? = nil,
    tell: @escaping @Sendable (String) -> Void,
    put: @escaping @Sendable ([UInt8]) throws -> Void
  ) throws(ChildProcess.Failure) {
    self.mostSeconds = mostSeconds
    let pipes = (0..<3).compactMap { _ in SystemCall.makePipe() }
    guard pipes.count == 3 else {
      let reason = SystemCall.reason(errno)
      for pipe in pipes { Self.close(pipe.read, pipe.write) }
      throw .notStarted(reason: reason)
    }
    do throws(ChildProcess.Failure) {
      process = try ChildProcess.spawn(
        arguments, environment, standardInput: pipes[0].read, standardOutput: pipes[1].write,
        standardError: pipes[2].write)
    } catch {
      for pipe in pipes { Self.close(pipe.read, pipe.write) }
      throw error
    }
    Self.close(pipes[0].read, pipes[1].write, pipes[2].write)
    input = pipes[0].write
    extend()
    read(pipes[1].read, named: "output") { [self] bytes in
      do {
        try put(bytes)
        return true
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
        return false
      }
    }
    read(pipes[2].read, named: "errors") { [self] bytes in
      // All of it is read, so that the program is never held up.
      let errors = state.withLock { state -> Data? in
        guard state.errors.count < Self.mostErrors else { return nil }
        state.errors.append(contentsOf: bytes)
        return state.errors
      }
      if let errors { tell(String(decoding: errors, as: UTF8.self)) }
      return true
    }
  }

  /// - Throws: what the taker of the output threw; otherwise `FileDescriptorWriter.Failure` when the program reads no more.
  func write(_ bytes: [UInt8]) throws {
    if state.withLock({ $0.isLong(ContinuousClock().now) }) { extend() }
    do throws(FileDescriptorWriter.Failure) {
      try FileDescriptorWriter(descriptor: input).write(bytes)
    } catch {
      throw state.withLock { $0.failure } ?? error
    }
  }

  /// Ends its input, once, and waits until all that it wrote has been taken.
  /// - Returns: how it ended, the beginning of its standard error, and the first error of whoever takes its output.
  func end() async -> (end: ChildProcess.Outcome.End, errors: String, failure: (any Error)?) {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if isFirst { Self.close(input) }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.open > 0 { state.waiting = continuation }
        return state.open == 0
      }
      if isOver { continuation.resume() }
    }
    if let end = state.withLock({ $0.end }) {
      return state.withLock { (end, String(decoding: $0.errors, as: UTF8.self), $0.failure) }
    }
    let process = process
    let end = await withCheckedContinuation { (continuation: CheckedContinuation<ChildProcess.Outcome.End, Never>) in
      DispatchQueue(label: "hean.filter-end").async {
        var status: Int32 = 0
        _ = SystemCall.retrying { unsafe waitpid(process, &status, 0) }
        continuation.resume(returning: ChildProcess.Outcome.End(status: status))
      }
    }
    return state.withLock { state in
      state.end = end
      return (end, String(decoding: state.errors, as: UTF8.self), state.failure)
    }
  }

  /// Sets the limit of its work to what it has used and `mostSeconds` more.
  private func extend() {
    guard let mostSeconds else { return }
    var usage = clockid_t()
    var used = timespec()
    guard unsafe clock_getcpuclockid(process, &usage) == 0, unsafe clock_gettime(usage, &used) == 0 else { return }
    let most = rlim_t(used.tv_sec + mostSeconds)
    // Nobody may raise the limit that a system has set.
    var limit = rlimit()
    guard unsafe Self.limitResource?(process, Self.processorTime, nil, &limit) == 0 else { return }
    limit.rlim_cur = min(most, limit.rlim_max)
    _ = unsafe Self.limitResource?(process, Self.processorTime, &limit, nil)
  }

  private func read(_ descriptor: Int32, named name: String, _ take: @escaping @Sendable ([UInt8]) -> Bool) {
    DispatchQueue(label: "hean.filter-\(name)").async { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let (count, _) = SystemCall.retrying {
          unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0.baseAddress, $0.count) }
        }
        guard count > 0, take(Array(buffer[..<count])) else { break }
      }
      Self.close(descriptor)
      let waiting = state.withLock { state in
        state.open -= 1
        return state.open == 0 ? state.waiting.take() : nil
      }
      waiting?.resume()
    }
  }

  private static func close(_ descriptors: Int32...) {
    for descriptor in descriptors { closeDescriptor(descriptor) }
  }
}

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
