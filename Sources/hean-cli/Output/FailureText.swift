import HeanCore

/// How a failure is shown: text for people, an object for scripts. Both go to standard error.
extension Failure {
  /// - Parameter width: columns of the terminal; `nil` when there is none, then no line is broken.
  func text(palette: Palette, width: Int? = nil, _ commands: CommandLines = CommandLines()) -> String {
    func told(_ label: String, _ style: Style, _ guidance: Guidance) -> [String] {
      // One command per line, so that each can be copied.
      let lines = guidance.lines.enumerated().flatMap { index, line in
        let pieces = (index == 0 ? [.words(label + " ")] : []) + commands.pieces(line)
        let indent = index == 0 ? 0 : label.count + 1
        guard let width else { return [String(repeating: " ", count: indent) + pieces.map(\.text).joined()] }
        // A command to paste has its own line, under the label.
        return Pasteable.wrap(pieces, indent: indent, width: width)
      }
      // The label is coloured after the line is broken, because escape sequences take no columns.
      return lines.enumerated().map { index, line in
        index == 0 ? palette.paint(label, style) + line.dropFirst(label.count) : line
      }
    }
    var lines = told("hean:", .bad, Guidance(sanitized(message)))
    if let pointer { lines.append(pointer) }
    if let consequence { lines += told("so:", .strong, Guidance(consequence)) }
    if let nextStep { lines += told("next:", .strong, nextStep) }
    if let requestID { lines.append(palette.paint("request id: " + sanitized(requestID), .faint)) }
    return lines.joined(separator: "\n") + "\n"
  }

  func json(_ commands: CommandLines = CommandLines()) -> JSONValue {
    let known = Self.sometimes.members(self).filter { $0.value != .null }
    return ["error": .object(Self.always(commands).members(self).merging(known) { first, _ in first })]
  }

  private static func always(_ commands: CommandLines = CommandLines()) -> [Field<Failure>] {
    [
      Field("code", "", "name of the exit code", priority: 0, type: FieldType(.words(ExitCode.allCases.map(\.name)))) {
        .string($0.exit.name)
      },
      .member("message") { sanitized($0.message) },
      .member("next_step", "what to do; null when nothing is known") {
        $0.nextStep.map { $0.lines.map(commands.text).joined(separator: "; ") }
      },
      .member("retryable", "whether trying again can help") { $0.isRetryable },
    ]
  }

  /// Left out when they are not known.
  private static let sometimes: [Field<Failure>] = [
    .member("request_id") { $0.requestID.map { sanitized($0) } },
    .member("audit_id", "of the entry in the audit log") { $0.auditID },
    .member("retry_after_seconds", unit: .seconds) { $0.retryAfter },
    .member("status", "of HTTP", unit: .unitless) { $0.status },
    .member("consequence", "what it means for the money") { $0.consequence },
  ]

  /// What `error` holds.
  static var description: [FieldDescription] {
    let known = sometimes.described().map { field in
      var field = field.sometimes
      field.type.canBeMissing = false
      return field
    }
    return always().described() + known
  }
}
