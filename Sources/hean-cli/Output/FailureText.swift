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
    if let nextStep { lines += told("next:", .strong, nextStep) }
    if let requestID { lines.append(palette.paint("request id: " + sanitized(requestID), .faint)) }
    return lines.joined(separator: "\n") + "\n"
  }

  func json(_ commands: CommandLines = CommandLines()) -> JSONValue {
    var error: [String: JSONValue] = [
      "code": .string(exit.name), "message": .string(sanitized(message)),
      "next_step": .optional(nextStep.map { $0.lines.map(commands.text).joined(separator: "; ") }),
      "retryable": .bool(isRetryable),
    ]
    if let requestID { error["request_id"] = .string(sanitized(requestID)) }
    if let auditID { error["audit_id"] = .string(auditID) }
    if let retryAfter { error["retry_after_seconds"] = .number(Decimal(retryAfter)) }
    if let status { error["status"] = .number(Decimal(status)) }
    return ["error": .object(error)]
  }
}
