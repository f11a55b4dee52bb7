import Foundation
import HeanCore

/// A failure as it is shown: words for people, an object for scripts. Both go to standard error.
extension Failure {
  func text(palette: Palette) -> String {
    var lines = [palette.paint("hean:", .bad) + " " + sanitized(message)]
    if let pointer { lines.append(pointer) }
    if let nextStep { lines.append(palette.paint("next:", .strong) + " " + sanitized(nextStep)) }
    if let requestID { lines.append(palette.paint("request id: " + sanitized(requestID), .faint)) }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    var error: [String: JSONValue] = [
      "code": .string(exit.name), "message": .string(sanitized(message)),
      "next_step": .optional(nextStep.map(sanitized)), "retryable": .bool(isRetryable),
    ]
    if let requestID { error["request_id"] = .string(sanitized(requestID)) }
    if let status { error["status"] = .number(Decimal(status)) }
    return ["error": .object(error)]
  }
}
