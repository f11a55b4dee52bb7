import HeanCore

/// The frame types of RFC 6455, 5.2.
enum WebSocketOpcode: UInt8, Sendable {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xA

  var isControl: Bool { rawValue & 0x8 != 0 }
}

/// A status code of a close frame (RFC 6455, 7.4).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
  /// The number, 1000 to 4999 in a valid close frame.
  public var rawValue: UInt16
  /// Takes any number; not every number may be sent.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// 1000: the connection is no longer needed.
  public static let normal = Self(rawValue: 1000)
  /// 1002: the other side broke the WebSocket protocol.
  public static let protocolError = Self(rawValue: 1002)
  /// 1005, never sent: the close frame had no code.
  public static let noStatus = Self(rawValue: 1005)
  /// 1006, never sent: the connection ended without a close frame.
  public static let abnormal = Self(rawValue: 1006)
  /// 1007: a text message was not valid UTF-8.
  public static let invalidText = Self(rawValue: 1007)
  /// 1009: a message was larger than the limit.
  public static let tooBig = Self(rawValue: 1009)
  /// 1012: the server restarts.
  public static let serviceRestart = Self(rawValue: 1012)

  /// Whether it may stand in a close frame.
  var isSendable: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// The header of a frame.
struct WebSocketFrameHeader: Sendable, Equatable {
  var isFinal: Bool
  var opcode: WebSocketOpcode
  var length: Int
  /// Bytes of the header itself.
  var size: Int

  /// What is wrong with a frame; always answered with 1002.
  struct Violation: Error, Sendable, Equatable {
    var reason: String
  }

  /// - Returns: `nil` when more bytes are needed.
  static func parse(_ bytes: ArraySlice<UInt8>) throws(Violation) -> WebSocketFrameHeader? {
    guard bytes.count >= 2 else { return nil }
    let start = bytes.startIndex
    let first = bytes[start]
    let second = bytes[start + 1]
    guard first & 0x70 == 0 else { throw Violation(reason: "reserved bits without an extension") }
    guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else { throw Violation(reason: "unknown opcode") }
    guard second & 0x80 == 0 else { throw Violation(reason: "masked frame from a server") }
    let isFinal = first & 0x80 != 0
    let short = Int(second & 0x7F)
    if opcode.isControl {
      guard isFinal else { throw Violation(reason: "fragmented control frame") }
      guard short < 126 else { throw Violation(reason: "control frame over 125 bytes") }
    }
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard bytes.count >= 2 + extra else { return nil }
    guard extra > 0 else { return WebSocketFrameHeader(isFinal: isFinal, opcode: opcode, length: short, size: 2) }
    let length = bytes[(start + 2)..<(start + 2 + extra)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(Int.max) else { throw Violation(reason: "frame length beyond 63 bits") }
    return WebSocketFrameHeader(isFinal: isFinal, opcode: opcode, length: Int(length), size: 2 + extra)
  }

  /// Encodes one complete frame, masked as a client must send it.
  /// - Parameter mask: a new random key for each frame (RFC 6455, 5.3).
  static func encode(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, mask: UInt32) -> [UInt8] {
    let count = payload.count
    var frame: [UInt8] = []
    frame.reserveCapacity(count + 14)
    frame.append(0x80 | opcode.rawValue)
    switch count {
    case ..<126: frame.append(0x80 | UInt8(count))
    case ..<65_536:
      frame.append(0x80 | 126)
      frame.append(contentsOf: UInt16(count).networkBytes)
    default:
      frame.append(0x80 | 127)
      frame.append(contentsOf: UInt64(count).networkBytes)
    }
    let key = mask.networkBytes
    frame.append(contentsOf: key)
    var at = 0
    for byte in payload {
      frame.append(byte ^ key[at & 3])
      at += 1
    }
    return frame
  }
}
