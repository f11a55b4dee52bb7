import HeanCore
import HeanPractice

/// Names that can be typed, from files of this machine only: a key press asks no engine and runs no command.
struct KnownNames: Sendable {
  var environment: [String: String]
  var now: Date
  /// The fields of what a command writes, by its path.
  var fields: @Sendable (_ path: [String]) -> [FieldDescription]
  /// Terms and codes that are explained.
  var terms: @Sendable () -> [Completion.Candidate]

  /// - Parameter begun: the line, which can name the engine.
  func names(_ named: ValueShape.Named, _ begun: BegunLine) -> [Completion.Candidate] {
    switch named {
    case .symbol, .strategy, .position, .order, .riskLimit, .engineSetting: engineNames(named, begun.line)
    case .signal: ["last", "last-blocked"].map { Completion.Candidate($0) }
    case .condition: conditions(begun.line)
    case .watchlist: watchlists.names.map { Completion.Candidate($0) }
    case .profile: profiles.map { Completion.Candidate($0) }
    case .term: terms()
    case .timeZone: zones
    case .field: fields(begun.line.path + [begun.command.defaultSubcommand].compactMap(\.self)).map(\.candidate)
    case .variable: environment.keys.sorted().map { Completion.Candidate($0) }
    case .alert: alerts.rules.map { Completion.Candidate($0.name) }
    case .receiver: alerts.sortedReceivers.map { Completion.Candidate($0.name) }
    case .setting:
      Settings.all.compactMap { setting in setting.key.map { Completion.Candidate($0.path) } }
    case .time: Self.times.map { Completion.Candidate($0.0, $0.1) }
    case .topic, .auditEntry, .file, .command: []
    }
  }

  private var directories: UserDirectories { UserDirectories(environment: environment) }

  /// A file that cannot be read has no names: whoever reads it for a command says why.
  private var watchlists: Watchlists {
    (try? DocumentStore<Watchlists>(environment: environment).load()) ?? Watchlists()
  }

  private var alerts: AlertSettings {
    (try? DocumentStore<AlertSettings>(environment: environment).load()) ?? AlertSettings()
  }

  /// Times that are typed often.
  private static let times = [
    ("1h", "an hour back"), ("24h", "a day back"), ("7d", "a week back"), ("today", "since midnight"),
    ("yesterday", "the day before"), ("monday", "the last one"), ("now", "this moment"),
  ]

  private var profiles: [String] {
    let store = ConfigurationStore(directories: directories)
    if let file = try? store.load().file { return file.knownNames }
    // One mistake in the file does not hide the names beside it.
    let path = try? store.configurationPath()
    let data = path.flatMap { try? FileContents.ofConfiguration($0)?.data }
    guard case .object(let members)? = data.flatMap({ try? JSONValue(reading: $0) })?["profiles"] else {
      return [ProfileName.practice]
    }
    return Set(members.keys.filter(ProfileName.isValid)).union([ProfileName.practice]).sorted()
  }

  private func engineNames(_ named: ValueShape.Named, _ line: ParsedLine) -> [Completion.Candidate] {
    let engine = target(line)
    let kept = engine.map { looks(of: $0) } ?? KeptNames()
    let symbols = { [watchlists] in
      kept.symbols
        + (watchlists.lists.values.flatMap(\.symbols).sorted() + Symbols.defaults).map { Completion.Candidate($0) }
    }
    switch named {
    case .symbol: return symbols()
    case .strategy:
      // The practice engine of a run is kept nowhere, and has always the same ones.
      let own = engine?.isPractice == true ? PracticeConfiguration.strategies : []
      return kept.strategies + own.map { Completion.Candidate($0) }
    case .position: return kept.positions + (kept.positions.isEmpty ? symbols() : kept.symbolsOfPositions)
    case .order: return kept.orders
    case .riskLimit: return kept.limits
    default: return kept.settings + SettingRange.names.map { Completion.Candidate($0) }
    }
  }

  private func target(_ line: ParsedLine) -> EngineTarget? {
    let store = ConfigurationStore(directories: directories)
    let need = ConfigurationNeed(flags: SettingFlags(line), environment: environment, command: nil)
    guard let settings = try? need.settings(from: store).1 else { return nil }
    return EngineTarget(settings, flags: TargetFlags(line))
  }

