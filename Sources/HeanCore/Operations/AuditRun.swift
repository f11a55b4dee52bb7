public import Foundation

/// What one run of an operation left in the audit log.
public struct AuditRun: Sendable {
  /// One call.
  public struct Line: Sendable {
    public var step: Int
    public var intent: AuditRecord.Intent
    /// `nil` when the run was killed before it could write one.
    public var settlement: AuditRecord.Settlement?
    /// When it was settled.
    public var time: Date?

    /// Parts that are not given are not known.
    public init(step: Int, intent: AuditRecord.Intent, settlement: AuditRecord.Settlement? = nil, time: Date? = nil) {
      self.step = step
      self.intent = intent
      self.settlement = settlement
      self.time = time
    }

    public var target: String { intent.target ?? "?" }
  }

  public var id: String
  /// When the first call was about to be sent.
  public var time: Date?
  /// The latest record of a call that was about to be sent.
  private var head: AuditRecord?
  public var lines: [Line] = []
  private var end: AuditRecord.End?

  public init(id: String) { self.id = id }

  public mutating func add(_ record: AuditRecord) {
    switch record.content {
    case .intent(let intent):
      time = time ?? record.time
      head = record
      lines.append(Line(step: record.step, intent: intent))
    case .end(let end):
      self.end = end
    case .outcome(let settlement):
      guard let index = lines.lastIndex(where: { $0.step == record.step }) else { return }
      lines[index].settlement = settlement
      lines[index].time = record.time
    }
  }

  private var intent: AuditRecord.Intent? { lines.last?.intent }

  public var verb: String? { head?.operation }
  public var mode: String? { head?.mode }
  public var profile: String? { head?.profile }
  public var url: String? { head?.url }
  public var title: String? { intent?.title }
  public var user: String? { intent?.user }
  public var host: String? { intent?.host }
  public var reason: String? { intent?.reason }
  public var argv: [String] { intent?.argv ?? [] }
  /// What became of the whole, where the operation has a verdict of its own; `nil` also when it was killed before.
  public var ending: String? { end?.outcome }
  /// What a panic left behind.
  public var left: [String] { end?.left ?? [] }

  /// The verdict on the whole, or what all calls have in common.
  public var outcome: String {
    if let ending { return ending }
    let words = lines.map { $0.settlement?.outcome ?? "not recorded" }
    guard let first = words.first else { return "not recorded" }
    return words.allSatisfy { $0 == first } ? first : "mixed: " + Array(Set(words)).sorted().joined(separator: ", ")
  }
}
