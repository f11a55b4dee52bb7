import Foundation
import HeanCore

/// A failure as it is shown: words for people, an object for scripts. Both go to standard error.
extension Failure {
  /// - Returns: the code to end with.
  @discardableResult
  func show(in context: Context, asJSON: Bool) -> ExitCode {
    // Nobody is there to read it any more, and a filter dies quietly.
    if exit == .pipeClosed { return .pipeClosed }
    let isColoured = ColourDecision.isColoured(
      isTerminal: context.errors.isTerminal, choice: .auto, environment: context.environment)
    let text =
      asJSON
      ? JSONText.compact(json) + "\n"
      : text(palette: Palette(isEnabled: isColoured), width: context.errors.isTerminal ? context.columns : nil)
    // If standard error is gone too, the exit code is all that is left to say.
    try? context.errors.write(text)
    return exit
  }

  /// - Parameter width: columns of the terminal; `nil` when there is none, and nothing is broken.
  func text(palette: Palette, width: Int? = nil) -> String {
    func told(_ label: String, _ style: Style, _ text: String) -> [String] {
      // One command a line, so that each can be taken as it is.
      let lines = text.components(separatedBy: "\n").enumerated().flatMap { index, command in
        let line = index == 0 ? label + " " + sanitized(command) : sanitized(command)
        let indent = index == 0 ? 0 : label.count + 1
        guard let width else { return [String(repeating: " ", count: indent) + line] }
        // What is to be pasted has a line of its own, under the label.
        return Pasteable.wrap(line, indent: indent, width: width)
      }
      // The label is painted after the line is broken: escape bytes have no width.
      return lines.enumerated().map { index, line in
        index == 0 ? palette.paint(label, style) + line.dropFirst(label.count) : line
      }
    }
    var lines = told("hean:", .bad, message)
    if let pointer { lines.append(pointer) }
    if let nextStep { lines += told("next:", .strong, nextStep) }
    if let requestID { lines.append(palette.paint("request id: " + sanitized(requestID), .faint)) }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    var error: [String: JSONValue] = [
      "code": .string(exit.name), "message": .string(sanitized(message)),
      "next_step": .optional(nextStep.map { sanitized($0.replacing("\n", with: "; ")) }),
      "retryable": .bool(isRetryable),
    ]
    if let requestID { error["request_id"] = .string(sanitized(requestID)) }
    if let auditID { error["audit_id"] = .string(auditID) }
    if let retryAfter { error["retry_after_seconds"] = .number(Decimal(retryAfter)) }
    if let status { error["status"] = .number(Decimal(status)) }
    return ["error": .object(error)]
  }
}