  private func looks(of engine: EngineTarget) -> KeptNames {
    guard !engine.isPractice, let folder = try? directories.state() else { return KeptNames() }
    let looks = StoredLooks(folder: "\(folder)/engines/\(engine.memoryName).looks", url: engine.sourceURL)
    return KeptNames(looks.all.filter { now.timeIntervalSince($0.at) < StoredLooks.life })
  }

  private func conditions(_ line: ParsedLine) -> [Completion.Candidate] {
    let symbols = engineNames(.symbol, line).map(\.word)
    return ConditionName.catalogue.flatMap { name, meaning in
      name.contains("SYMBOL")
        ? symbols.map { Completion.Candidate(name.replacing("SYMBOL", with: $0), meaning) }
        : name.contains { $0.isUppercase } ? [] : [Completion.Candidate(name, meaning)]
    }
  }

  /// The names of the tz database, as the table in it lists them.
  private var zones: [Completion.Candidate] {
    let path = ZoneDatabase(environment: environment).folder + "/zone1970.tab"
    let table = (try? FileContents.read(path, limit: 1 << 18)).map { String(decoding: $0.data, as: UTF8.self) } ?? ""
    let names = table.split(separator: "\n").compactMap { line -> String? in
      let columns = line.split(separator: "\t")
      return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
    }
    return (["UTC", "local"] + names.sorted()).map { Completion.Candidate($0) }
  }
}

extension FieldDescription {
  fileprivate var candidate: Completion.Candidate { Completion.Candidate(name, meaning) }
}

/// Names in the last answers of an engine, which are kept for `--offline`.
struct KeptNames: Sendable {
  private(set) var symbols: [Completion.Candidate] = []
  private(set) var strategies: [Completion.Candidate] = []
  private(set) var positions: [Completion.Candidate] = []
  private(set) var symbolsOfPositions: [Completion.Candidate] = []
  private(set) var orders: [Completion.Candidate] = []
  private(set) var limits: [Completion.Candidate] = []
  private(set) var settings: [Completion.Candidate] = []

  init() {}

  init(_ looks: [StoredLook]) {
    /// The latest answer of an endpoint.
    func rows(_ path: String, _ list: String) -> [JSONValue] {
      let answer = looks.flatMap(\.answers).filter { $0.path == path }.max { $0.receivedAt < $1.receivedAt }
      guard let answer, let json = try? JSONValue(reading: answer.body) else { return [] }
      if case .array(let rows) = json { return rows }
      if case .array(let rows)? = json[list] { return rows }
      return [json]
    }
    for row in rows(Endpoint<Listing<Position>>.positions.path, "positions") {
      let what = Self.text(row, "symbol", "side")
      positions.add(row["position_id"] ?? row["id"], what)
      symbolsOfPositions.add(row["symbol"], "open position")
      strategies.add(row["strategy_id"])
    }
    for row in rows(Endpoint<Listing<Order>>.orders(.open).path, "orders") {
      orders.add(row["order_id"] ?? row["id"], Self.text(row, "symbol", "side", "status"))
      symbols.add(row["symbol"])
    }
    for row in rows(Endpoint<Listing<Strategy>>.strategies.path, "strategies") {
      strategies.add(row["strategy_id"] ?? row["id"], Self.text(row, "type"))
    }
    for case .object(let members) in rows(Endpoint<RiskLimits>.riskLimits.path, "limits") {
      limits.addKeys(of: members)
    }
    for case .object(let members) in rows(Endpoint<ConfigurationValues>.configuration.path, "config") {
      settings.addKeys(of: members)
    }
    symbols = symbolsOfPositions + symbols
  }

  private static func text(_ row: JSONValue, _ keys: String...) -> String {
    keys.compactMap { row[$0]?.text }.joined(separator: " ")
  }
}

extension [Completion.Candidate] {
  /// A name that an engine gave. One that begins with a dash would be read as an option.
  fileprivate mutating func add(_ name: JSONValue?, _ text: String = "") {
    guard let name = name?.text, !name.hasPrefix("-") else { return }
    append(Completion.Candidate(name, text))
  }

  fileprivate mutating func addKeys(of members: [String: JSONValue]) {
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .number, .bool: append(Completion.Candidate(key, "now \(value.plainText)"))
      default: continue
      }
    }
  }
}
