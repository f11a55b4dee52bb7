/// The lines of one run of an operation in the audit log, joined.
public struct AuditRun: Sendable {
  /// One call of the run.
  public struct Call: Sendable {
    /// Number of the call, from 1.
    public var step: Int
    /// What was recorded before the call was sent.
    public var intent: AuditRecord.Intent
    /// How the call ended; `nil` when the run was killed before it could record that.
    public var settlement: AuditRecord.Settlement?
    /// When the end of the call was recorded; `nil` without such a record.
    public var concludedAt: Date?

    /// A call of which only this is known; the rest stays `nil` until it is set.
    public init(
      step: Int, intent: AuditRecord.Intent, settlement: AuditRecord.Settlement? = nil, concludedAt: Date? = nil
    ) {
      self.step = step
      self.intent = intent
      self.settlement = settlement
      self.concludedAt = concludedAt
    }

    /// What the call is about; `nil` when the record does not tell.
    public var target: String? { intent.target }
  }

  /// Id of the run.
  public var id: String
  /// When the first call was recorded, before it was sent; `nil` without such a record.
  public var time: Date?
  /// The latest record that was written before a call was sent.
  private var head: AuditRecord?
  /// Calls in the order of their records.
  public var calls: [Call] = []
  private var end: AuditRecord.End?

  /// A run without records.
  public init(id: String) { self.id = id }

  /// Adds the next record of this run. The end of a call without a record before it is left out,
  /// and a remark is none of a run.
  public mutating func add(_ record: AuditRecord) {
    switch record.content {
    case .intent(let intent):
      time = time ?? record.time
      head = record
      calls.append(Call(step: record.step, intent: intent))
    case .end(let end):
      self.end = end
    case .outcome(let settlement):
      guard let index = calls.lastIndex(where: { $0.step == record.step }) else { return }
      calls[index].settlement = settlement
      calls[index].concludedAt = record.time
    case .remark: break
    }
  }

  private var intent: AuditRecord.Intent? { calls.last?.intent }

  /// Stable name of the operation, such as `engine.pause`, or a name that another version wrote.
  public var verb: String? { head?.verb }
  /// Which operation it is; `nil` for a name that this version does not know.
  public var operation: OperationName? { head?.operation }
  /// What money was at stake: raw value of an `OperatingMode`.
  public var mode: String? { head?.mode }
  /// Name of the engine in hean's configuration; `nil` for an engine without one.
  public var profile: String? { head?.profile }
  /// Base URL of the engine, without user, password and query.
  public var url: String? { head?.url }
  /// Title of the plan.
  public var title: String? { intent?.title }
  /// Name of the user account that ran hean.
  public var user: String? { intent?.user }
  /// Name of the machine that ran hean.
  public var host: String? { intent?.host }
  /// Why, in the operator's words; `nil` when no reason was given.
  public var reason: String? { intent?.reason }
  /// Words of the command line without secrets; empty where there is none.
  public var argv: [String] { intent?.argv ?? [] }
  /// Plan token that it carried out; `nil` without one.
  public var planToken: String? { calls.first?.intent.planToken }
  /// Whether the log tells what became of each of its calls.
  public var isOutcomeKnown: Bool {
    calls.allSatisfy { call in call.settlement?.outcome.map { $0 != OperationOutcome.unknown.rawValue } ?? false }
  }
  /// How the whole operation ended, where it recorded that; `nil` also when it was killed before.
  public var ending: String? { end?.outcome }
  /// What a panic left open, or could not tell.
  public var left: [String] { end?.left ?? [] }

  /// `ending`, or without one the outcome that all calls share; `mixed: …` when they differ, and `not recorded` for a
  /// call whose end is missing.
  public var outcome: String {
    if let ending { return ending }
    let words = calls.map { $0.settlement?.outcome ?? "not recorded" }
    guard let first = words.first else { return "not recorded" }
    return words.allSatisfy { $0 == first } ? first : "mixed: " + Array(Set(words)).sorted().joined(separator: ", ")
  }
}
