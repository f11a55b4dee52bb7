/// What is known of one of the engine's reason codes: what it means to an operator, what clears it, and what to do.
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

  /// The code that it is about.
  public var code: ReasonCode
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

  init(
    _ code: ReasonCode, _ kind: Kind, _ gate: Gate.ID?, _ severity: Severity, _ meaning: String, clearedBy: NextStep,
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

  /// The reason of every code that hean knows, in the order of the codes.
  public static let all = ReasonCode.allCases.map { Reason($0) }

  private static let byText = Dictionary(all.map { ($0.code.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

  /// The reason for a code as the engine writes it; upper and lower case matter.
  /// - Returns: `nil` for a code that hean does not know.
  public static func of(_ code: String) -> Reason? { byText[code] }

  /// The reason for a code that somebody typed, in upper or lower case; `nil` for one that hean does not know.
  public static func named(_ code: String) -> Reason? {
    of(code) ?? all.first { $0.code.rawValue.lowercased() == code.lowercased() }
  }

  /// What a code means, in a few words; for a code that hean does not know, the words say so.
  public static func meaning(_ code: String) -> String { of(code)?.meaning ?? "a code unknown to hean" }
}
