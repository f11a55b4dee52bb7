import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ChildProcess {
  private typealias FileActions = posix_spawn_file_actions_t
  private typealias Attributes = posix_spawnattr_t

  /// - Parameters:
  ///   - standardError: `nil` for that of the console.
  ///   - isInFront: whether it shares the process group of the console, and with it the terminal.
  static func spawn(
    _ arguments: [String], _ environment: [String: String], standardInput: Int32?, standardOutput: Int32,
    standardError: Int32?, isInFront: Bool = false
  ) throws(Failure) -> pid_t {
    guard let program = arguments.first else { throw .notStarted(reason: SystemCall.reason(EINVAL)) }
    var actions = unsafe FileActions()
    _ = unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    if let standardInput {
      _ = unsafe posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
    } else {
      _ = unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    _ = unsafe posix_spawn_file_actions_adddup2(&actions, standardOutput, 1)
    if let standardError { _ = unsafe posix_spawn_file_actions_adddup2(&actions, standardError, 2) }

    var attributes = Attributes()
    _ = unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    _ = unsafe posix_spawnattr_setflags(
      &attributes,
      Int16((isInFront ? 0 : POSIX_SPAWN_SETPGROUP) | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    _ = unsafe posix_spawnattr_setpgroup(&attributes, 0)
    // Ignored signals stay ignored after exec. A child that ignores SIGPIPE could run forever, so the default actions
    // are restored.
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGXFSZ, SIGHUP, SIGINT, SIGTERM, SIGWINCH] { _ = unsafe sigaddset(&signals, number) }
    _ = unsafe posix_spawnattr_setsigdefault(&attributes, &signals)

    var process: pid_t = 0
    let code = unsafe withCStrings(arguments) { argv in
      unsafe withCStrings(environment.map { "\($0)=\($1)" }) { envp in
        unsafe posix_spawn(&process, program, &actions, &attributes, argv, envp)
      }
    }
    guard code == 0 else { throw .notStarted(reason: SystemCall.reason(code)) }
    return process
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    return unsafe body(&pointers)
  }
}
