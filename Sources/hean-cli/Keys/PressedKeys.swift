/// A key of a terminal, named by what it does in a line where it does something there.
enum PressedKey: Sendable, Equatable {
  /// A character, typed or pasted. Never a control character of ASCII.
  case character(Unicode.Scalar)
  case enter
  /// ESC alone, which only a silence after it can tell from the beginning of a sequence: `settle` returns it.
  case escape
  case tab
  /// Shift with Tab.
  case backTab
  /// Ctrl-C.
  case interrupt
  /// Ctrl-D.
  case deleteOrEnd
  case left, right, wordLeft, wordRight, home, end
  case backspace, delete, deleteWord, deleteToStart, deleteToEnd
  /// Up and Ctrl-P; down and Ctrl-N.
  case earlier, later
  case pageUp, pageDown
  case clear
  /// Ctrl-Z.
  case suspend
  /// F1 to F12, without another key held.
  case function(Int)
  /// What comes from here to `pasteEnds` is pasted, and none of it was pressed: only characters and line ends come then.
  case pasteBegins, pasteEnds
}

/// Reads the bytes of a terminal as keys. It has no clock and no terminal.
///
/// Bytes that are not UTF-8, control characters without a meaning and unknown escape sequences give no key. No input
/// makes it wait for ever: any control character ends a sequence that has no end, and is read as itself.
struct PressedKeys: Sendable {
  private enum State {
    case ground
    /// Within a character of several bytes: the bits so far, how many bytes are missing, and the least value that needs
    /// so many bytes (anything below is not UTF-8). It counts unless it came with Alt.
    case character(bits: UInt32, missing: Int, least: UInt32, counts: Bool)
    /// After ESC.
    case escape
    /// After ESC [, with the bytes so far.
    case control([UInt8])
    /// After ESC O.
    case application
    /// After ESC [ [, which begins a function key of the Linux console.
    case consoleFunction
    /// Within an answer of the terminal to some program's question (OSC, DCS and the like).
    case answer
  }

  /// The longest sequences that have a meaning are shorter; the rest of a longer one is not kept.
  private static let longestParameters = 16

  private var state = State.ground
  /// Whether a paste has begun whose end has not come.
  private(set) var isPasting = false
  private var wasReturn = false

  /// Whether an escape sequence has begun. Its rest follows at once, so when nothing follows, it was a key: call
  /// `settle`. Within a paste this is always `false`, because there no key can be meant.
  var isMidSequence: Bool {
    guard !isPasting else { return false }
    switch state {
    case .ground, .character: return false
    case .escape, .control, .application, .consoleFunction, .answer: return true
    }
  }

  /// Ends a sequence that has begun: it was the ESC key alone, or Alt with a key that looks like a beginning.
  /// - Returns: `.escape` when it was ESC alone.
  mutating func settle() -> PressedKey? {
    guard isMidSequence else { return nil }
    defer { state = .ground }
    if case .escape = state { return .escape }
    return nil
  }

  /// Ends a paste whose end does not come: else no key would be one any more.
  /// - Returns: the end, if a paste has begun.
  mutating func endPaste() -> PressedKey? {
    guard isPasting else { return nil }
    isPasting = false
    state = .ground
    return .pasteEnds
  }

  /// - Returns: the key that ends with this byte, if one does.
  mutating func take(_ byte: UInt8) -> PressedKey? {
    // ESC begins anew wherever it comes: ESC ESC [ A is an arrow with Alt, and ESC \ ends an answer.
    if byte == 0x1B {
      state = .escape
      return nil
    }
    switch state {
    case .ground: return first(byte)
    case .character(let bits, let missing, let least, let counts):
      guard byte & 0xC0 == 0x80 else { return first(byte) }
      let value = bits << 6 | UInt32(byte & 0x3F)
      guard missing == 1 else {
        state = .character(bits: value, missing: missing - 1, least: least, counts: counts)
        return nil
      }
      state = .ground
      // There is no scalar for surrogates, nor past the end of Unicode.
      guard counts, value >= least, let scalar = Unicode.Scalar(value) else { return nil }
      return character(scalar)
    case .escape: return afterEscape(byte)
    case .control(let parameters):
      switch byte {
      case 0x20...0x3F:
        state = .control(parameters.count < Self.longestParameters ? parameters + [byte] : parameters)
        return nil
      case UInt8(ascii: "[") where parameters.isEmpty:
        state = .consoleFunction
        return nil
      case 0x40...0x7E: return key(Self.controlKey(parameters, byte), of: parameters, byte)
      default: return first(byte)
      }
    case .application:
      switch byte {
      case 0x30...0x3B: return nil
      case 0x20...0x7E: return key(Self.applicationKey(byte))
      default: return first(byte)
      }
    case .consoleFunction:
      guard (0x20...0x7E).contains(byte) else { return first(byte) }
      return key((0x41...0x45).contains(byte) ? .function(Int(byte) - 0x40) : nil)
    case .answer:
      // BEL is the usual end of an answer, and has no other meaning.
      return byte < 0x20 || byte == 0x7F ? first(byte) : nil
    }
  }

