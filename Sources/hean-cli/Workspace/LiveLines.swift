import HeanCore

/// Lines that are typed at the foot of the screen.
extension LiveState {
  /// What a typed command can be about: what the lists have shown.
  var things: [String] {
    let names = [PaneKind.positions, .orders, .strategies].flatMap { targets[$0] ?? [] }.map(\.key)
    return Array(Set(names + targets.values.joined().compactMap(\.symbol)))
  }

  mutating func pressInPrompt(_ key: PressedKey, at now: Duration) -> [LiveOrder] {
    guard var line = prompt else { return [] }
    if line.isConsent, isPasting { return refusePaste() }
    switch key {
    // Calling off needs no reading.
    case .escape, .interrupt: return endPrompt(line, nil)
    case _ where !line.takesKeys(at: now): return []
    case .tab: return line.kind == .command ? [.complete] : []
    case .enter where isPasting:
      // A line end in a paste hands nothing over.
      return []
    // The plan that is asked about can be longer than the screen.
    case .earlier where line.kind == .answer: scroll(.up)
    case .later where line.kind == .answer: scroll(.down)
    case .pageUp where line.kind == .answer: scroll(.pageUp)
    case .pageDown where line.kind == .answer: scroll(.pageDown)
    default: return edit(&line, key)
    }
    return []
  }

  private mutating func edit(_ line: inout LivePrompt, _ key: PressedKey) -> [LiveOrder] {
    line.editor.press(key)
    var orders: [LiveOrder] = []
    while let action = line.editor.next() {
      switch action {
      case .submit(let text): return endPrompt(line, text)
      case .cancel, .endOfInput: return endPrompt(line, nil)
      case .clearScreen: orders.append(.repaint)
      case .bell: orders.append(.bell)
      case .redraw: break
      }
    }
    prompt = line
    if line.kind == .filter { filters[focused] = line.editor.text.isEmpty ? nil : line.editor.text }
    return orders
  }

  /// - Parameter text: `nil` when it was called off.
  private mutating func endPrompt(_ line: LivePrompt, _ text: String?) -> [LiveOrder] {
    (prompt, notice) = (nil, nil)
    switch line.kind {
    case .answer: return [.reply(text)]
    case .filter:
      if text == nil { filters[focused] = nil }
      return []
    case .note: return text.flatMap { $0.trimmed().isEmpty ? nil : [.note($0.trimmed())] } ?? []
    case .unlock:
      guard let text, !text.trimmed().isEmpty else { return [] }
      guard text.trimmed() == name else {
        notice = ("that is not \(name): still locked", .warning)
        return [.bell]
      }
      return [.unlock]
    case .command: return submit(text?.trimmed() ?? "")
    }
  }

  private mutating func submit(_ line: String) -> [LiveOrder] {
    guard !line.isEmpty else { return [] }
    if typed.last != line { typed.append(line) }
    if typed.count > Self.mostTyped { typed.removeFirst() }
    switch line {
    case "q", "quit", "exit": return quit()
    case "unlock": return askToUnlock()
    case "lock": return lock.isOpen ? [.lock] : []
    case "keys":
      overlay = LiveOverlay(title: "Keys", lines: keys.help)
      return []
    default: return [.typed(line)]
    }
  }
}
