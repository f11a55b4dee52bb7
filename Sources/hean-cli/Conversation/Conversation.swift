import HeanCore
import HeanQuestions

/// `hean ask` without a question on a terminal: one question after another.
struct Conversation: Sendable {
  let asking: QuestionAnswering

  private static let prompt = "ask> "
  /// How long the rest of an escape sequence may take, in milliseconds.
  private static let escapeWait: Int32 = 50

  private var session: Session { asking.session }

  func run() async throws -> ExitCode {
    try write("Ask in your words; a number asks an offered question, 'exit' ends.\n")
    let history = (try? asking.log?.entries())?.map(\.question) ?? []
    try await session.context.input.withKeys { keys in
      var editor = LineEditing(history: history)
      var talk = Talk()
      try draw(editor)
      while let line = try await self.line(&editor, keys) {
        try write("\n")
        guard let question = talk.question(line) else { break }
        if !question.isEmpty { try await answer(question, &talk, &editor, keys) }
        try draw(editor)
      }
    }
    try write("\n")
    return .ok
  }

  /// The next line; `nil` at the end of input.
  private func line(_ editor: inout LineEditing, _ keys: KeySource) async throws -> String? {
    while true {
      while let action = editor.next() {
        switch action {
        case .redraw: try draw(editor)
        case .clearScreen:
          try write(LineEditing.clearingScreen)
          try draw(editor)
        case .submit(let line): return line
        case .cancel:
          try write("\n")
          try draw(editor)
        case .endOfInput: return nil
        case .bell: try write("\u{7}")
        }
      }
      switch try await keys.next(editor.isMidSequence ? Self.escapeWait : nil) {
      case .bytes(let bytes): editor.append(bytes)
      case .resized, .suspended, .resumed: try draw(editor)
      case .quiet: editor.settle()
      case .closed: return nil
      }
    }
  }

  private func draw(_ editor: LineEditing) throws {
    let columns = session.context.terminalSize()?.columns ?? 80
    try write(editor.drawing(prompt: Self.prompt, columns: columns))
  }

  private func write(_ text: String) throws { try session.context.output.write(text) }

  private func answer(
    _ question: String, _ talk: inout Talk, _ editor: inout LineEditing, _ keys: KeySource
  ) async throws {
    do {
      guard let answer = try await whileListening(question, talk.reading, &editor, keys) else {
        editor.discardUnread()
        return try write("interrupted: nothing was changed, asking only reads\n")
      }
      talk.take(answer, to: question)
      if answer.kind == .notUnderstood {
        var screen = Screen()
        screen.sentence(Guidance("Not understood: ") + QuestionAnswering.reason(answer), .warning)
        for command in answer.commands { screen.offer(">", Guidance(command)) }
        try write(session.renderer.draw(screen))
      } else {
        try write(render(asking.report(question, answer)))
      }
      for (index, offer) in talk.offers.enumerated() { try write("  \(index + 1)  \(sanitized(offer))\n") }
    } catch let failure where !(failure is CancellationError) && !(failure is FileDescriptorWriter.Failure) {
      // One question that failed does not end the conversation.
      _ = session.show(session.failure(failure), asJSON: false)
    }
  }

  private enum Ended: Sendable {
    case answered(Result<QuestionAnswer, any Error>)
    case heard([UInt8], isInterrupted: Bool)
  }

  /// Answers while keys are read, so that Ctrl-C ends a question that takes too long. What else is typed is kept.
  /// - Returns: `nil` when it was interrupted.
  private func whileListening(
    _ question: String, _ earlier: QuestionReading?, _ editor: inout LineEditing, _ keys: KeySource
  ) async throws -> QuestionAnswer? {
    let asking = asking
    let (result, typed, isInterrupted) = await withTaskGroup(of: Ended.self) { group in
      group.addTask {
        do { return .answered(.success(try await asking.answer(question, after: earlier))) } catch {
          return .answered(.failure(error))
        }
      }
      group.addTask { await Self.listen(keys) }
      var ended: (result: Result<QuestionAnswer, any Error>?, typed: [UInt8], isInterrupted: Bool) = (nil, [], false)
      for await one in group {
        switch one {
        case .answered(let result):
          ended.result = result
          group.cancelAll()
        case .heard(let bytes, let isInterrupted):
          ended.typed = bytes
          ended.isInterrupted = isInterrupted
          if isInterrupted { group.cancelAll() }
        }
      }
      return ended
    }
    if case .success(let answer)? = result {
      editor.append(typed)
      return answer
    }
    if isInterrupted { return nil }
    editor.append(typed)
    return try result?.get()
  }

  /// Collects what is typed until it is cancelled, or until Ctrl-C.
  private static func listen(_ keys: KeySource) async -> Ended {
    var typed: [UInt8] = []
    while !Task.isCancelled {
      guard let input = try? await keys.next(nil) else { break }
      switch input {
      case .bytes(let bytes):
        if bytes.contains(0x03) { return .heard([], isInterrupted: true) }
        typed += bytes
      case .resized, .suspended, .resumed, .quiet: break
      case .closed: return .heard(typed, isInterrupted: false)
      }
    }
    return .heard(typed, isInterrupted: false)
  }

  private func render(_ report: Report) throws -> String {
    var text = ""
    try session.renderer.render(report) { text += $0 }
    return text
  }
}

/// What a conversation remembers: the last reading, and the questions that were offered.
struct Talk: Sendable {
  private(set) var reading: QuestionReading?
  private(set) var offers: [String] = []

  /// The question that a line asks: an offered one by its number; empty for an empty line.
  /// - Returns: `nil` when the line ends the conversation.
  func question(_ line: String) -> String? {
    let text = line.trimmed()
    if ["exit", "quit", "q", "bye"].contains(text.lowercased()) { return nil }
    if let number = Int(text), offers.indices.contains(number - 1) { return offers[number - 1] }
    return text
  }

  /// - Parameter question: what was answered; it is not offered again.
  mutating func take(_ answer: QuestionAnswer, to question: String) {
    if answer.kind == .notUnderstood {
      offers = Array(answer.suggestions.prefix(3))
    } else {
      reading = answer.reading
      offers = answer.reading.followUps
    }
    offers.removeAll { $0.lowercased() == question.lowercased() }
  }
}
