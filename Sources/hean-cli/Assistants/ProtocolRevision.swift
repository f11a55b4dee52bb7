import HeanCore

/// Revisions of the Model Context Protocol that are spoken, and its words.
enum ProtocolRevision {
  /// Each request names the revision and what its client can do; nothing is kept between requests.
  static let stateless = "2026-07-28"
  /// Those that begin with `initialize`, the newest first.
  static let handshakes = ["2025-11-25", "2025-06-18"]
  static let all = [stateless] + handshakes

  private static let prefix = "io.modelcontextprotocol/"
  static let versionKey = prefix + "protocolVersion"
  static let capabilitiesKey = prefix + "clientCapabilities"
  static let clientKey = prefix + "clientInfo"
  static let serverKey = prefix + "serverInfo"
  static let subscriptionKey = prefix + "subscriptionId"
}

/// How a request is to be answered.
enum ProtocolEra: Sendable, Equatable {
  /// By 2026-07-28.
  case stateless
  /// By the revision that `initialize` settled.
  case session(String)
}

/// Codes of errors: those of JSON-RPC, then those of the protocol.
enum RPCErrorCode: Int, Sendable {
  case parse = -32_700
  case invalidRequest = -32_600
  case methodNotFound = -32_601
  case invalidParams = -32_602
  case internalError = -32_603
  /// Before 2026-07-28.
  case resourceNotFound = -32_002
  case missingCapability = -32_021
  case unsupportedRevision = -32_022
}

/// An error that answers a request.
struct RPCError: Error, Sendable, Equatable {
  var code: RPCErrorCode
  var message: String
  var data: JSONValue?

  init(_ code: RPCErrorCode, _ message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }
}
