import Foundation
import HeanCore

enum SystemPages {
  static func health(_ world: World, _ now: Date) -> JSONValue {
    [
      // "healthy" with a tripped kill switch or a stopped engine: as the real one.
      "status": "healthy", "timestamp": .zoned(now),
      "components": [
        "api": ["status": "healthy"], "event_bus": ["status": "healthy", "queue_depth": 0],
        "redis": ["status": "not_configured"], "engine": ["status": world.isRunning ? "running" : "stopped"],
        "killswitch": ["status": "normal", "triggered": false],
        "websocket": ["status": "healthy", "active_clients": 0],
      ],
    ]
  }

  static func ready(_ world: World, _ now: Date) -> JSONValue {
    [
      "ready": .bool(world.isRunning),
      "checks": ["event_bus": true, "engine": .bool(world.isRunning), "redis": false], "timestamp": .zoned(now),
    ]
  }

  static let settings: JSONValue = [
    "trading_mode": "live", "environment": "practice", "is_live": true, "bybit_testnet": true, "bybit_api_key": .null,
    "bybit_api_secret": .null, "api_auth_enabled": false, "api_auth_key": .null, "jwt_secret": .null,
    "gemini_api_key": .null, "initial_capital": .number(World.initialCapital), "max_trade_risk_pct": 1,
    "max_open_positions": .count(World.maxPositions), "max_daily_drawdown_pct": .number(KillSwitch.dailyLimit),
    "killswitch_drawdown_pct": .number(KillSwitch.dropLimit),
    "trading_symbols": .array(Instrument.all.prefix(5).map { .string($0.symbol) }),
    "total_symbols": .count(Instrument.all.count), "debug_mode": false, "log_level": "INFO",
    "impulse_engine_enabled": true, "funding_harvester_enabled": false, "basis_arbitrage_enabled": false,
  ]

  static func telemetry(_ world: World, _ now: Date) -> JSONValue {
    [
      "engine_state": world.isRunning ? "RUNNING" : "STOPPED", "uptime_sec": .count(world.second),
      "events_per_sec": .count(Instrument.all.count), "last_event_ts": .zoned(now),
      "last_seq": .count(world.second * 10),
      "ws_clients": 0, "mode": "PAPER", "events_total": .count(world.second * 10), "last_heartbeat": .null,
      "available": true, "duration_ms": .figure(0.1), "note": "Telemetry snapshot fetched",
    ]
  }

  static func sockets(_ now: Date) -> JSONValue {
    ["status": "ok", "connected_clients": 0, "topics": [:], "timestamp": .zoned(now)]
  }

  private static let values: [String: JSONValue] = [
    "consecutive_losses_limit": 3, "impulse_engine_enabled": true, "hf_scalping_enabled": true,
    "enhanced_grid_enabled": true, "momentum_trader_enabled": true, "correlation_arb_enabled": true,
    "liquidity_sweep_enabled": true, "killswitch_drawdown_pct": .number(KillSwitch.dropLimit),
    "max_daily_drawdown_pct": .number(KillSwitch.dailyLimit), "max_open_positions": .count(World.maxPositions),
    "max_trade_risk_pct": 1, "risk_sentinel_enabled": true,
  ]

  static func configuration(_ now: Date) -> JSONValue { ["config": .object(values), "timestamp": .zoned(now)] }

  static func safeKeys(_ now: Date) -> JSONValue {
    [
      "safe_keys": .array(values.keys.sorted().map { .string($0) }),
      "blocked_keys": ["bybit_api_key", "bybit_api_secret", "dry_run"], "channel": "practice", "timestamp": .zoned(now),
    ]
  }
}
