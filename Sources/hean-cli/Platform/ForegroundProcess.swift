import Dispatch
import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that has the terminal until it ends: a pager, an editor.
enum ForegroundProcess {
  /// Runs it to its end, in the process group of the console, so that it may read keys.
  /// - Parameters:
  ///   - arguments: the program's absolute path first.
  ///   - input: what it reads on its standard input, as much of it as it takes; `nil`: the standard input of the console.
  /// - Returns: `nil` when it could not be started.
  static func run(
    _ arguments: [String], environment: [String: String], input: String?
  ) async -> ChildProcess.Outcome.End? {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "hean.foreground").async {
        continuation.resume(returning: runBlocking(arguments, environment, input))
      }
    }
  }

  private static func runBlocking(
    _ arguments: [String], _ environment: [String: String], _ input: String?
  ) -> ChildProcess.Outcome.End? {
    let pipe = input == nil ? nil : SystemCall.makePipe()
    if input != nil, pipe == nil { return nil }
    let process = try? ChildProcess.spawn(
      arguments, environment, standardInput: pipe?.read ?? 0, standardOutput: 1, standardError: nil, isInFront: true)
    if let pipe { close(pipe.read) }
    if let pipe, let input {
      // Who leaves a pager early has read enough.
      if process != nil { try? FileDescriptorWriter(descriptor: pipe.write).write(input) }
      close(pipe.write)
    }
    guard let process else { return nil }
    var status: Int32 = 0
    let (ended, _) = SystemCall.retrying { unsafe waitpid(process, &status, 0) }
    return ended == process ? ChildProcess.Outcome.End(status: status) : nil
  }
}
