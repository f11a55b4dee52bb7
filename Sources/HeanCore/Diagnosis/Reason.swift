/// One of the engine's reason codes: what it means to an operator, what clears it, and what to do.
public struct Reason: Sendable, Equatable {
  public enum Kind: String, Sendable { case decision, exit, filter, stop }

  public enum Severity: String, Sendable {
    case info, attention
    /// A signal died of it.
    case block
  }

  public var code: String
  public var kind: Kind
  /// The gate at which it shows; `nil` where no signal is stopped.
  public var gate: Gate.ID?
  public var severity: Severity
  public var meaning: String
  public var clearedBy: NextStep
  /// An operation or a query, never words alone.
  public var nextStep: NextStep

  /// What is not given is not known.
  public init(code: String, kind: Kind, severity: Severity, meaning: String, clearedBy: NextStep, nextStep: NextStep) {
    self.code = code
    self.kind = kind
    self.severity = severity
    self.meaning = meaning
    self.clearedBy = clearedBy
    self.nextStep = nextStep
  }

  init(
    _ code: String, _ kind: Kind, _ gate: Gate.ID?, _ severity: Severity, _ meaning: String, clearedBy: NextStep,
    _ nextStep: NextStep
  ) {
    self.code = code
    self.kind = kind
    self.gate = gate
    self.severity = severity
    self.meaning = meaning
    self.clearedBy = clearedBy
    self.nextStep = nextStep
  }

  /// Every code that hean knows (docs/engine.md 4.3 to 4.5).
  public static let all: [Reason] = decisions + exits + filters + stops

  private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  /// - Returns: `nil` for a code that hean does not know.
  public static func of(_ code: String) -> Reason? { byCode[code] }

  /// The same for what somebody typed: upper and lower case are one.
  public static func named(_ code: String) -> Reason? { of(code) ?? of(code.uppercased()) ?? of(code.lowercased()) }

  public static func meaning(_ code: String) -> String { of(code)?.meaning ?? "a code unknown to hean" }
}
