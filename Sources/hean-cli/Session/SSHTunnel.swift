import HeanCore
import Synchronization

/// A port of this machine that leads to an engine on the loopback of a server, by the ssh of this machine. It ends with the
/// run, however that ends: ssh is the child of a shell that ends it when its input is closed.
final class SSHTunnel: Sendable {
  private enum Progress: Sendable {
    case opening
    /// ssh has logged in, and listens.
    case open
    /// With the reason; empty when ssh told none.
    case ended(String)
  }

  private struct State {
    var progress = Progress.opening
    var process: FilterProcess?
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isClosing = false
    var restarts = 0
  }

  let server: SSHServer
  /// Where the engine is reached on this machine.
  let url: URL
  private let arguments: [String]
  private let environment: [String: String]
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Mutex(State())

  private static let ready = "hean-tunnel-open"
  /// Ends ssh when the input is closed, and tells when it ends by itself. A shell gives what it runs beside itself no input,
  /// so that has a number of its own.
  private static let script = """
    exec 3<&0; "$@" </dev/null & ssh=$!; { cat <&3 >/dev/null; kill $ssh; } 2>/dev/null & wait $ssh; echo "hean-tunnel-ended $?"
    """

  /// Opens one.
  /// - Parameter limit: how long ssh may take to log in.
  /// - Throws: exit 69 when it cannot, exit 78 for an engine that is not on the server's loopback.
  static func open(
    to server: SSHServer, _ url: URL, in context: Context, within limit: Duration
  ) async throws -> SSHTunnel {
    let tunnel = try SSHTunnel(server, url, in: context, within: limit)
    try await tunnel.begin(within: context.realTime(limit))
    return tunnel
  }

  private init(_ server: SSHServer, _ url: URL, in context: Context, within limit: Duration) throws {
    guard url.scheme == "http", let host = url.host(percentEncoded: false), LoopbackHost.contains(host) else {
      throw Failure(
        .configuration, "ssh leads to the loopback of \(server.text), and \(url.absoluteString) is not there",
        nextStep: "give the address that the engine has on that server, such as http://127.0.0.1:8000")
    }
    guard let ssh = SystemProgram.path("ssh", context.environment) else {
      throw Failure(
        .configuration, "the profile needs ssh, and there is none on this machine",
        nextStep: "install it (Debian: apt-get install openssh-client)")
    }
    guard let port = FreePort.take(), let local = URL(string: "http://127.0.0.1:\(port)\(url.path())") else {
      throw Failure(.unreachable, "no port of this machine is free for ssh")
    }
    self.server = server
    self.url = local
    let options = [
      "BatchMode=yes", "ExitOnForwardFailure=yes", "ConnectTimeout=\(max(1, Int(limit.seconds.rounded(.up))))",
      "ServerAliveInterval=10", "ServerAliveCountMax=2", "ControlMaster=no", "ControlPath=none", "ForwardAgent=no",
      "ForwardX11=no", "PermitLocalCommand=yes", "LocalCommand=echo \(Self.ready)",
    ]
    // The command of this side runs when the port is taken by ssh, so nobody else can be what listens there.
    arguments =
      ["/bin/sh", "-c", Self.script, "hean", ssh, "-N", "-T"] + options.flatMap { ["-o", $0] }
      + ["-L", "127.0.0.1:\(port):\(Self.seen(host)):\(url.port ?? 80)"] + (server.port.map { ["-p", "\($0)"] } ?? [])
      + ["--", server.destination]
    environment = Settings.withoutSecrets(context.environment)
    sleep = context.beat
  }

  /// The host as ssh takes it, which the server looks up; an IPv6 address has brackets there.
  private static func seen(_ host: String) -> String {
    let bare = host.trimmingPrefix("[").prefix { $0 != "]" }
    return bare.contains(":") ? "[\(bare)]" : String(bare)
  }

  /// Whether requests can go through it now.
  var isOpen: Bool { if case .open = state.withLock({ $0.progress }) { true } else { false } }

  private func begin(within limit: Duration) async throws {
    try start()
    let late = Task {
      try await Task.sleep(for: limit)
      settle(.ended("no login within \(Spans.exact(limit))"))
    }
    defer { late.cancel() }
    await withTaskCancellationHandler {
      await settled()
    } onCancel: {
      settle(.ended("it was called off"))
    }
    guard isOpen else {
      let why = await why()
      await close()
      throw Failure(
        .unreachable, "ssh \(server.text) does not lead to the engine: \(why)",
        nextStep: "try it: ssh \(server.port.map { "-p \($0) " } ?? "")\(server.destination) true", isRetryable: true)
    }
  }

  private func start() throws {
    let told = Mutex("")
    // Before it is started: one that ends at once tells so before this thread goes on.
    state.withLock { $0.progress = .opening }
    let process: FilterProcess
    do throws(ChildProcess.Failure) {
      process = try FilterProcess(arguments, environment: environment, tell: { _ in }) { [weak self] bytes in
        let text = told.withLock { text -> String in
          text += String(decoding: bytes, as: UTF8.self)
          return text
        }
        if text.contains("hean-tunnel-ended") { return self?.ended() ?? () }
        if text.contains(Self.ready) { self?.settle(.open) }
      }
    } catch {
      throw Failure(.unreachable, "ssh cannot be started")
    }
    state.withLock { $0.process = process }
  }

  private func settle(_ progress: Progress) {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      // What has ended once is begun anew, or not at all.
      if case .opening = state.progress { state.progress = progress }
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  private func settled() async {
    await withCheckedContinuation { continuation in
      let isSettled = state.withLock { state in
        if case .opening = state.progress {
          state.waiting.append(continuation)
          return false
        }
        return true
      }
      if isSettled { continuation.resume() }
    }
  }

  /// ssh has ended by itself. One that was open before is begun again on the same port, for streams that go on.
  private func ended() {
    let wasOpen = isOpen
    settle(.ended(""))
    let pause = state.withLock { state -> Duration? in
      state.progress = .ended("")
      guard wasOpen || state.restarts > 0, !state.isClosing else { return nil }
      state.restarts += 1
      return min(.seconds(30), .seconds(state.restarts))
    }
    guard let pause else { return }
    Task { [weak self] in
      try? await self?.sleep(pause)
      await self?.restart()
    }
  }

  private func restart() async {
    let old = state.withLock { state -> FilterProcess? in
      guard !state.isClosing else { return nil }
      return state.process
    }
    guard let old else { return }
    _ = await old.end()
    guard !state.withLock({ $0.isClosing }) else { return }
    try? start()
  }

  /// What ssh said last, or how it ended.
  private func why() async -> String {
    let (process, progress) = state.withLock { ($0.process, $0.progress) }
    let said = await process?.end().errors.split(whereSeparator: \.isNewline).last.map { String($0) }
    if case .ended(let reason) = progress, !reason.isEmpty { return reason }
    return said.map { $0.trimmed() } ?? "it ended at once"
  }

  /// Ends ssh, and waits for that.
  func close() async {
    let process = state.withLock { state in
      state.isClosing = true
      defer { state.process = nil }
      return state.process
    }
    _ = await process?.end()
  }

  deinit {
    let process = state.withLock { $0.process }
    if let process { Task { _ = await process.end() } }
  }
}
