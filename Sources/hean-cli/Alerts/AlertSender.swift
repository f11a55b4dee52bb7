import HeanCore
import HeanNetworking

/// Carries messages to receivers.
struct AlertSender: Sendable {
  var context: Context
  /// The engine's name, as it may be shown.
  var source: String
  var commands: CommandLines

  /// The time that one attempt has: so long a receiver can hang, and holds up nothing but itself.
  static let limit = Duration.seconds(10)

  /// Tries once.
  /// - Returns: why it has not arrived; `nil` when it has.
  func deliver(_ message: AlertMessage, to receiver: AlertReceiver) async -> String? {
    let write = { (step: NextStep) in commands(step) }
    if let request = message.request(to: receiver, from: source, write: write) { return await post(request) }
    guard receiver.kind == .mail else {
      return await run([receiver.address], JSONText.line(message.json(from: source, write: write)))
    }
    let programs = ["/usr/sbin/sendmail", "/usr/lib/sendmail", "/usr/bin/sendmail"]
    guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
      return "this machine has no sendmail"
    }
    let mail = message.mail(to: receiver.address, from: source, write: write)
    return await run([program, "-i", "--", receiver.address], Data(mail.utf8))
  }

  /// Tells a receiver that somebody watches.
  /// - Returns: why it was not told; `nil` when it was.
  func beat(to receiver: AlertReceiver, isCritical: Bool) async -> String? {
    await post(.beat(to: receiver, from: source, isCritical: isCritical))
  }

  private func run(_ words: [String], _ input: Data) async -> String? {
    do throws(ChildProcess.Failure) {
      let outcome = try await ChildProcess.run(
        words, environment: Settings.withoutSecrets(context.environment), input: input, deadline: Self.limit,
        takesErrors: true)
      switch outcome.end {
      case .exited(code: 0): return nil
      case .exited(let code):
        let said = String(decoding: outcome.output.prefix(200), as: UTF8.self).split(whereSeparator: \.isNewline).first
        return "it ended with exit code \(code)" + (said.map { ": \($0)" } ?? "")
      case .killed(let signal): return "it was killed by signal \(signal)"
      }
    } catch {
      switch error {
      case .notStarted(let reason): return "it did not start: \(reason)"
      case .deadlineExceeded(let limit): return "it ran for more than \(Spans.exact(limit)), and was killed"
      case .tooMuchOutput: return "it wrote too much, and was killed"
      case .cancelled: return "interrupted"
      }
    }
  }

  private func post(_ request: AlertRequest) async -> String? {
    guard let url = URL(string: request.url) else { return "its address is no URL" }
    var configuration = TransportConfiguration(baseURL: url)
    configuration.connection = ConnectOptions(environment: context.environment)
    configuration.maximumBodyBytes = 1 << 20
    guard let sender = HTTPClient(configuration) else { return "its address names no server" }
    let path = url.path(percentEncoded: true)
    var fields = request.fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    fields.append((name: "User-Agent", value: "hean/\(Version.number)"))
    let target = (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
    do throws(TransportError) {
      let answer = try await sender.send(
        HTTPRequest(method: "POST", target: target, fields: fields, body: Data(request.body.utf8)),
        within: Self.limit, of: Self.limit)
      return (200..<300).contains(answer.status) ? nil : "it answered with HTTP \(answer.status)"
    } catch {
      return error.phase
    }
  }
}
