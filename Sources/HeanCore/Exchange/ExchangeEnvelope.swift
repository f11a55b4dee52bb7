/// What stands around every answer of Bybit's API v5: `retCode`, `retMsg` and `result`.
struct ExchangeEnvelope<Body: WireDecodable> {
  var result: Body

  /// - Throws: why the response is no answer.
  init(_ response: RESTResponse, of path: String, until: Date?) throws(ExchangeError) {
    if let error = ExchangeProblem.inPlaceOfAnswer(response, path) { throw error }
    var refusal: ExchangeError?
    do throws(WireError) {
      let wire = try WireDocument(response.body).root.object()
      guard let code = wire.integer("retCode") else {
        throw WireError(kind: .missing, at: wire.value, .key("retCode"), message: "no retCode")
      }
      guard code == 0 else {
        refusal = ExchangeProblem.refusal(wire, code, path, until)
        throw WireError(kind: .unusable, path: [], message: "refused")
      }
      guard let member = wire.member("result") else {
        throw WireError(kind: .missing, at: wire.value, .key("result"), message: "no result")
      }
      result = try Body(from: member)
    } catch {
      if let refusal { throw refusal }
      throw .unreadable(path: path, message: error.text)
    }
  }
}

/// Why a response is no answer.
enum ExchangeProblem {
  /// Letters of a foreign page or message that are told.
  private static let most = 160

  /// A page of HTML, or an HTTP status without a body of the API.
  static func inPlaceOfAnswer(_ response: RESTResponse, _ path: String) -> ExchangeError? {
    let first = response.body.first { $0 > 0x20 }
    let isDocument = first == UInt8(ascii: "{")
    if isDocument, (200..<300).contains(response.status) { return nil }
    let text = excerpt(response.body)
    switch response.status {
    case 401 where !isDocument:
      return .refused(.init(cause: .key, code: 401, message: text, path: path))
    case 403 where text.lowercased().contains("too frequent"):
      return .rateLimited(path: path, message: text, until: nil)
    case 403 where !isDocument: return .regionBlocked(message: text)
    case 403: return refusal(response, path, nil) ?? .regionBlocked(message: text)
    case 429: return .rateLimited(path: path, message: text, until: nil)
    case 500...: return refusal(response, path, nil) ?? .unavailable(status: response.status, message: text)
    case 200..<300 where first == UInt8(ascii: "<"): return .unavailable(status: response.status, message: text)
    case 200..<300: return nil
    default:
      return refusal(response, path, nil)
        ?? .unreadable(path: path, message: "HTTP \(response.status)" + (text.isEmpty ? "" : ": \(text)"))
    }
  }

  /// The error code in an answer; `nil` when there is none.
  static func refusal(_ response: RESTResponse, _ path: String, _ until: Date?) -> ExchangeError? {
    guard let wire = try? WireDocument(response.body).root.object(), let code = wire.integer("retCode"), code != 0
    else { return nil }
    return refusal(wire, code, path, until)
  }

  static func refusal(_ wire: WireObject, _ code: Int, _ path: String, _ until: Date?) -> ExchangeError {
    let message = (try? wire.string("retMsg")) ?? nil
    return ExchangeError(
      code: code, message: String((message ?? "").prefix(most)), path: path, until: until)
  }

  /// The title of a page, or the beginning of a text.
  private static func excerpt(_ body: Data) -> String {
    let text = String(decoding: body.prefix(4_096), as: UTF8.self).trimmed()
    if let title = text.firstMatch(of: /<title[^>]*>([^<]{1,300})/.ignoresCase()) {
      return String(String(title.1).trimmed().prefix(most))
    }
    guard !text.hasPrefix("<") else { return "a page of HTML" }
    return String(text.prefix(most))
  }
}

extension WireObject {
  /// A time in seconds, milliseconds or nanoseconds since 1970, as a number or as text; `nil` for 0 and for an empty text.
  func stamp(_ name: StaticString) -> Date? {
    decimal(name).flatMap { $0 > 0 ? EngineTime.date(epoch: $0) : nil }
  }

  /// A text that says something; `nil` also for an empty one.
  func word(_ name: StaticString) throws(WireError) -> String? {
    try string(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// One page of a list.
struct ExchangePage<Row: WireDecodable>: WireDecodable {
  var rows: [Row]
  /// Asks for the next one; `nil` on the last.
  var cursor: String?

  /// A row that cannot be read is an error: a list without it would say that there is none.
  init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    guard let rows = try wire.value([Row].self, "list") else {
      throw WireError(kind: .missing, at: wire.value, .key("list"), message: "no list")
    }
    self.rows = rows
    cursor = try wire.word("nextPageCursor")
  }
}
