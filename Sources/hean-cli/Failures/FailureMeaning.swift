import HeanCore
import HeanNetworking
import HeanPractice

extension Failure {
  /// Where errors become exit codes; `OperationResult.exit` has those of outcomes.
  init(_ error: any Error, url: String) {
    switch error {
    case let failure as Failure: self = failure
    case let error as EngineError: self.init(engine: error, url: url)
    case let failure as OperationFailure: self.init(failure, url: url)
    case let error as TransportError: self.init(transport: error, url: url)
    case let error as ExchangeError: self.init(exchange: error, url: url)
    case let loss as ConnectionLoss: self.init(stream: loss, url: url)
    case let error as UsageError: self.init(.usage, error.message, nextStep: error.nextStep)
    case ConfigurationError.unwritable(let reason):
      self.init(.cannotWrite, reason, nextStep: "check the path, its owner, its permissions and the disk")
    case let error as ConfigurationError:
      self.init(error.isUsage ? .usage : .configuration, error.message, nextStep: error.nextStep)
    case let error as ListenFailure: self.init(error)
    case let error as SnapshotError: self.init(snapshot: error)
    case let error as FileError: self.init(.cannotWrite, error.message, nextStep: Self.nextStep(after: error))
    case LineReader.Failure.notUTF8: self.init(.usage, "a line of standard input is no UTF-8 text")
    case LineReader.Failure.tooLong(let limit):
      self.init(.usage, "a line of standard input is longer than \(limit) bytes")
    case let error as LineReader.Failure: self.init(.usage, "standard input cannot be read: \(error)")
    case let error as SecretPrompt.Failure: self.init(.declined, "no key was read: \(error)")
    case let error as FileDescriptorWriter.Failure: self.init(write: error)
    case is CancellationError: self.init(.interrupted, "interrupted")
    default:
      self.init(
        .bug, "hean met an error it does not know: \(error)",
        nextStep: "report this with the command line and `\(.command(.version))`")
    }
  }

  private static func nextStep(after error: FileError) -> Guidance {
    switch error {
    case .notFound, .notRegular: "check the name of the file"
    case .tooLarge: "name a smaller file"
    case .lockTimedOut, .failed: "check the path and the disk"
    }
  }

  /// Prices older than `--max-age` allows.
  /// - Parameter age: in seconds; `nil` when it is not known.
  init(age: Decimal?, olderThan limit: Duration) {
    let limit = Spans.text(limit)
    let words =
      age.map { "prices are \(Spans.text($0)) old, older than --max-age \(limit)" }
      ?? "the age of the prices is not known, and --max-age asks for \(limit)"
    self.init(.staleOrUnconfirmed, words, nextStep: .query(.why), isRetryable: true)
  }

  /// A panic that could not start because of the configuration. The next step must work without repairing a file first.
  /// - Parameter isPreview: whether nothing was to be sent: then nothing that sends is offered.
  init(beforePanic error: ConfigurationError, isPreview: Bool) {
    self.init(error, url: "")
    message += "; nothing was sent"
    let panic = Guidance.command(
      .panic, isPreview ? "--dry-run" : "--yes", choosing: ["--url", "http://HOST:PORT", "--api-key-file", "FILE"])
    nextStep = isPreview ? panic : "\(panic); or \(Panic.exchange)"
  }

  private init(write error: FileDescriptorWriter.Failure) {
    switch error {
    case .pipeClosed: self.init(.pipeClosed, "the reader of the output went away")
    case .closed: self.init(.cannotWrite, "standard output is closed", nextStep: "run it again without '>&-'")
    case .failed(let reason):
      self.init(.cannotWrite, "the output could not be written: \(reason)", nextStep: "free space, then run it again")
    }
  }

  private init(snapshot error: SnapshotError) {
    let exit: ExitCode
    switch error {
    case .invalidPeriod, .notAppendable, .notReplaceable: exit = .usage
    case .notAFile, .notOurs, .headerDiffers, .foreignLine, .cannotLock, .cannotWrite: exit = .cannotWrite
    case .practiceMixed, .otherEngine: exit = .configuration
    case .locked: exit = .temporary
    }
    self.init(exit, error.message, nextStep: Guidance(error.nextStep), isRetryable: exit == .temporary)
  }
}
