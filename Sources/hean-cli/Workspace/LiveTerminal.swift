import HeanCore

/// What comes from the terminal, and the clock beside it, as inputs of the console.
enum LiveTerminal {
  /// How long the rest of an escape sequence may take, in milliseconds.
  private static let escapeWait: Int32 = 50
  /// How long a paste may pause, in milliseconds: one whose end is lost would make every key a part of it.
  private static let pasteWait: Int32 = 1_000

  /// Until the task is cancelled or the terminal is gone.
  /// - Parameter typed: what was typed before, and not read by others.
  static func read(
    _ terminal: ScreenTerminal, _ context: Context, typed: [UInt8], into inbox: LiveInbox
  ) async {
    var keys = PressedKeys()
    var input = RawTerminal.Input.bytes(typed)
    while !Task.isCancelled {
      do {
        switch input {
        case .bytes(let bytes): try await put(bytes.compactMap { keys.take($0) }, terminal, context, inbox)
        case .quiet: try await put([keys.settle() ?? keys.endPaste()].compactMap(\.self), terminal, context, inbox)
        case .resized, .resumed: inbox.put(.resized)
        case .suspended: try await suspend(terminal, inbox)
        case .closed: return inbox.put(.closed)
        }
        input = try await terminal.next(keys.isMidSequence ? escapeWait : keys.isPasting ? pasteWait : nil)
      } catch {
        break
      }
    }
    if !Task.isCancelled { inbox.put(.closed) }
  }

  private static func put(
    _ keys: [PressedKey], _ terminal: ScreenTerminal, _ context: Context, _ inbox: LiveInbox
  ) async throws {
    for part in keys.split(separator: .suspend, omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 { try await suspend(terminal, inbox) }
      if !part.element.isEmpty { inbox.put(.keys(Array(part.element), at: context.elapsed())) }
    }
  }

  /// Only who reads the terminal can hand it back: a read that waits would hold it.
  private static func suspend(_ terminal: ScreenTerminal, _ inbox: LiveInbox) async throws {
    try await terminal.suspend()
    inbox.put(.resized)
  }

  /// Ages grow and locks close although nothing else happens.
  static func tick(_ context: Context, every pace: Duration = .seconds(1), into inbox: LiveInbox) async {
    while !Task.isCancelled {
      do { try await context.beat(pace) } catch { return }
      inbox.put(.tick)
    }
  }
}
