extension AuditRecord {
  /// What an operator wrote down or did at a console, without a call to an engine. It is no attempt at anything, and says
  /// nothing about the engine.
  public struct Remark: Sendable, Equatable {
    /// What was done; the kind of the line in the log.
    public enum Kind: String, Sendable, CaseIterable {
      /// The operator wrote something down.
      case note
      /// A console that only reads was allowed to send for a while.
      case unlock
      /// A console went back to only reading.
      case lock
      /// An assistant called a tool.
      case call
    }

    /// What was done.
    public var kind: Kind
    /// The words of a note; `nil` for what is none.
    public var text: String?
    /// Why it was done, in a few words; `nil` when that was not told.
    public var reason: String?
    /// Until when the console may send; `nil` when it may not, or when that was not told.
    public var until: Date?
    /// Name of the user account that ran hean.
    public var user: String?
    /// Name of the machine that ran hean.
    public var host: String?

    /// A remark of which only this is known; the rest stays `nil` until it is set.
    public init(
      _ kind: Kind, text: String? = nil, reason: String? = nil, until: Date? = nil, user: String? = nil,
      host: String? = nil
    ) {
      self.kind = kind
      self.text = text
      self.reason = reason
      self.until = until
      self.user = user
      self.host = host
    }

    /// In a word what was done.
    public var outcome: String {
      switch kind {
      case .note: "noted"
      case .unlock: "unlocked"
      case .lock: "locked"
      case .call: "called"
      }
    }

    /// Words, end and reason, as far as they are known; empty without any.
    public var details: String {
      [text, until.map { "until \(EngineTime.shortest($0))" }, reason].compactMap(\.self).joined(separator: ", ")
    }

    /// What was done, with its details.
    public var sentence: String { details.isEmpty ? outcome : "\(outcome): \(details)" }

    var members: [String: JSONValue] {
      [
        "text": .optional(text), "reason": .optional(reason), "until": .optional(until.map(EngineTime.format)),
        "user": .optional(user), "host": .optional(host),
      ]
    }

    init(_ kind: Kind, reading entry: JSONValue) {
      self.init(
        kind, text: entry["text"]?.text, reason: entry["reason"]?.text,
        until: entry["until"]?.text.flatMap(EngineTime.parse), user: entry["user"]?.text, host: entry["host"]?.text)
    }
  }

  /// What an operator wrote down or did; `nil` for a line about a call.
  public var remark: Remark? { if case .remark(let remark) = content { remark } else { nil } }

  /// A new id for the lines of one run: the time in UTC and six random characters.
  /// - Parameter random: a number, 0 ..< 1.
  public static func newID(at now: Date, random: () -> Double) -> String {
    let digits = EngineTime.format(now).filter(\.isNumber).prefix(14)
    let letters = Array("0123456789abcdefghijkmnpqrstuvwxyz")
    let tail = (0..<6).map { _ in letters[min(letters.count - 1, Int(random() * Double(letters.count)))] }
    return "\(digits)-\(String(tail))"
  }
}
