import HeanCore

/// The client's side of one WebSocket connection (RFC 6455): bytes in, actions out. It has no clock and no socket.
///
/// Call `append` with the bytes that were read, then `next` until it returns `nil`. Carry the actions out in that
/// order: a message is handed over before any byte after it is examined.
struct WebSocketMachine: Sendable {
  enum Action: Sendable, Equatable {
    /// The handshake is done.
    case opened
    case message(WebSocketMessage)
    /// The answer to one of our pings.
    case pong([UInt8])
    case send([UInt8])
    /// The connection is over; bytes that still arrive are ignored.
    case ended(WebSocketError)
  }

  private enum Phase {
    case handshake
    case open
    /// We sent a close frame. The error is reported when the other side has closed, too.
    case closing(WebSocketError)
    /// The close frame that ends the connection was handed to the owner. What the owner sends for earlier messages
    /// still goes out before it.
    case ending(WebSocketError)
    case ended
  }

  private let handshake: WebSocketHandshake
  private var headSearch = HTTPHeadSearch()
  private let maximumMessage: Int
  private let mask: @Sendable () -> UInt32
  private var phase = Phase.handshake
  /// Bytes that were received and are not used yet.
  private var bytes: ArraySlice<UInt8> = []
  private var frame: Frame?
  private var message = Assembly()

  /// A data frame whose payload is still coming.
  private struct Frame {
    var isFinal: Bool
    var missing: Int
  }

  /// A message whose fragments have not all come.
  private struct Assembly {
    var opcode: WebSocketOpcode?
    var payload: [UInt8] = []
    var check = UTF8Check()
  }

  /// - Parameters:
  ///   - maximumMessage: bytes; a larger message ends the connection with 1009.
  ///   - mask: returns a new, unpredictable key for each frame.
  init(handshake: WebSocketHandshake, maximumMessage: Int, mask: @escaping @Sendable () -> UInt32) {
    self.handshake = handshake
    self.maximumMessage = maximumMessage
    self.mask = mask
  }

  var isOpen: Bool { if case .open = phase { true } else { false } }
  var isEnded: Bool {
    switch phase {
    case .ending, .ended: true
    case .handshake, .open, .closing: false
    }
  }

  /// How many received bytes are not used yet, because the rest of their frame is missing.
  var unused: Int { bytes.count }

  mutating func append(_ more: [UInt8]) {
    if bytes.isEmpty { bytes = more[...] } else { bytes.append(contentsOf: more) }
  }

  /// Returns the next action, or `nil` when more bytes are needed. It loops, because any number of frames that cause no
  /// action may follow each other: empty fragments, or pings after our close frame.
  mutating func next() -> Action? {
    while true {
      switch step() {
      case .action(let action): return action
      case .goOn: continue
      case .needsMore: return nil
      }
    }
  }

  /// The result of examining the next bytes.
  private enum Step {
    case action(Action)
    /// Bytes were used that cause no action.
    case goOn
    case needsMore
  }

  private mutating func step() -> Step {
    switch phase {
    case .handshake: return shake()
    case .open, .closing: return frame == nil ? begin() : proceed()
    case .ending(let error):
      phase = .ended
      return .action(.ended(error))
    case .ended:
      bytes = []
      return .needsMore
    }
  }

  /// Tells the machine that the connection was closed or broke.
  /// - Returns: the error to report.
  mutating func end(_ reason: String) -> WebSocketError {
    defer { phase = .ended }
    switch phase {
    case .handshake: return .handshake("the connection ended before the answer was whole")
    case .closing(let error), .ending(let error): return error
    case .open, .ended: return .closed(.abnormal, reason: reason)
    }
  }

  /// One frame to send, or `nil` when the connection is not open any more.
  func frame(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>) -> [UInt8]? {
    switch phase {
    case .open, .ending: WebSocketFrameHeader.encode(opcode, payload, mask: mask())
    case .handshake, .closing, .ended: nil
    }
  }

  /// Begins the closing handshake.
  /// - Returns: the close frame to send, or `nil` when the connection is not open.
  mutating func close(_ code: WebSocketCloseCode, reason: String = "") -> [UInt8]? {
    guard isOpen else { return nil }
    phase = .closing(.closed(code, reason: reason))
    return closeFrame(code, reason)
  }

  private func closeFrame(_ code: WebSocketCloseCode?, _ reason: String = "") -> [UInt8] {
    var payload: [UInt8] = []
    if let code { payload = code.rawValue.networkBytes + reason.utf8.prefix(100) }
    return WebSocketFrameHeader.encode(.close, payload, mask: mask())
  }

  private mutating func shake() -> Step {
    switch handshake.judge(bytes, &headSearch) {
    case .needsMore: return .needsMore
    case .accepted(let count):
      bytes = bytes.dropFirst(count)
      phase = .open
      return .action(.opened)
    case .failed(let error):
      phase = .ended
      return .action(.ended(error))
    }
  }

