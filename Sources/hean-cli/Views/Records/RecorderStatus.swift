import HeanCore

/// How a recorder stands at one moment.
struct RecorderStatus: Sendable, Equatable {
  /// What it does, the worst first.
  enum State: String, CaseIterable, Sendable, FieldWord {
    /// Nothing is written: the disk is full, the file cannot be written, or there is no room in the bounds.
    case notWriting = "not_writing"
    /// The engine does not answer.
    case noAnswer = "no_answer"
    /// The engine answers, and no prices come.
    case frozen
    case recording
  }

  var state = State.recording
  /// Lines since it began.
  var lines = 0
  /// Gaps since it began.
  var gaps = 0
  /// The gap that was recorded last, for people.
  var lastGap: String?
  /// What is kept of this engine (bytes).
  var size = 0
  /// Why nothing is written, or another trouble; `nil` when there is none.
  var problem: String?

  /// One line.
  var text: String {
    let what =
      switch state {
      case .notWriting: "not writing"
      case .noAnswer: "the engine does not answer"
      case .frozen: "recording, but no prices come"
      case .recording: "recording"
      }
    let counts = "\(Figures.counted(lines, "line")), \(Figures.counted(gaps, "gap")), \(FileSize.text(size)) kept"
    return "\(what); \(counts)" + (problem.map { "; \($0)" } ?? "")
  }
}

extension RecordGap {
  /// For people.
  var sentence: String {
    let span = Spans.text(max(0, to.timeIntervalSince(from)))
    let what =
      switch subject {
      case .all: "nothing is known"
      case .events: "events are missing"
      case .trades: "closed positions are missing"
      case .orders: "orders are missing"
      case .equity: "equity is missing"
      case .prices: "prices are missing"
      }
    return "\(what) for \(span): \(reason.words)" + (count.map { ", \(Figures.counted($0, "row"))" } ?? "")
  }
}

extension RecordGap.Reason {
  /// As a clause.
  var words: String {
    switch self {
    case .notRunning: "nobody recorded"
    case .killed: "the recorder was killed, or the machine went down"
    case .noAnswer: "the engine did not answer"
    case .frozen: "the engine's feed stood still"
    case .streamLost: "the stream lost events"
    case .diskFull: "the disk took nothing"
    case .sizeLimit: "it would have been more than may be kept"
    case .removed: "removed to keep within the bounds"
    case .clockSetBack: "the clock of this machine was set back"
    case .slept: "the machine slept, or the recorder got no time"
    case .engineRestarted: "the engine was restarted"
    case .forgotten: "the engine had forgotten them"
    case .tooMany: "more came than are recorded"
    }
  }
}
