import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The recorded conversations, frame by frame as events.
enum RecordedEvents {
  static let files = [
    "websocket", "closing/06_close_frames", "closing/live_refused_07_frames", "closing/live_true_07_frames",
    "ghost/dry_05_frames", "ghost/live_08_frames",
  ]
  static let moment = Date(timeIntervalSince1970: 1_795_225_650)

  static func all(in file: String, at date: Date = moment) throws -> [StreamEvent] {
    try Recordings.frames(in: file).compactMap { try event($0, at: date) }
  }

  /// - Returns: `nil` for what is no event: confirmations and pings.
  static func event(_ frame: String, at date: Date = moment) throws -> StreamEvent? {
    let frame = try EventFrame(Array(frame.utf8)[...])
    guard let topic = frame.topic, let data = frame.data else { return nil }
    return StreamEvent(
      topic: topic, seq: frame.seq, origin: .live, body: frame.bytes[data], typeRange: frame.type, receivedAt: date)
  }

  /// The first of its kind.
  static func first(_ type: String, on topic: Topic, in file: String = "websocket") throws -> EventEnvelope {
    let found = try all(in: file).first { $0.type == type && $0.topic == topic }
    return EventEnvelope(try #require(found))
  }
}