  /// Reads a frame's header, and the whole frame if it has already arrived.
  private mutating func begin() -> Step {
    let header: WebSocketFrameHeader
    do throws(WebSocketFrameHeader.Violation) {
      guard let parsed = try WebSocketFrameHeader.parse(bytes) else { return .needsMore }
      header = parsed
    } catch {
      return fail(.protocolError, error.reason)
    }
    guard !header.opcode.isControl else { return control(header) }
    if case .closing = phase {
      // Data that the other side sent before it saw our close frame: it is discarded.
    } else if header.opcode == .continuation, message.opcode == nil {
      return fail(.protocolError, "a continuation frame without a message")
    } else if header.opcode != .continuation, message.opcode != nil {
      return fail(.protocolError, "a new message inside a fragmented one")
    }
    guard header.length <= maximumMessage - message.payload.count else {
      return fail(.tooBig, "message over \(maximumMessage) bytes")
    }
    bytes = bytes.dropFirst(header.size)
    if header.isFinal, header.opcode != .continuation, bytes.count >= header.length, isOpen {
      return whole(header)
    }
    if header.opcode != .continuation { message.opcode = header.opcode }
    frame = Frame(isFinal: header.isFinal, missing: header.length)
    return .goOn
  }

  /// The usual case: the message is one frame that has arrived completely. Nothing is copied.
  private mutating func whole(_ header: WebSocketFrameHeader) -> Step {
    let payload = bytes.prefix(header.length)
    if header.opcode == .text {
      var check = UTF8Check()
      guard check.accept(payload), check.isComplete else { return fail(.invalidText, "invalid UTF-8") }
    }
    bytes = bytes.dropFirst(header.length)
    return .action(.message(WebSocketMessage(isText: header.opcode == .text, payload: payload)))
  }

  /// Reads the next part of a frame that comes in pieces.
  private mutating func proceed() -> Step {
    guard var current = frame else { return .goOn }
    let part = bytes.prefix(current.missing)
    if isOpen {
      if message.opcode == .text, !message.check.accept(part) { return fail(.invalidText, "invalid UTF-8") }
      message.payload.append(contentsOf: part)
    }
    bytes = bytes.dropFirst(part.count)
    current.missing -= part.count
    frame = current
    guard current.missing == 0 else { return .needsMore }
    frame = nil
    guard current.isFinal else { return .goOn }
    let done = message
    message = Assembly()
    guard isOpen else { return .goOn }
    guard done.opcode != .text || done.check.isComplete else { return fail(.invalidText, "invalid UTF-8") }
    return .action(.message(WebSocketMessage(isText: done.opcode == .text, payload: done.payload[...])))
  }

  private mutating func control(_ header: WebSocketFrameHeader) -> Step {
    guard bytes.count >= header.size + header.length else { return .needsMore }
    let payload = bytes.dropFirst(header.size).prefix(header.length)
    bytes = bytes.dropFirst(header.size + header.length)
    switch header.opcode {
    case .ping where isOpen: return .action(.send(WebSocketFrameHeader.encode(.pong, payload, mask: mask())))
    case .pong where isOpen: return .action(.pong(Array(payload)))
    case .close: return closed(payload)
    default: return .goOn
    }
  }

  /// Handles the other side's close frame: it is answered with the same code, unless ours was sent first.
  private mutating func closed(_ payload: ArraySlice<UInt8>) -> Step {
    if case .closing(let error) = phase {
      phase = .ended
      return .action(.ended(error))
    }
    guard payload.count != 1 else { return fail(.protocolError, "close frame of one byte") }
    guard payload.count >= 2 else {
      phase = .ending(.closed(.noStatus, reason: ""))
      return .action(.send(closeFrame(nil)))
    }
    let start = payload.startIndex
    let code = WebSocketCloseCode(rawValue: UInt16(payload[start]) << 8 | UInt16(payload[start + 1]))
    let text = payload.dropFirst(2)
    var check = UTF8Check()
    guard code.isSendable else { return fail(.protocolError, "close code \(code.rawValue)") }
    guard check.accept(text), check.isComplete else { return fail(.invalidText, "invalid UTF-8 in a close frame") }
    phase = .ending(.closed(code, reason: String(decoding: text, as: UTF8.self)))
    return .action(.send(closeFrame(code)))
  }

  /// Tells the other side in a close frame what is wrong. From now on, everything it sends is ignored.
  private mutating func fail(_ code: WebSocketCloseCode, _ reason: String) -> Step {
    guard isOpen else {
      phase = .ended
      return .action(.ended(.closed(.abnormal, reason: reason)))
    }
    phase = .ending(.closed(code, reason: reason))
    return .action(.send(closeFrame(code)))
  }
}

/// One complete WebSocket message.
public struct WebSocketMessage: Sendable, Equatable {
  /// Whether it is a text message; otherwise it is binary.
  public var isText: Bool
  /// The content; valid UTF-8 when it is text.
  public var payload: ArraySlice<UInt8>

  /// - Parameter payload: must be valid UTF-8 when `isText`; this is not checked here.
  public init(isText: Bool, payload: ArraySlice<UInt8>) {
    self.isText = isText
    self.payload = payload
  }
}
