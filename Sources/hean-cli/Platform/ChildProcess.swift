import Dispatch
import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs a program, gives it its standard input and reads its standard output. Uses `posix_spawn`, because Foundation's `Process` can crash in
/// `run()`.
enum ChildProcess {
  struct Outcome: Sendable, Equatable {
    enum End: Sendable, Equatable {
      case exited(code: Int32)
      case killed(signal: Int32)
    }
    var end: End
    var output: Data
  }

  enum Failure: Error, Sendable, Equatable {
    case notStarted(reason: String)
    /// It ran past the deadline, and was killed with all processes it had started.
    case deadlineExceeded(after: Duration)
    /// It wrote more than this many bytes, and was killed.
    case tooMuchOutput(limit: Int)
    case cancelled
  }

  /// Runs the program to its end. It has its own process group, so that all its processes can be killed.
  /// - Parameters:
  ///   - arguments: the program's absolute path first.
  ///   - input: what it can read on its standard input; it need not.
  ///   - takesErrors: whether its standard error is read with its output; else it is that of the console.
  static func run(
    _ arguments: [String], environment: [String: String], input: Data = Data(), deadline: Duration,
    outputLimit: Int = 65_536, takesErrors: Bool = false
  ) async throws(Failure) -> Outcome {
    let wake = WakePipe()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "hean.child-process").async {
          continuation.resume(
            returning: Result { () throws(Failure) in
              try runBlocking(arguments, environment, input, takesErrors, deadline, outputLimit, wake)
            })
        }
      }
    } onCancel: {
      wake.signal()
    }
    return try result.get()
  }

  private static func runBlocking(
    _ arguments: [String], _ environment: [String: String], _ input: Data, _ takesErrors: Bool, _ deadline: Duration,
    _ outputLimit: Int, _ wake: WakePipe
  ) throws(Failure) -> Outcome {
    var feed = try ChildInput(input)
    defer { feed?.end() }
    guard let pipe = SystemCall.makePipe() else { throw .notStarted(reason: SystemCall.reason(errno)) }
    defer { close(pipe.read) }
    let process: pid_t
    do throws(Failure) {
      process = try spawn(
        arguments, environment, standardInput: feed?.descriptor, standardOutput: pipe.write,
        standardError: takesErrors ? pipe.write : nil)
    } catch {
      close(pipe.write)
      throw error
    }
    close(pipe.write)
    feed?.begin()
    SystemCall.setNonBlocking(pipe.read)

    let clock = ContinuousClock()
    let end = clock.now + deadline
    var output = Data()
    var failure: Failure?
    var status: Int32 = 0
    var isOpen = true
    while true {
      // The end is checked before the pipe is drained, so that everything the program wrote is read. The loop does not
      // wait for the pipe to close, because a grandchild may keep it open.
      let hasEnded = unsafe waitpid(process, &status, WNOHANG) == process
      if isOpen { isOpen = drain(pipe.read, into: &output) }
      feed?.goOn()
      if hasEnded { return Outcome(end: Outcome.End(status: status), output: output) }
      if output.count > outputLimit {
        failure = .tooMuchOutput(limit: outputLimit)
        break
      }
      let left = end - clock.now
      guard left > .zero else {
        failure = .deadlineExceeded(after: deadline)
        break
      }
      if wake.wait(for: isOpen ? pipe.read : -1, milliseconds: min(left.milliseconds, 10)) == .woken {
        failure = .cancelled
        break
      }
    }
    kill(-process, SIGKILL)
    _ = SystemCall.retrying { unsafe waitpid(process, &status, 0) }
    throw failure ?? .cancelled
  }

  /// - Returns: whether the pipe is still open.
  private static func drain(_ descriptor: Int32, into output: inout Data) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let (count, code) = SystemCall.retrying {
        unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      }
      guard count > 0 else { return count < 0 && code == EAGAIN }
      output.append(contentsOf: buffer[..<count])
      // This is enough to know that the output is too large.
      if output.count > 16 * 1_048_576 { return true }
    }
  }
}

extension ChildProcess.Outcome.End {
  /// Converts what `waitpid` reported; Swift cannot use the C macros for that.
  init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(code: (status >> 8) & 0xFF) : .killed(signal: signal)
  }
}