  /// A byte outside any sequence. Whatever was incomplete is dropped.
  private mutating func first(_ byte: UInt8, counts: Bool = true) -> PressedKey? {
    state = .ground
    switch byte {
    case 0x20...0x7E: return counts ? character(Unicode.Scalar(byte)) : nil
    case 0xC2...0xDF: state = .character(bits: UInt32(byte & 0x1F), missing: 1, least: 0x80, counts: counts)
    case 0xE0...0xEF: state = .character(bits: UInt32(byte & 0x0F), missing: 2, least: 0x800, counts: counts)
    case 0xF0...0xF4: state = .character(bits: UInt32(byte & 0x07), missing: 3, least: 0x10000, counts: counts)
    case 0x00...0x1F, 0x7F: return isPasting ? pasted(byte) : Self.controlCharacter(byte)
    default: break
    }
    return nil
  }

  private mutating func character(_ scalar: Unicode.Scalar) -> PressedKey {
    wasReturn = false
    return .character(scalar)
  }

  /// A control character in a paste. A line end hands the line over, as Enter does: a pasted list of questions is asked
  /// one after another. Both line ends in a row are one, and a tab becomes a space.
  private mutating func pasted(_ byte: UInt8) -> PressedKey? {
    let isRestOfLineEnd = byte == 0x0A && wasReturn
    wasReturn = byte == 0x0D
    switch byte {
    case 0x09: return .character(" ")
    case 0x0A where !isRestOfLineEnd, 0x0D: return .enter
    default: return nil
    }
  }

  private mutating func afterEscape(_ byte: UInt8) -> PressedKey? {
    switch byte {
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "O"): state = .application
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): state = .answer
    case UInt8(ascii: "b"), UInt8(ascii: "B"): return key(.wordLeft)
    case UInt8(ascii: "f"), UInt8(ascii: "F"): return key(.wordRight)
    case 0x08, 0x7F: return key(.deleteWord)
    // Other characters with Alt have no meaning. A control character has its own.
    default: return first(byte, counts: false)
    }
    return nil
  }

  /// The end of a sequence. In a paste only the mark of its end has a meaning.
  private mutating func key(_ key: PressedKey?, of parameters: [UInt8] = [], _ last: UInt8 = 0) -> PressedKey? {
    state = .ground
    guard last == UInt8(ascii: "~") else { return isPasting ? nil : key }
    switch (String(decoding: parameters, as: UTF8.self), isPasting) {
    case ("200", let isRepeated):
      isPasting = true
      wasReturn = false
      return isRepeated ? nil : .pasteBegins
    case ("201", true):
      isPasting = false
      return .pasteEnds
    default: return isPasting ? nil : key
    }
  }

  private static func controlCharacter(_ byte: UInt8) -> PressedKey? {
    switch byte {
    case 0x01: .home
    case 0x02: .left
    case 0x03: .interrupt
    case 0x04: .deleteOrEnd
    case 0x05: .end
    case 0x06: .right
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0B: .deleteToEnd
    case 0x0C: .clear
    case 0x0E: .later
    case 0x10: .earlier
    case 0x15: .deleteToStart
    case 0x17: .deleteWord
    case 0x1A: .suspend
    default: nil
    }
  }

  /// The key of ESC [ parameters last.
  private static func controlKey(_ parameters: [UInt8], _ last: UInt8) -> PressedKey? {
    switch String(decoding: parameters + [last], as: UTF8.self) {
    case "1~", "7~": .home
    case "3~": .delete
    case "4~", "8~": .end
    case "5~": .pageUp
    case "6~": .pageDown
    case "Z": .backTab
    // With Alt and with Ctrl.
    case "1;3C", "1;5C": .wordRight
    case "1;3D", "1;5D": .wordLeft
    default: parameters.isEmpty ? applicationKey(last) : functionKey(parameters, last)
    }
  }

  /// F1 to F12 by the numbers of the VT220, which has gaps after F5 and F10.
  private static func functionKey(_ parameters: [UInt8], _ last: UInt8) -> PressedKey? {
    guard last == UInt8(ascii: "~"), let number = Int(String(decoding: parameters, as: UTF8.self)) else { return nil }
    switch number {
    case 11...15: return .function(number - 10)
    case 17...21: return .function(number - 11)
    case 23...24: return .function(number - 12)
    default: return nil
    }
  }

  /// The key of ESC O last; after ESC [ the same letters are the same keys.
  private static func applicationKey(_ last: UInt8) -> PressedKey? {
    switch last {
    case UInt8(ascii: "A"): .earlier
    case UInt8(ascii: "B"): .later
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(last) - 0x4F)
    default: nil
    }
  }
}
