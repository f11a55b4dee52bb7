import HeanCore
import Synchronization

/// Bytes of another program on their way to a terminal: colours pass, and nothing else that a terminal would obey. Anything but a
/// terminal gets them as they are.
final class TerminalText: Sendable {
  private let isTerminal: Bool
  /// The beginning of a line whose end has not come.
  private let begun = Mutex<[UInt8]>([])

  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  /// The whole lines in what has come so far.
  func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    guard isTerminal else { return bytes }
    let lines = begun.withLock { begun -> [UInt8] in
      begun += bytes
      guard let end = begun.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
      let lines = Array(begun[...end])
      begun.removeSubrange(...end)
      return lines
    }
    return Array(Self.cleaned(String(decoding: lines, as: UTF8.self)).utf8)
  }

  /// What has come behind the last line's end; `nil` for nothing.
  func rest() -> [UInt8]? {
    let rest = begun.withLock { begun in
      defer { begun = [] }
      return begun
    }
    return rest.isEmpty ? nil : Array(Self.cleaned(String(decoding: rest, as: UTF8.self)).utf8)
  }

  private static func cleaned(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var (clean, rest) = ("", Substring(line))
      while let escape = rest.firstIndex(of: "\u{1B}") {
        clean += sanitized(String(rest[..<escape]))
        rest = rest[escape...].dropFirst()
        let numbers = rest.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ";") }
        let last = numbers.endIndex
        // The form of a colour; what else begins so is no longer one without its first character.
        guard rest.first == "[", last < rest.endIndex, rest[last] == "m" else { continue }
        clean += "\u{1B}[\(numbers)m"
        rest = rest[rest.index(after: last)...]
      }
      return clean + sanitized(String(rest))
    }.joined(separator: "\n")
  }
}
