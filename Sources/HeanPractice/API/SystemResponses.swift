import HeanCore

enum SystemResponses {
  static func health(_ world: World, _ now: Date) -> JSONValue {
    let isEmergency = world.control.isEmergency
    return [
      // Like the real engine: "healthy" even if the kill switch has triggered or the engine is stopped.
      "status": isEmergency ? "degraded" : "healthy", "timestamp": .zoned(now),
      "components": [
        "api": ["status": "healthy"], "event_bus": ["status": "healthy", "queue_depth": 0],
        "redis": ["status": "not_configured"], "engine": ["status": world.isRunning ? "running" : "stopped"],
        "killswitch": ["status": isEmergency ? "triggered" : "normal", "triggered": .bool(isEmergency)],
        "websocket": ["status": "healthy", "active_clients": 0],
      ],
    ]
  }

  /// Of the whole description only which paths there are, and by which method.
  static func description(reads: [String], verbs: [String]) -> JSONValue {
    var paths: [String: JSONValue] = [:]
    for path in reads { paths[path] = ["get": [:]] }
    for path in verbs { paths[path] = ["post": [:]] }
    return [
      "openapi": "3.1.0", "info": ["title": "HEAN practice engine", "version": "1.0.0"], "paths": .object(paths),
    ]
  }

  static func ready(_ world: World, _ now: Date) -> JSONValue {
    [
      "ready": .bool(world.isRunning),
      "checks": ["event_bus": true, "engine": .bool(world.isRunning), "redis": false], "timestamp": .zoned(now),
    ]
  }

  static func settings(_ world: World) -> JSONValue {
    [
      "trading_mode": "live", "environment": "practice", "is_live": true, "bybit_testnet": .bool(world.isDryRun),
      "bybit_api_key": world.hasKeys ? "***-key" : .null,
      "bybit_api_secret": world.hasKeys ? "***cret" : .null, "api_auth_enabled": false, "api_auth_key": .null,
      "jwt_secret": .null,
      "gemini_api_key": .null, "initial_capital": .number(World.initialCapital), "max_trade_risk_pct": 1,
      "max_open_positions": .count(world.maxPositions), "max_daily_drawdown_pct": .number(world.killSwitch.dailyLimit),
      "killswitch_drawdown_pct": .number(world.killSwitch.dropLimit),
      "trading_symbols": .array(Instrument.all.prefix(5).map { .string($0.symbol) }),
      "total_symbols": .count(Instrument.all.count), "debug_mode": false, "log_level": "INFO",
      "impulse_engine_enabled": true, "funding_harvester_enabled": false, "basis_arbitrage_enabled": false,
    ]
  }

  static func telemetry(_ world: World, _ now: Date) -> JSONValue {
    [
      "engine_state": world.isRunning ? "RUNNING" : "STOPPED",
      "uptime_sec": .figure(world.wallSeconds(world.second), places: 2),
      "events_per_sec": .count(Instrument.all.count), "last_event_ts": .zoned(now),
      "last_seq": .count(world.lastSeq),
      "ws_clients": .count(world.listeners), "mode": "PAPER", "events_total": .count(world.lastSeq),
      "last_heartbeat": .null,
      "available": true, "duration_ms": .figure(0.1), "note": "Telemetry snapshot fetched",
    ]
  }

  /// The engine's log, newest first. Of a real engine's records it has only those that matter to an operator.
  static func logs(_ world: World, _ request: PracticeRequest) throws -> JSONValue {
    let limit = try Router.limit(request, default: 100, upTo: 1000)
    let wanted = request.query["contains"]?.lowercased() ?? ""
    let level = request.query["level"]?.uppercased()
    let chosen = world.recentLog(limit).filter { _, record in
      (wanted.isEmpty || record.message.lowercased().contains(wanted)) && level.map { $0 == record.level } ?? true
    }.prefix(limit)
    return [
      "count": .count(chosen.count),
      "events": .array(
        chosen.map { place, record in
          [
            "event_id": .string("\(place)-\(record.second)"), "timestamp": .zoned(world.date(record.second)),
            "source": "backend", "level": .string(record.level), "logger": .string(record.logger),
            "message": .string(record.message), "context": context(record),
          ]
        }),
    ]
  }

  private static func context(_ record: World.LogRecord) -> JSONValue {
    [
      "module": .optional(record.logger.split(separator: ".").last.map(String.init)), "line": 1, "request_id": .null,
      "trace_id": .null, "trading_symbol": .null, "strategy_id": .null, "order_id": .null,
    ]
  }

  /// A real engine keeps hundreds of other records: practice counts them here but does not have them.
  static func logSummary(_ world: World) -> JSONValue {
    let others = world.flood.map { $0.isFull ? LogFlood.ring : $0.records } ?? 0
    let total = min(200 + world.log.count + world.second / 60 + others, LogFlood.ring)
    return [
      "events_total": .count(total), "incidents_total": 0, "open_incidents": 0, "resolved_incidents": 0,
      "by_category": [:], "by_severity": [:], "by_source": [:], "events_by_source": ["backend": .count(total)],
    ]
  }

  static func sockets(_ world: World, _ now: Date) -> JSONValue {
    ["status": "ok", "connected_clients": .count(world.listeners), "topics": [:], "timestamp": .zoned(now)]
  }

  static func configuration(_ world: World, _ now: Date) -> JSONValue {
    ["config": .object(world.control.settings.values), "timestamp": .zoned(now)]
  }

  static func safeKeys(_ world: World, _ now: Date) -> JSONValue {
    [
      "safe_keys": .array(world.control.settings.keys.map { .string($0) }),
      "blocked_keys": .array(Settings.blocked.map { .string($0) }), "channel": "practice", "timestamp": .zoned(now),
    ]
  }
}
