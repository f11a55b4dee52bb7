/// One of the engine's reason codes: what it means to an operator, what clears it, and what to do.
public struct Reason: Sendable, Equatable {
  /// Where the engine uses the code: in decisions about signals, in decisions about exits, in filters of strategies, or
  /// in stops of trading.
  public enum Kind: String, Sendable { case decision, exit, filter, stop }

  /// How much it matters to an operator.
  public enum Severity: String, Sendable, CaseIterable {
    /// `info` is normal; `attention` is worth a look.
    case info, attention
    /// Signals are refused because of it.
    case block
  }

  /// As the engine writes it: `TRADING_DISABLED`.
  public var code: String
  /// Where the engine uses it.
  public var kind: Kind
  /// The gate under which it is shown; `nil` for a code that stops no signal.
  public var gate: Gate.ID?
  /// How much it matters to an operator.
  public var severity: Severity
  /// What it means, in a few words.
  public var meaning: String
  /// What must happen so that it does not apply any more.
  public var clearedBy: NextStep
  /// What to do or to look at: always an operation or a query.
  public var nextStep: NextStep

  /// A reason that belongs to no gate; set `gate` if it does.
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

  /// - Returns: `nil` for a code that hean does not know. Upper and lower case matter.
  public static func of(_ code: String) -> Reason? { byCode[code] }

  /// The reason for a code that somebody typed, in upper or lower case; `nil` for one that hean does not know.
  public static func named(_ code: String) -> Reason? { of(code) ?? of(code.uppercased()) ?? of(code.lowercased()) }

  /// What a code means, in a few words; for a code that hean does not know, the words say so.
  public static func meaning(_ code: String) -> String { of(code)?.meaning ?? "a code unknown to hean" }
}
