import HeanCore

/// One request as the practice exchange sees it.
struct ExchangeCall: Sendable {
  var method: String
  var path: String
  var query: [String: String]
  /// The query as it came, which is what a signature is made of.
  var rawQuery: String
  /// Names in lower case.
  var headers: [String: String]
}

/// How often each path was asked in this second, for the limits of the exchange.
struct ExchangeVisits: Sendable {
  private var second: Int64 = 0
  private var counts: [String: Int] = [:]

  /// - Returns: how many more are allowed; negative above the limit.
  mutating func left(_ path: String, of limit: Int, at now: Date) -> Int {
    let second = Int64(now.timeIntervalSince1970.rounded(.down))
    if second != self.second { (self.second, counts) = (second, [:]) }
    counts[path, default: 0] += 1
    return limit - (counts[path] ?? 0)
  }
}

/// The exchange of the practice engine: Bybit's API v5 as far as it is read, about the world that the engine trades.
///
/// It holds what the engine believes, except where a quirk of the engine has made its books wrong.
public enum PracticeExchange {
  /// The only key that it takes, and the secret. They open nothing else, so everybody may know them.
  public static let key = "practice-read-only"
  public static let secret = "this-secret-opens-only-the-practice-exchange"

  static let marks = ["Content-Type": "application/json", "X-Hean-Practice": "exchange"]
  /// Questions a second for each path.
  private static let limit = 50
  /// Milliseconds for which a signature is good where a request names no window.
  private static let window = 5_000

  private typealias Read = @Sendable (World, ExchangeCall, Date) -> JSONValue

  private static let open: [String: Read] = [
    "/v5/market/time": { _, _, now in ExchangeResponses.time(now) },
    "/v5/market/tickers": { world, call, now in ExchangeResponses.tickers(world, call.query["symbol"], now) },
  ]

  private static let signed: [String: Read] = [
    "/v5/user/query-api": { _, _, now in ExchangeResponses.rights(now) },
    "/v5/position/list": { world, call, _ in ExchangePages.page(ExchangeBook(world).positions, call, standard: 20) },
    "/v5/order/realtime": { world, call, _ in ExchangePages.page(ExchangeBook(world).orders, call, standard: 20) },
    "/v5/execution/list": { world, call, _ in
      ExchangePages.page(
        ExchangeBook(world).fills(after: call.query["startTime"].flatMap { Int64($0) }), call, standard: 50)
    },
    "/v5/account/wallet-balance": { world, _, _ in ExchangeBook(world).wallet },
  ]

  static func answer(
    _ call: ExchangeCall, _ world: World, _ visits: inout ExchangeVisits, _ now: Date
  ) -> PracticeResponse {
    guard call.method == "GET" else {
      return reply(10005, "Permission denied, please check your API key permissions.", .object([:]), now)
    }
    if let read = open[call.path] { return reply(0, "OK", read(world, call, now), now) }
    guard let read = signed[call.path] else {
      return PracticeResponse(status: 404, headers: marks, body: Data())
    }
    if let (code, message) = refusal(call, now) { return reply(code, message, .object([:]), now) }
    let left = visits.left(call.path, of: limit, at: now)
    let second = Int64(now.timeIntervalSince1970.rounded(.down)) * 1_000
    let headers = [
      "X-Bapi-Limit": "\(limit)", "X-Bapi-Limit-Status": "\(max(0, left))",
      "X-Bapi-Limit-Reset-Timestamp": "\(left > 0 ? milliseconds(now) : second + 1_000)",
    ]
    guard left >= 0 else {
      return reply(10006, "Too many visits. Exceeded the API Rate Limit.", .object([:]), now, headers)
    }
    return reply(0, "OK", read(world, call, now), now, headers)
  }

  /// Checks key, time and signature, in the order of the exchange.
  private static func refusal(_ call: ExchangeCall, _ now: Date) -> (Int, String)? {
    guard let key = call.headers["x-bapi-api-key"], key == Self.key else { return (10003, "API key is invalid.") }
    let stamp = call.headers["x-bapi-timestamp"] ?? ""
    let window = call.headers["x-bapi-recv-window"] ?? "\(window)"
    let server = milliseconds(now)
    guard let time = Int64(stamp), let length = Int64(window), (0...60_000).contains(length),
      time < server + 1_000, time >= server - length
    else {
      return (
        10002,
        "invalid request, please check your server timestamp or recv_window param. req_timestamp[\(stamp)],"
          + "server_timestamp[\(server)],recv_window[\(window)]"
      )
    }
    let message = stamp + key + window + call.rawQuery
    let code = SHA256.authenticationCode(of: Array(message.utf8), key: Array(secret.utf8)).hexadecimal
    // As the exchange does, with what was signed in it.
    guard call.headers["x-bapi-sign"] == code else {
      return (10004, "error sign! origin_string[\(message)]")
    }
    return nil
  }

  static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)) }

  private static func reply(
    _ code: Int, _ message: String, _ result: JSONValue, _ now: Date, _ headers: [String: String] = [:]
  ) -> PracticeResponse {
    PracticeResponse(
      status: 200, headers: marks.merging(headers) { $1 },
      body: JSONText.data([
        "retCode": .count(code), "retMsg": .string(message), "result": result, "retExtInfo": .object([:]),
        "time": .number(Decimal(milliseconds(now))),
      ]))
  }
}

/// A list of the exchange in pages.
enum ExchangePages {
  /// - Parameter standard: rows of a page where the request names no number.
  static func page(_ rows: [JSONValue], _ call: ExchangeCall, standard: Int) -> JSONValue {
    let size = max(1, min(200, call.query["limit"].flatMap { Int($0) } ?? standard))
    let symbol = call.query["symbol"].map(JSONValue.string)
    let chosen = rows.filter { row in
      guard let symbol, case .object(let members) = row else { return true }
      return members["symbol"] == symbol
    }
    let prefix = "page_args="
    let start = call.query["cursor"].flatMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil } ?? 0
    let first = min(max(0, start), chosen.count)
    let end = min(chosen.count, first + size)
    return [
      "category": "linear", "list": .array(Array(chosen[first..<end])),
      // As the exchange writes it: percent-encoded already.
      "nextPageCursor": .string(end < chosen.count ? "page_args%3D\(end)" : ""),
    ]
  }
}
