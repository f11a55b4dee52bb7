import HeanCore

/// What the commands about services take.
struct ServiceOptions: Sendable {
  static let services = Operand(
    "SERVICE", each: .choice(ServiceName.self), isRequired: false,
    help: "guard, alerts, record or snapshot; without one (not for install), all")
  static let system = Flag("system", help: "for the whole machine, not for your own user")
  static let manager = Option(
    "for", "WHAT", .choice(ServiceManager.self), default: .systemd, showsDefault: false,
    help: "systemd (default), cron or logrotate")
  static let account = Option("run-as", "USER", .text(), help: "with --system: run as this user")
  static let choosing: [any AnyOption] = [system, manager, account]

  var services: [ServiceName]
  /// Whether the line names them; else they are all.
  var isNamed: Bool
  var isSystem: Bool
  var manager: ServiceManager
  var account: String?

  init(_ line: ParsedLine) throws(UsageError) {
    let named = try line[Self.services]
    services = ServiceName.allCases.filter { named.isEmpty || named.contains($0) }
    isNamed = !named.isEmpty
    isSystem = line[Self.system]
    manager = try line[Self.manager]
    account = try line[Self.account]
    if let account {
      guard isSystem else {
        throw .contradiction("--run-as is about the whole machine", nextStep: "add --system, or leave it out")
      }
      guard account.wholeMatch(of: /[a-z_][a-z0-9_-]{0,31}/) != nil else {
        throw line.invalid(Self.account, account, expected: "the name of a user: small letters, digits, _ and -")
      }
    }
    if manager == .cron, isSystem, account == nil {
      throw .contradiction(
        "cron runs lines of the whole machine as a user that each of them names", nextStep: "add --run-as USER")
    }
    if manager == .logrotate, !named.isEmpty {
      throw .contradiction("files are rotated whatever service writes them", nextStep: "leave the service out")
    }
  }

  /// Whether hean writes the files itself.
  var isInstallable: Bool { manager != .cron || isSystem }

  /// The same choice on another command line.
  var words: [String] {
    (manager == .logrotate ? [] : services.map(\.rawValue))
      + (isSystem ? ["--\(Self.system.name)"] : [])
      + (manager == .systemd ? [] : ["--\(Self.manager.name)", manager.rawValue])
      + (account.map { ["--\(Self.account.name)", $0] } ?? [])
  }
}
