import Dispatch
import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Asks a person for a secret without showing what is typed.
enum SecretPrompt {
  enum Failure: Error, Sendable, Equatable {
    /// There is no controlling terminal, and standard input is not a terminal either.
    case noTerminal
    /// Ctrl-C was pressed, or the waiting task was cancelled.
    case interrupted
    /// Ctrl-D was pressed on an empty line, or the terminal was closed.
    case endOfInput
    case notUTF8
    case failed(reason: String)
  }

  /// Shows the prompt on the terminal and reads one line with echo off. The terminal is always restored, however the
  /// reading ends.
  ///
  /// Ctrl-C is read as a key, not as a signal, so that it cannot end the program while echo is off.
  static func read(_ prompt: String, device: String = "/dev/tty") async throws(Failure) -> String {
    let wake = WakePipe()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "hean.secret-prompt").async {
          continuation.resume(returning: ask(prompt, device, wake))
        }
      }
    } onCancel: {
      wake.signal()
    }
    return try result.get()
  }

  private static func ask(_ prompt: String, _ device: String, _ wake: WakePipe) -> Result<String, Failure> {
    if let terminal = try? OpenDescriptor(device, flags: O_RDWR) {
      return ask(prompt, input: terminal.number, output: terminal.number, wake)
    }
    guard Terminal.isTerminal(0) else { return .failure(.noTerminal) }
    return ask(prompt, input: 0, output: 2, wake)
  }

  private static func ask(_ prompt: String, input: Int32, output: Int32, _ wake: WakePipe) -> Result<String, Failure> {
    var saved = termios()
    guard unsafe tcgetattr(input, &saved) == 0 else { return .failure(.noTerminal) }
    var silent = saved
    silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
    // From here on, everything that ends the process restores the terminal.
    SavedTerminal.keep(saved, of: input)
    guard unsafe tcsetattr(input, TCSANOW, &silent) == 0 else {
      SavedTerminal.forget(input)
      return .failure(.failed(reason: SystemCall.reason(errno)))
    }
    // Input that was typed before the prompt is discarded, and so is the rest of a paste, which must not reach the
    // shell. TCSAFLUSH would do both, but it also waits for the terminal's output.
    tcflush(input, TCIFLUSH)
    defer {
      tcflush(input, TCIFLUSH)
      _ = unsafe tcsetattr(input, TCSANOW, &saved)
      SavedTerminal.forget(input)
    }
    let writer = FileDescriptorWriter(descriptor: output)
    try? writer.write(prompt)
    // The end of the line was not echoed.
    defer { try? writer.write("\n") }

    var line = SecretLine()
    var byte: UInt8 = 0
    while true {
      if wake.wait(for: input) == .woken { return .failure(.interrupted) }
      let (count, code) = SystemCall.retrying { unsafe systemRead(input, &byte, 1) }
      // Reading from a disconnected terminal gives an error; from a closed one, the end of input.
      guard count > 0 else {
        return .failure(count == 0 || code == EIO ? .endOfInput : .failed(reason: SystemCall.reason(code)))
      }
      switch line.take(byte) {
      case .more: continue
      case .interrupted: return .failure(.interrupted)
      case .ended: return .failure(.endOfInput)
      case .complete(let text?): return .success(text)
      case .complete(nil): return .failure(.notUTF8)
      }
    }
  }
}

/// Line editing that a terminal usually does itself, for a line that is read byte by byte.
struct SecretLine {
  enum Step: Equatable {
    case more, interrupted, ended
    /// The complete line; `nil` if it is not UTF-8.
    case complete(String?)
  }

  private var bytes: [UInt8] = []

  mutating func take(_ byte: UInt8) -> Step {
    switch byte {
    case 0x0A, 0x0D: return .complete(String(validating: bytes, as: UTF8.self))
    case 0x03, 0x1C: return .interrupted
    case 0x04: return bytes.isEmpty ? .ended : .complete(String(validating: bytes, as: UTF8.self))
    case 0x15: bytes.removeAll()
    case 0x08, 0x7F:
      // Removes a whole character: its continuation bytes and its first byte.
      while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    default: bytes.append(byte)
    }
    return .more
  }
}
