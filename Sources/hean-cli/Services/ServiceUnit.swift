import HeanCore

/// The unit of systemd for one service.
struct ServiceUnit: Sendable {
  var plan: ServicePlan
  var service: ServiceName

  /// Without its ending. An instance, although it has no template: what it says is about one engine.
  var name: String { "hean-\(service.rawValue)@\(plan.name)" }

  /// What is switched on: what runs once an hour is started by its timer.
  var enabled: String { name + (service == .snapshot ? ".timer" : ".service") }

  var text: String {
    sections([
      ("Unit", unit), ("Service", process + surroundings + ServiceHardening(plan: plan).lines),
      ("Install", service == .snapshot ? [] : ["WantedBy=\(plan.isSystem ? "multi-user.target" : "default.target")"]),
    ])
  }

  var timer: String {
    sections([
      ("Unit", ["Description=\(description), every hour"]),
      ("Timer", ["OnCalendar=hourly", "Persistent=true", "RandomizedDelaySec=60", "AccuracySec=1s"]),
      ("Install", ["WantedBy=timers.target"]),
    ])
  }

  private func sections(_ sections: [(name: String, lines: [String])]) -> String {
    sections.filter { !$0.lines.isEmpty }.map { "[\($0.name)]\n" + $0.lines.map { $0 + "\n" }.joined() }
      .joined(separator: "\n")
  }

  private var description: String {
    let what =
      switch service {
      case .guard: "guard"
      case .alerts: "alerts"
      case .exporter: "metrics for Prometheus"
      case .record: "recorder"
      case .snapshot: "snapshot of equity and PnL"
      }
    return UnitWord.plain("hean: \(what), engine \(plan.name)")
  }

  private var unit: [String] {
    var lines = ["Description=\(description)"]
    // The manager of a user has no such target.
    if plan.isSystem { lines += ["Wants=network-online.target", "After=network-online.target"] }
    // It has to come back however often it fell, and whatever the reason.
    if service != .snapshot { lines.append("StartLimitIntervalSec=0") }
    return lines
  }

  private var process: [String] {
    let command = "ExecStart=" + UnitWord.command(plan.command(of: service))
    return switch service {
    case .guard, .record:
      [
        "Type=notify", "NotifyAccess=main", command, "WatchdogSec=60", "Restart=always", "RestartSec=5",
        "TimeoutStopSec=20",
      ]
    case .alerts: ["Type=exec", command, "Restart=always", "RestartSec=5", "TimeoutStopSec=20"]
    case .exporter:
      [
        "Type=notify", "NotifyAccess=main", command, "WatchdogSec=60", "Restart=always", "RestartSec=5",
        // A connection for each engine and each scrape; it may not raise its limits itself.
        "LimitNOFILE=65536", "TimeoutStopSec=20",
      ]
    case .snapshot: ["Type=oneshot", command, "TimeoutStartSec=120"]
    }
  }

  private var surroundings: [String] {
    var lines = plan.variables.map { "Environment=" + UnitWord.quoted("\($0.name)=\($0.value)") }
    if plan.isSystem {
      // A user of one name, or each unit would take the common state away from the others.
      lines += plan.account.map { ["User=\(UnitWord.plain($0))"] } ?? ["DynamicUser=yes", "User=hean"]
      lines += ["StateDirectory=hean", "StateDirectoryMode=0700"]
    }
    if let key = plan.keyFile {
      lines += [
        "LoadCredential=api-key:\(UnitWord.plain(key))", "Environment=HEAN_API_KEY_FILE=%d/api-key",
      ]
    }
    return lines
  }
}

/// Words as the files of systemd have them.
enum UnitWord {
  /// A command line. The program is no place for variables, so a `$` in its path stays as it is.
  static func command(_ words: [String]) -> String {
    words.enumerated().map { place, word in
      quoted(place == 0 ? word : word.replacing("$", with: "$$"))
    }.joined(separator: " ")
  }

  /// One word, in quotes where it needs them.
  static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:@+=,$".contains($0)) }
    if isPlain, !word.isEmpty { return word }
    let inside = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"" + plain(inside) + "\""
  }

  /// A value that is a whole line.
  static func plain(_ text: String) -> String { text.replacing("%", with: "%%") }
}
