import HeanCore

/// Finds the answer to a request by its path: reads tell of the engine, verbs change it.
enum Router {
  struct Answer {
    var status = 200
    var headers: [String: String] = [:]
    var body: Data
    var delivery = PracticeResponse.Delivery.whole

    init(delivery: PracticeResponse.Delivery) {
      body = Data()
      self.delivery = delivery
    }

    init(status: Int = 200, headers: [String: String] = [:], _ document: JSONValue) {
      self.status = status
      self.headers = headers
      body = JSONText.data(document)
    }
  }

  private typealias Read = @Sendable (World, PracticeRequest, Date) throws -> JSONValue

  /// A value that fails validation: error shape E2 of docs/engine.md.
  struct Invalid: Error {
    var type: String
    var place: [String]
    var message: String
    var input: JSONValue

    init(_ type: String, _ place: [String], _ message: String, _ input: JSONValue) {
      self.type = type
      self.place = place
      self.message = message
      self.input = input
    }

    /// An invalid value in the query.
    init(name: String, value: String, message: String) {
      self.init("value_error", ["query", name], message, .string(value))
    }
  }

  static func answer(_ request: PracticeRequest, _ world: inout World, _ now: Date) -> Answer {
    if request.path.count > 1, request.path.hasSuffix("/") {
      return Answer(status: 307, headers: ["Location": location(request.path)], .null)
    }
    let read = reads[request.path]
    let verb = Verb.find(request.path)
    do {
      switch request.method {
      case "GET":
        if world.has(.readLimits), let limit = readLimits[request.path],
          !world.control.admit(request.path, limit: limit, at: now)
        {
          return Answer(status: 429, ["error": .string("Rate limit exceeded: \(limit) per 1 minute")])
        }
        if let read { return Answer(status: status(request.path, world), try read(world, request, now)) }
      case "POST":
        if let verb { return try run(verb.verb, verb.parameter, request, &world, now) }
      default: break
      }
      let isKnown = read != nil || verb != nil || eventPaths.contains(request.path) || request.path == "*"
      guard isKnown else { return Answer(status: 404, ["detail": "Not Found"]) }
      let allowed = [
        "Allow": (verb == nil ? ["GET", "HEAD"] : read == nil ? ["POST"] : ["GET", "HEAD", "POST"]).joined(
          separator: ", ")
      ]
      if request.method == "OPTIONS" { return Answer(status: 204, headers: allowed, .null) }
      return Answer(status: 405, headers: allowed, ["detail": "Method Not Allowed"])
    } catch let error as Invalid {
      return answer(error)
    } catch let error as Verb.Refusal {
      return Answer(status: error.status, ["detail": .string(error.detail)])
    } catch {
      return Answer(status: 500, ["detail": "internal"])
    }
  }

  static func answer(_ error: Invalid) -> Answer {
    Answer(
      status: 422,
      [
        "detail": [
          [
            "type": .string(error.type), "loc": .array(error.place.map { .string($0) }), "msg": .string(error.message),
            "input": error.input,
          ]
        ]
      ])
  }

  /// The path without the slash at its end, for `Location`. It always names this server and has no line end.
  private static func location(_ path: String) -> String {
    let name = path.drop { $0 == "/" }.dropLast()
    return "/" + name.percentEncoded(keeping: "-._~!$&'()*+,;=:@/")
  }

  /// Carries out a verb, or only answers as if it had: the quirks decide.
  private static func run(
    _ verb: Verb, _ parameter: String, _ request: PracticeRequest, _ world: inout World, _ now: Date
  ) throws -> Answer {
    if world.has(.hang) || (verb.takesLock && world.control.isDeadlocked) { return Answer(delivery: .never) }
    var changed = world
    let isAdmitted = verb.limit.map { changed.control.admit(request.path, limit: $0, at: now) } ?? true
    let body = try Body(request.body, isNeeded: verb.needsBody)
    guard isAdmitted else {
      world.control.visits = changed.control.visits
      return Answer(status: 429, ["error": .string("Rate limit exceeded: \(verb.limit ?? 0) per 1 minute")])
    }
    let document: JSONValue
    do {
      document = try verb.run(
        &changed, Verb.VerbRequest(parameter: parameter, query: request.query, body: body, now: now))
    } catch let error as Verb.Refusal {
      // A refused request counts towards the rate limit, a request whose body fails validation does not.
      world.control.visits = changed.control.visits
      throw error
    }
    if world.has(.errorInside) { return Answer(["status": "error", "message": "internal failure"]) }
    if world.has(.wrappedError) { return Answer(status: 500, ["detail": "400: exchange rejected the request"]) }
    if world.has(.lies) {
      world.control.visits = changed.control.visits
      return Answer(document)
    }
    world = changed
    if world.control.isDeadlocked, verb.takesLock { return Answer(delivery: .never) }
    if world.has(.lostReply) { return Answer(delivery: .cut) }
    var answer = Answer(document)
    if verb.takesLock, let wait = world.stopWait { answer.delivery = .late(wait) }
    return answer
  }

  private static func status(_ path: String, _ world: World) -> Int {
    switch path {
    case "/ready": world.isRunning ? 200 : 503
    case "/health": world.control.isEmergency ? 503 : 200
    default: 200
    }
  }

