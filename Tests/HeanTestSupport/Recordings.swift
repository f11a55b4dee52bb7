import Foundation

/// The recorded WebSocket conversation with a real engine.
package enum Recordings {
  private struct Line: Decodable {
    var dir: String
    var text: String?
  }

  /// What the engine sent, frame by frame.
  package static func frames(in file: String = "websocket") throws -> [String] {
    let text = try String(contentsOf: Fixtures.recordings.appending(path: file + ".ndjson"), encoding: .utf8)
    return try text.split(separator: "\n").compactMap { line in
      let entry = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      return entry.dir == "recv" ? entry.text : nil
    }
  }
}
