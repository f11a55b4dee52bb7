import HeanCore

/// Reads the WebSocket frames of one client (RFC 6455): bytes in, messages and control frames out. It shares no code
/// with the console's client on purpose: two independent implementations reveal each other's errors.
struct ServerSocketReader {
  enum Output: Equatable {
    case text([UInt8])
    case binary([UInt8])
    case ping([UInt8])
    case pong
    /// The client sent a close frame; answer with this payload and close.
    case close([UInt8])
    /// Close with this code.
    case violation(UInt16)
  }

  /// Largest message in bytes, in one frame or in fragments; a larger one is refused with 1009.
  private let maximumMessage: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var fragments: [UInt8] = []
  /// Opcode of the message whose fragments are being collected.
  private var opcode: UInt8?
  private var check = UTF8Check()
  /// Payload bytes of the present, incomplete frame that were already checked.
  private var checked = 0

  init(maximumMessage: Int = 16 << 20) { self.maximumMessage = maximumMessage }

  mutating func append(_ bytes: [UInt8]) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  mutating func next() -> Output? {
    while true {
      let available = buffer.count - start
      guard available >= 2 else { return nil }
      let first = buffer[start]
      let second = buffer[start + 1]
      let code = first & 0x0F
      let isFinal = first & 0x80 != 0
      // Reserved bits, unknown opcodes, a frame without a mask: all 1002.
      guard first & 0x70 == 0, [0, 1, 2, 8, 9, 10].contains(code), second & 0x80 != 0 else { return .violation(1002) }
      let isControl = code >= 8
      if isControl { guard isFinal, second & 0x7F < 126 else { return .violation(1002) } }
      if code == 0, opcode == nil { return .violation(1002) }
      if code == 1 || code == 2, opcode != nil { return .violation(1002) }
      guard let (length, head) = length(second & 0x7F, available) else { return nil }
      guard length <= maximumMessage - fragments.count else { return .violation(1009) }
      guard available >= head + 4 else { return nil }
      let key = Array(buffer[(start + head)..<(start + head + 4)])
      let body = start + head + 4
      let present = min(length, buffer.count - body)
      if !isControl, (opcode ?? code) == 1 {
        // Text is checked as it comes: invalid UTF-8 is refused before the frame is complete.
        let part = unmasked(body + checked, present - checked, key, from: checked)
        guard check.accept(part[...]) else { return .violation(1007) }
        checked = present
      }
      guard present == length else { return nil }
      let payload = unmasked(body, length, key, from: 0)
      start = body + length
      checked = 0
      if isControl {
        switch code {
        case 9: return .ping(payload)
        case 8: return closing(payload)
        default: return .pong
        }
      }
      let kind = opcode ?? code
      guard isFinal else {
        opcode = kind
        fragments += payload
        continue
      }
      let whole = opcode == nil ? payload : fragments + payload
      let isComplete = check.isComplete
      opcode = nil
      fragments = []
      check = UTF8Check()
      guard kind == 1 else { return .binary(whole) }
      return isComplete ? .text(whole) : .violation(1007)
    }
  }

  /// Payload length and the size of the header without the mask; `nil` when more bytes are needed.
  private func length(_ short: UInt8, _ available: Int) -> (Int, Int)? {
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard available >= 2 + extra else { return nil }
    guard extra > 0 else { return (Int(short), 2) }
    let value = buffer[(start + 2)..<(start + 2 + extra)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return (Int(min(value, UInt64(Int.max))), 2 + extra)
  }

  private func unmasked(_ place: Int, _ count: Int, _ key: [UInt8], from offset: Int) -> [UInt8] {
    var bytes = Array(buffer[place..<(place + count)])
    for at in bytes.indices { bytes[at] ^= key[(at + offset) & 3] }
    return bytes
  }

  private func closing(_ payload: [UInt8]) -> Output {
    guard !payload.isEmpty else { return .close([]) }
    guard payload.count >= 2 else { return .violation(1002) }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    guard [1000, 1001, 1002, 1003].contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code) else {
      return .violation(1002)
    }
    var reason = UTF8Check()
    guard reason.accept(payload[2...]), reason.isComplete else { return .violation(1007) }
    return .close(Array(payload[..<2]))
  }
}

/// Encodes frames as a server sends them: complete and without a mask.
enum ServerSocketFrame {
  static func encode(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = [0x80 | opcode]
    switch payload.count {
    case ..<126: frame.append(UInt8(payload.count))
    case ..<65_536: frame += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      frame.append(127)
      frame += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    return frame + payload
  }

  static func text(_ text: String) -> [UInt8] { encode(1, Array(text.utf8)) }
  static func close(_ code: UInt16) -> [UInt8] { encode(8, [UInt8(code >> 8), UInt8(code & 0xFF)]) }
}
