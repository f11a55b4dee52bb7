import HeanCore

/// A line of hean's own standard error, read again by a run around it.
enum ToldLine {
  /// The object that stands in an error in JSON.
  case error(JSONValue)
  case note(String)
  case text(String)

  /// - Returns: `nil` for JSON that is neither.
  init?(_ line: some StringProtocol) {
    guard line.hasPrefix("{"), let value = try? JSONValue(reading: Data(line.utf8)) else {
      self = .text(String(line))
      return
    }
    if let note = value["note"]?.text {
      self = .note(note)
    } else if let error = value["error"] {
      self = .error(error)
    } else {
      return nil
    }
  }
}
