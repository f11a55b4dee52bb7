import HeanCore

/// What can run without a terminal.
enum ServiceName: String, CaseIterable, Sendable {
  case `guard`
  case alerts, record, snapshot
  case exporter
}

/// What starts it, or looks after its files.
enum ServiceManager: String, CaseIterable, Sendable {
  case systemd, cron, logrotate
}

/// What is installed, for which engine, and whose it is.
struct ServicePlan: Sendable {
  var services: [ServiceName]
  /// Absolute path of the program.
  var program: String
  /// The words that choose the engine: `-p main`, `--url URL`.
  var engine: [String]
  /// The engine's name in the names of files.
  var name: String
  /// Whether the files belong to the whole machine; else to one user.
  var isSystem: Bool
  /// The user as whom it runs, of a service of the whole machine; `nil` for one that systemd makes.
  var account: String?
  /// The file with the API key, of a service of the whole machine; `nil` without a key.
  var keyFile: String?
  /// Whether receivers of alerts start programs, which may need rights that a hardened service has not.
  var startsPrograms: Bool
  /// Where files of the configuration and of the state are: `…/hean`.
  var configuration: String
  var state: String
  /// Directory variables to pass on, because whatever starts the service may not have them.
  var variables: [(name: String, value: String)]
  /// Where units of systemd are, and drop-in files of cron and logrotate.
  var units: String
  var drops: String

  /// The words of the command that a service runs.
  func command(of service: ServiceName) -> [String] {
    let words =
      switch service {
      case .guard: ["guard"]
      case .alerts: ["alert", "run"]
      case .exporter: ["exporter"]
      case .record: ["record"]
      case .snapshot: ["pnl", "snapshot", "--append", snapshots, "--period", "1h"]
      }
    return [program] + engine + words
  }

  /// The file of `pnl snapshot`.
  var snapshots: String { "\(state)/pnl-\(name).csv" }

  /// The files, in the order in which they are shown.
  func files(for manager: ServiceManager) -> [ServiceFile] {
    switch manager {
    case .systemd: services.flatMap(units(of:))
    case .cron: [ServiceFile(path: isSystem ? "\(drops)/cron.d/\(dropName)" : nil, content: crontab)]
    case .logrotate: [ServiceFile(path: logrotatePath, content: logrotate)]
    }
  }

  /// Cron takes no file whose name has a dot in it.
  var dropName: String {
    "hean-" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "_" })
  }

  private var logrotatePath: String { isSystem ? "\(drops)/logrotate.d/hean" : "\(configuration)/logrotate.conf" }

  private func units(of service: ServiceName) -> [ServiceFile] {
    let unit = ServiceUnit(plan: self, service: service)
    let path = "\(units)/\(unit.name)"
    var files = [ServiceFile(path: path + ".service", content: unit.text)]
    if service == .snapshot { files.append(ServiceFile(path: path + ".timer", content: unit.timer)) }
    return files
  }
}
