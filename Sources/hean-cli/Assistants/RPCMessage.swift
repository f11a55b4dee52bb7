import HeanCore

/// One message of JSON-RPC 2.0, a line each.
enum RPCMessage: Sendable, Equatable {
  case request(id: JSONValue, method: String, params: [String: JSONValue])
  case notification(method: String, params: [String: JSONValue])
  /// The answer to a request of this side; `nil` for an error.
  case response(id: JSONValue, result: JSONValue?)

  /// A line that is no message, with the id of the request as far as it is known.
  struct Malformed: Error, Sendable, Equatable {
    var id: JSONValue
    var error: RPCError
  }

  init(_ line: String) throws(Malformed) {
    guard let value = try? JSONValue(reading: Data(line.utf8)) else {
      throw Malformed(id: .null, error: RPCError(.parse, "this line is no JSON"))
    }
    // Several messages in one array ended with 2025-06-18.
    guard case .object(let members) = value else {
      throw Malformed(id: .null, error: RPCError(.invalidRequest, "a message is an object"))
    }
    let id = try Self.id(members["id"])
    guard members["jsonrpc"] == "2.0" else {
      throw Malformed(id: id ?? .null, error: RPCError(.invalidRequest, "jsonrpc is not \"2.0\""))
    }
    guard let method = members["method"] else {
      guard let id, members["result"] != nil || members["error"] != nil else {
        throw Malformed(id: id ?? .null, error: RPCError(.invalidRequest, "there is no method"))
      }
      self = .response(id: id, result: members["error"] == nil ? members["result"] : nil)
      return
    }
    guard case .string(let name) = method else {
      throw Malformed(id: id ?? .null, error: RPCError(.invalidRequest, "method is no text"))
    }
    var params: [String: JSONValue] = [:]
    switch members["params"] {
    case .object(let given): params = given
    case nil: break
    default: throw Malformed(id: id ?? .null, error: RPCError(.invalidParams, "params is no object"))
    }
    self = id.map { .request(id: $0, method: name, params: params) } ?? .notification(method: name, params: params)
  }

  /// - Returns: `nil` without an id.
  private static func id(_ value: JSONValue?) throws(Malformed) -> JSONValue? {
    switch value {
    case nil: return nil
    case .string: return value
    case .number(let number) where number.wholePart.map { Decimal($0) == number } == true: return value
    default: throw Malformed(id: .null, error: RPCError(.invalidRequest, "an id is a text or a whole number"))
    }
  }
}

extension JSONValue {
  static func rpcResult(_ id: JSONValue, _ result: [String: JSONValue]) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": .object(result)]
  }

  static func rpcError(_ id: JSONValue, _ error: RPCError) -> JSONValue {
    var members: [String: JSONValue] = [
      "code": .number(Decimal(error.code.rawValue)), "message": .string(error.message),
    ]
    members["data"] = error.data
    return ["jsonrpc": "2.0", "id": id, "error": .object(members)]
  }

  static func rpcRequest(_ id: JSONValue, _ method: String, _ params: [String: JSONValue]) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(params)]
  }

  static func rpcNotification(_ method: String, _ params: [String: JSONValue]) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": .object(params)]
  }

  /// The members of an object; empty for anything else.
  var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }

  /// The value with every text in it, and every key, free of what cannot be seen or would change what is seen.
  var sanitizedTexts: JSONValue {
    switch self {
    case .string(let text): .string(sanitized(text))
    case .array(let values): .array(values.map(\.sanitizedTexts))
    case .object(let members):
      .object(Dictionary(members.map { (sanitized($0), $1.sanitizedTexts) }, uniquingKeysWith: { first, _ in first }))
    case .null, .bool, .number: self
    }
  }
}
