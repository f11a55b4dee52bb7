import HeanCore

struct VersionCommand: Command {
  static let scope = CommandScope.local
  static let effect = CommandEffect.reads
  static var documents: [OutputDocument] { [OutputDocument(.console, "version", VersionFields.all, .object)] }
  static let spec = CommandSpec(
    name: "version", summary: "Version of hean, and how it was built",
    discussion: """
      The first line is name and version alone. With --json the version of the engine stands beside them, if one answers \
      within 2s; without --json nobody is asked.
      """,
    examples: [
      Example("hean version", "version, commit, date, machine, compiler"),
      Example("hean version --json | jq -r .data.engine_version", "the version of the engine's interface"),
    ])

  /// How long an engine may take to tell its version.
  private static let patience = Duration.seconds(2)

  init(_ line: ParsedLine) {}

  func run(_ session: Session) async throws -> Output {
    guard session.output.format != .table else { return .text(VersionFields.text(BuiltVersion())) }
    var report = session.localReport("version")
    report.holdsAmounts = false
    var version = BuiltVersion()
    if session.output.format.isJSON {
      do {
        if let doubt = session.engineDoubt { throw Failure(.configuration, doubt) }
        version.engine = try await Self.engineVersion(session)
      } catch let error as CancellationError {
        throw error
      } catch {
        version.engineNote = session.failure(error).message
      }
      if version.engine == nil, version.engineNote == nil { version.engineNote = "the engine tells none" }
    }
    report.payload = .object(VersionFields.all, version)
    return .report(report)
  }

  /// The version of the engine's interface; `nil` when it tells none.
  static func engineVersion(_ session: Session) async throws -> String? {
    var target = session.target
    target.deadline = min(target.deadline, patience)
    // Nobody asks for a key there, and a command that prints one can take long.
    target.keySource = nil
    return try await target.withEngine(in: session.context, memory: nil) { reader in
      // Some text of a server, not a document.
      try await reader.read(.description.once).value.version.map { String(sanitized($0).prefix(100)) }
    }
  }
}

/// What this program is, and which engine it would talk to.
struct BuiltVersion: Sendable {
  /// Of the engine's interface; `nil` when it is not known.
  var engine: String?
  /// Why it is not known.
  var engineNote: String?
}

enum VersionFields {
  static let all: [Field<BuiltVersion>] = [
    Field("version", "hean", "of this program", priority: 1) { _ in Version.number },
    Field("commit", "commit", "hash of the commit it was built from; null when nobody wrote it in", priority: 1) { _ in
      known(Build.commit)
    },
    Field("date", "date", "of that commit; null when nobody wrote it in", priority: 1) { _ in known(Build.date) },
    Field("target", "target", "processor, system and C library", priority: 1) { _ in Build.target },
    Field("swift", "swift", "version of the compiler", priority: 1) { _ in Build.swift },
    .member("engine_version", "of the engine's interface; null when it did not tell") { $0.engine },
    .member("engine_note", "why that is not known; null when it is, and when nobody asked") { $0.engineNote },
  ]

  /// Name and version alone on the first line, then what else is known.
  static func text(_ version: BuiltVersion) -> String {
    let rows = [
      ("commit", Build.commit), ("date", Build.date), ("target", Build.target), ("swift", Build.swift),
    ]
    return "hean \(Version.number)\n" + rows.map { padded($0.0, to: 8) + $0.1 + "\n" }.joined()
  }

  private static func known(_ text: String) -> String? { text == Build.unknown ? nil : text }
}