  static func limit(_ request: PracticeRequest, default standard: Int, upTo most: Int) throws -> Int {
    guard let value = try whole(request, "limit") else { return standard }
    guard value >= 1 else {
      throw Invalid(name: "limit", value: "\(value)", message: "Input should be greater than or equal to 1")
    }
    guard value <= most else {
      throw Invalid(name: "limit", value: "\(value)", message: "Input should be less than or equal to \(most)")
    }
    return value
  }

  /// A whole number from the query, of any size; `nil` when it is missing.
  static func whole(_ request: PracticeRequest, _ name: String) throws -> Int? {
    guard let text = request.query[name] else { return nil }
    guard let value = Int(text) else {
      throw Invalid(
        name: name, value: text, message: "Input should be a valid integer, unable to parse string as an integer")
    }
    return value
  }

  /// How many reads a minute are allowed (docs/engine.md 1.6).
  private static let readLimits = ["/health": 60, "/ready": 120, "/settings": 30]

  /// The memory of events, which `Feed` keeps and answers for.
  static let eventPaths: Set<String> = ["/api/v1/blackbox/events", "/api/v1/blackbox/events/types"]

  private static var description: JSONValue {
    SystemResponses.description(reads: reads.keys.sorted(), verbs: Verb.paths)
  }

  private static let reads: [String: Read] = [
    "/health": { world, _, now in SystemResponses.health(world, now) },
    "/ready": { world, _, now in SystemResponses.ready(world, now) },
    "/settings": { world, _, _ in SystemResponses.settings(world) },
    "/openapi.json": { _, _, _ in description },
    "/api/v1/engine/status": { world, _, _ in AccountResponses.engineStatus(world) },
    "/api/v1/portfolio/summary": { world, _, _ in AccountResponses.portfolio(world) },
    "/api/v1/system/v1/dashboard": { world, _, now in AccountResponses.dashboard(world, now) },
    "/api/v1/orders": { world, request, _ in TradeResponses.orders(world, request.query["status"]) },
    "/api/v1/orders/positions": { world, _, _ in TradeResponses.positions(world) },
    "/api/v1/trading/state": { world, _, now in TradeResponses.state(world, now) },
    "/api/v1/trading/history": { world, request, now in try TradeResponses.history(world, request, now) },
    "/api/v1/journal/trades": { world, request, now in try TradeResponses.journal(world, request, now) },
    "/api/v1/trading/why": { world, _, now in SignalResponses.why(world, now) },
    "/api/v1/trading/metrics": { world, _, _ in SignalResponses.metrics(world) },
    "/api/v1/trading/equity-history": { world, request, _ in try SignalResponses.equityHistory(world, request) },
    "/api/v1/strategies": { world, _, _ in SignalResponses.strategies(world) },
    "/api/v1/analytics/summary": { world, _, _ in SignalResponses.summary(world) },
    "/api/v1/analytics/blocks": { world, _, _ in SignalResponses.blocks(world) },
    "/api/v1/telemetry/signal-rejections": { world, request, _ in try SignalResponses.rejections(world, request) },
    "/api/v1/council/trade/status": { world, _, _ in SignalResponses.council(world) },
    "/api/v1/council/trade/verdicts": { world, request, _ in try SignalResponses.verdicts(world, request) },
    "/api/v1/archon/pipeline": { world, _, _ in SignalResponses.pipeline(world) },
    "/api/v1/risk/status": { world, _, _ in RiskResponses.status(world) },
    "/api/v1/risk/limits": { world, _, _ in RiskResponses.limits(world) },
    "/api/v1/risk/governor/status": { world, _, _ in RiskResponses.governor(world) },
    "/api/v1/risk/killswitch/status": { world, _, _ in RiskResponses.killSwitch(world) },
    "/api/v1/risk/decision-memory/blocks": { world, _, _ in RiskResponses.memory(world) },
    "/api/v1/market/ticker": { world, request, _ in MarketResponses.ticker(world, request) },
    "/api/v1/market/candles": { world, request, _ in try MarketResponses.candles(world, request) },
    "/api/v1/market/snapshot": { world, request, _ in try MarketResponses.snapshot(world, request) },
    "/api/v1/logs/summary": { world, _, _ in SystemResponses.logSummary(world) },
    "/api/v1/logs/events": { world, request, _ in try SystemResponses.logs(world, request) },
    "/api/v1/telemetry/ping": { _, _, now in ["status": "ok", "ts": .zoned(now)] },
    "/api/v1/telemetry/summary": { world, _, now in SystemResponses.telemetry(world, now) },
    "/api/v1/ws/status": { world, _, now in SystemResponses.sockets(world, now) },
    "/api/v1/config/current": { world, _, now in SystemResponses.configuration(world, now) },
    "/api/v1/config/safe-keys": { world, _, now in SystemResponses.safeKeys(world, now) },
  ]
}

extension JSONValue {
  /// The engine writes times in two ways: with a time zone, and (`naive`) without one.
  static func zoned(_ date: Date) -> JSONValue { .string(EngineTime.shortest(date).dropLast() + "+00:00") }
  static func naive(_ date: Date) -> JSONValue { .string(String(EngineTime.shortest(date).dropLast())) }

  /// A percentage, rounded to about as many digits as the floating-point number that the engine would send.
  static func percent(_ value: Decimal) -> JSONValue {
    .number(value.rounded(to: 14))
  }

  static func count(_ value: Int) -> JSONValue { .number(Decimal(value)) }
  /// A measured value, rounded because it was never exact. NaN, infinity and values that are too large become null.
  static func figure(_ value: Double, places: Int = 6) -> JSONValue {
    .optional(Decimal(value, digits: places))
  }
}
