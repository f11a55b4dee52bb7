/// A line of the audit log with what its run recorded before the call: who asked for it, and why. The line about an outcome
/// does not repeat those.
public struct AuditEntry: Sendable, Equatable {
  /// The line itself.
  public var record: AuditRecord
  /// What was recorded before the call was sent; `nil` when that line is not known.
  public var intent: AuditRecord.Intent?

  /// A line with what was recorded before its call.
  public init(record: AuditRecord, intent: AuditRecord.Intent? = nil) {
    self.record = record
    self.intent = intent
  }

  /// What the call is about.
  public var target: String? {
    if case .outcome(let settlement) = record.content, let target = settlement.target { return target }
    return intent?.target
  }
  /// Raw value of an `OperationOutcome`, or a word of another version; `nil` for a call that is about to be sent, and for a
  /// remark.
  public var outcome: String? {
    switch record.content {
    case .intent: nil
    case .outcome(let settlement): settlement.outcome
    case .end(let end): end.outcome
    case .remark: nil
    }
  }
  /// What a look at the engine afterwards showed.
  public var seen: String? {
    switch record.content {
    case .intent: nil
    case .outcome(let settlement): settlement.seen
    case .end(let end): end.seen
    case .remark: nil
    }
  }
  /// Name of the user account that ran hean.
  public var user: String? { record.remark?.user ?? intent?.user }
  /// Name of the machine that ran hean.
  public var host: String? { record.remark?.host ?? intent?.host }
  /// Why, in the operator's words, or for the lock of a console in those of hean.
  public var reason: String? { record.remark?.reason ?? intent?.reason }
  /// What a panic left open, or could not tell.
  public var left: [String] { if case .end(let end) = record.content { end.left } else { [] } }
  /// How the call ended; `nil` for other lines.
  public var settlement: AuditRecord.Settlement? {
    if case .outcome(let settlement) = record.content { settlement } else { nil }
  }

  /// How grave the line is for a system that keeps logs: by what is known of the outcome, not by what the verb does.
  public var severity: AuditSeverity {
    guard let outcome else {
      switch record.content {
      case .intent: return .notice
      case .outcome, .end: return .warning
      case .remark(let remark): return remark.kind == .unlock ? .notice : .info
      }
    }
    return switch OperationOutcome(rawValue: outcome) {
    case .confirmed, .flat: .notice
    case .preview, .unchanged: .info
    case .refused, .notSent, .notAuthorised, .rateLimited, nil: .warning
    case .notConfirmed, .unknown: .error
    case .left: .critical
    }
  }

  /// The line in words.
  public var sentence: String {
    let engine = [record.profile ?? record.url, record.mode.map { "(\($0))" }].compactMap(\.self)
    let place = engine.isEmpty ? "" : " on " + engine.joined(separator: " ")
    let user = user.map { name in ", by " + ([name] + (host.map { [$0] } ?? [])).joined(separator: "@") }
    if let remark = record.remark {
      return remark.kind.rawValue + place + (user ?? "") + (remark.details.isEmpty ? "" : ": \(remark.details)")
    }
    let verb = record.verb ?? "a call"
    let about = target.map { " [\($0)]" } ?? ""
    let state =
      if case .intent = record.content {
        " is about to be sent"
      } else {
        ": " + ([outcome ?? "outcome not recorded"] + left).joined(separator: "; ")
      }
    let rest = [user, seen.map { ", seen: \($0)" }, reason.map { ", reason: \($0)" }]
    return verb + about + place + state + rest.compactMap(\.self).joined()
  }
}

/// How grave a line of a log is, by the numbers of RFC 5424.
public enum AuditSeverity: Int, Sendable, Codable, CaseIterable {
  /// Money is open that should not be.
  case critical = 2
  /// What became of a call is not known.
  case error = 3
  /// Nothing was done.
  case warning = 4
  /// Something was done, or is about to be.
  case notice = 5
  /// Nothing was to be done.
  case info = 6
}

/// Joins lines of the audit log, in their order, with what was recorded before each call.
public struct AuditJoiner: Sendable {
  private var runs: [String: [Int: AuditRecord.Intent]] = [:]
  private var order: [String] = []
  /// Runs that are remembered. Processes that write at once are a handful.
  private static let most = 512

  /// A joiner that has seen no line.
  public init() {}

  /// Takes the next line.
  public mutating func join(_ record: AuditRecord) -> AuditEntry {
    if case .intent(let intent) = record.content {
      if runs[record.id] == nil {
        order.append(record.id)
        if order.count > Self.most { runs[order.removeFirst()] = nil }
      }
      runs[record.id, default: [:]][record.step] = intent
      return AuditEntry(record: record, intent: intent)
    }
    let calls = runs[record.id]
    return AuditEntry(
      record: record, intent: calls?[record.step] ?? calls?.max { $0.key < $1.key }?.value)
  }
}
