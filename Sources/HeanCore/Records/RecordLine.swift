/// One line of what is recorded of an engine: `{"at":…,"kind":…,"key":…,"body":…}`.
public struct RecordLine: Sendable, Equatable {
  /// What a line is about.
  public enum Kind: String, CaseIterable, Sendable {
    /// The recorder began: version, address, profile, mode.
    case start
    /// The recorder ended by itself. A file that lacks it was ended by a kill, a crash or a power failure.
    case end
    /// A time of which something is not known: from, to, and why.
    case gap
    /// A position that was closed, with its profit.
    case trade
    /// An order, each time that its state changed.
    case order
    /// A fill of an order.
    case fill
    /// What a strategy proposed.
    case signal
    /// What the engine made of a signal.
    case decision
    /// Another event of the engine, as its stream sent it.
    case event
    /// The engine's own equity at one moment.
    case equity
    /// A whole answer of the engine, when it differs from the one before.
    case answer
    /// Price, bid and ask of one symbol. These lines are in a file of their own.
    case price
    /// A line of the audit log: what was sent from here, and what operators wrote down.
    case audit
  }

  /// When it happened by the engine's clock, or when it was read where the engine does not tell.
  public var at: Date
  /// What it is about.
  public var kind: Kind
  /// What it is one of, within its kind: an identity, so that a line which is recorded twice counts once; for an answer its
  /// path with the query, for a price the symbol. `nil` for what has no identity.
  public var key: String?
  /// What the engine sent, in its own names; for lines of the recorder itself, theirs.
  public var body: JSONValue

  /// A line as it is written.
  public init(at: Date, kind: Kind, key: String? = nil, body: JSONValue) {
    self.at = at
    self.kind = kind
    self.key = key
    self.body = body
  }
}

extension RecordLine {
  /// Reads one line without its end; `nil` for what is torn, or of another version.
  public init?(_ text: Data) {
    guard let line = try? JSONValue(reading: text), let at = line["at"]?.text.flatMap({ EngineTime.parse($0) }),
      let kind = line["kind"]?.text.flatMap(Kind.init(rawValue:)), let body = line["body"]
    else { return nil }
    self.init(at: at, kind: kind, key: line["key"]?.text, body: body)
  }

  /// What is written, with the end of the line. The members stand in the order at, kind, key, body, so that a reader finds
  /// what a line is about without reading its body.
  public var written: Data {
    var text = JSONText(pretty: false)
    text.append("{\"at\":")
    text.write(EngineTime.format(at))
    text.append(",\"kind\":")
    text.write(kind.rawValue)
    if let key {
      text.append(",\"key\":")
      text.write(key)
    }
    text.append(",\"body\":")
    text.write(body)
    text.append("}\n")
    return Data(text.bytes)
  }
}

extension RecordLine {
  /// Whether it is dated by the clock of the machine that records, and not by the engine's.
  package var isOfThisMachine: Bool { [.answer, .start, .end, .gap].contains(kind) }

  /// The line with which a recorder begins.
  public static func start(
    at: Date, version: String, url: String, profile: String?, mode: String?, process: Int, includesPrices: Bool
  ) -> RecordLine {
    RecordLine(
      at: at, kind: .start,
      body: [
        "version": .string(version), "url": .string(url), "profile": .optional(profile), "mode": .optional(mode),
        "pid": .number(Decimal(process)), "prices": .bool(includesPrices),
      ])
  }

  /// The line with which a recorder ends by itself.
  public static func end(at: Date) -> RecordLine { RecordLine(at: at, kind: .end, body: [:]) }
}
