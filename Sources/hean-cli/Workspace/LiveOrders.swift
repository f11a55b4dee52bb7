import HeanCore

/// What keys lead to, carried out.
extension LiveConsole {
  /// - Returns: whether it goes on.
  mutating func carry(out order: LiveOrder, _ group: inout DiscardingTaskGroup) -> Bool {
    switch order {
    case .quit: return false
    case .repaint: writer.forget()
    case .bell: rings = true
    case .typed(let line): start(typed: line, &group)
    case .look(let words): start(words, isVerb: false, &group)
    case .act(let words): start([words], isVerb: true, &group)
    // Whoever is locked agrees to nothing.
    case .reply(let text): asking.flatMap { runs[$0] }?.reply(state.lock.isOpen ? text : nil)
    case .dismiss(let number): if runs[number]?.isVerb == false { runs[number]?.dismiss() }
    case .note(let text): write(text)
    case .unlock: unlock()
    case .lock: close(.asked)
    case .expired: locked(.idle)
    case .copy(let commands): copy(commands)
    case .complete: complete()
    case .replay(let move): replay(move)
    }
    return true
  }

  mutating func close(_ reason: ConsoleLock.Reason) {
    state.lock.close()
    locked(reason)
  }

  /// It is locked now; what was asked and not answered is called off.
  mutating func locked(_ reason: ConsoleLock.Reason) {
    try? record.locked(reason, mode: mode)
    for handle in runs.values where handle.isVerb { handle.refuse() }
    let asked = state.prompt?.kind == .answer ? "; the question is called off" : ""
    state.dropQuestion(at: now)
    state.notice = reason == .asked ? ("locked", .plain) : ("locked again: \(reason.rawValue)\(asked)", .warning)
    due = .key
  }

  private mutating func write(_ text: String) {
    do {
      state.notice = (try record.note(text, mode: mode), .plain)
    } catch {
      state.notice = (session.failure(error).message, .bad)
    }
  }

  private mutating func unlock() {
    do {
      // What cannot be recorded is not unlocked.
      try record.unlocked(mode: mode, for: state.lock.span)
      state.lock.open(at: now)
      state.notice = ("unlocked on \(state.name); \(state.keys.name(of: .lock)) locks", .warning)
    } catch {
      state.notice = ("still locked: \(session.failure(error).message)", .bad)
    }
  }

  private mutating func copy(_ commands: [[String]]) {
    let lines = commands.map { self.commands.shown($0) }.joined(separator: "; ")
    state.notice = (lines, .strong)
    // What cannot be written now cannot be drawn either, and that is noticed there.
    try? put("\u{1B}]52;c;\(Data(lines.utf8).base64EncodedString())\u{7}")
  }

  private mutating func replay(_ move: ReplayMove) {
    guard let player = session.context.replay else { return }
    if player.move(move) {
      // What was so at another time has become neither worse nor better.
      forgetFacts()
      reading.look()
    }
    due = .key
  }

  private mutating func complete() {
    guard var prompt = state.prompt else { return }
    let line = String(prompt.editor.text[..<prompt.editor.cursor])
    let found = commands.completion(of: line, things: state.things)
    prompt.editor.insert(found.common)
    state.prompt = prompt
    if found.choices.count > 1 { state.notice = (found.choices.joined(separator: "  "), .plain) }
  }

  private mutating func start(typed line: String, _ group: inout DiscardingTaskGroup) {
    do {
      let words = try LiveCommands.words(line)
      start([words], isVerb: try commands.check(words) == .changesEngine, &group)
    } catch {
      let failure = session.failure(error)
      let next = failure.nextStep.map { ": " + session.commands.text($0) } ?? ""
      state.notice = (failure.message + next, .warning)
    }
  }

  /// The one verb that begins while another is under way.
  static let panic = [["panic"]]
  private var ownInterruption: InterruptionGuard { session.context.interruption }

  private mutating func start(_ words: [[String]], isVerb: Bool, _ group: inout DiscardingTaskGroup) {
    let isPanic = isVerb && words == Self.panic
    guard !isVerb || state.mayAct(isPanic ? .panic : .command) else { return }
    for handle in runs.values { if handle.isVerb { handle.refuse() } else { handle.dismiss() } }
    lastRun += 1
    let number = lastRun
    var overlay = LiveOverlay(title: words.map { $0.joined(separator: " ") }.joined(separator: ", "))
    (overlay.run, overlay.isRunning, overlay.commands, overlay.follows) = (number, true, words, isVerb)
    state.overlay = overlay
    let interruption = !isVerb ? nil : state.isActing ? ownInterruption.beside() : ownInterruption
    if isVerb { (state.isActing, state.isPanicking) = (true, isPanic) }
    let handle = LiveRunHandle(overlay.title, isVerb: isVerb, isPanic: isPanic)
    runs[number] = handle
    let inbox = inbox
    let run = NestedRun(
      session: session, interruption: interruption, columns: state.columns, tell: { inbox.put(.run(number, $0)) },
      reply: { await handle.answer() })
    let lines = words.map { commands.line($0, columns: state.columns, rows: state.bodyRows) }
    group.addTask { await handle.whileWanted { await run.run(lines) } }
  }

  mutating func take(_ news: NestedRun.News, of number: Int) {
    guard let handle = runs[number] else { return }
    due = .key
    switch news {
    case .wrote(let text):
      guard state.overlay?.run == number else { return }
      state.overlay?.append(text)
    case .asked(let question):
      // Locked while it was read: see `locked`.
      guard state.lock.isOpen else { return handle.refuse() }
      state.prompt = LivePrompt(.answer, question)
      asking = number
    case .ended(let code):
      runs[number] = nil
      if handle.isVerb {
        state.isActing = runs.values.contains { $0.isVerb }
        state.isPanicking = runs.values.contains { $0.isPanic }
        if asking == number { state.dropQuestion(at: now) }
        reading.look()
      }
      guard state.overlay?.run == number else {
        if handle.isVerb {
          state.notice = ("\(handle.title) has ended with exit code \(code.rawValue); the audit log has it", .warning)
        }
        return
      }
      state.overlay?.isRunning = false
      if code != .ok { state.overlay?.append("exit code \(code.rawValue)\n") }
    }
  }
}
