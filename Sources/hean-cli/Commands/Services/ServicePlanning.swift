import HeanCore

extension Session {
  private static let machineState = "/var/lib/hean"
  private static let machineConfiguration = "/etc/hean"

  /// What is installed for the engine of this run.
  func servicePlan(_ options: ServiceOptions) throws -> ServicePlan {
    let directories = UserDirectories(environment: context.environment)
    guard let program = context.program(), program.hasPrefix("/") else {
      throw Failure(.refused, "it is not known where this program is, so nothing can start it again")
    }
    let isSystem = options.isSystem
    let configuration = try isSystem ? Self.machineConfiguration : directories.configuration()
    let state = try isSystem ? Self.machineState : directories.state()
    let hasPrograms =
      try !isSystem && alertSettings.load().receivers.values.contains { [.command, .mail].contains($0.kind) }
    let plan = ServicePlan(
      services: options.services, program: program, engine: serviceEngine(isSystem: isSystem), name: serviceName,
      isSystem: isSystem, account: options.account, keyFile: isSystem ? keyPath : nil, startsPrograms: hasPrograms,
      configuration: configuration, state: state, variables: serviceVariables(isSystem: isSystem),
      units: isSystem ? "/etc/systemd/system" : PathParts.directory(of: configuration) + "/systemd/user", drops: "/etc")
    let words = plan.engine + [plan.program, plan.configuration, plan.state, plan.keyFile ?? ""]
    guard words.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } }) else {
      throw Failure(.refused, "a path or an address has a control character in it, which no such file can hold")
    }
    if options.manager == .systemd, program.contains(where: { "'\"\\".contains($0) }) {
      throw Failure(
        .refused, "systemd starts no program whose path has a quote or a backslash in it: \(program.printable)",
        nextStep: "install the program elsewhere, as in /usr/local/bin")
    }
    return plan
  }

  /// The engine's name in the names of files.
  private var serviceName: String {
    if let name = target.profile { return name }
    guard case .network(let url) = target.address else { return ProfileName.practice }
    let name = [url.host(percentEncoded: false), url.port.map { "\($0)" }].compactMap(\.self).joined(separator: "-")
    return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "_" })
  }

  /// The words that choose the engine, whatever is the default by then; never a key.
  private func serviceEngine(isSystem: Bool) -> [String] {
    var words: [String]
    switch target.address {
    case .practice(let choice):
      words = ["--\(GlobalOptions.practice.name)"]
      words += ["--\(Settings.scenario.name)", choice.scenario.value, "--\(Settings.seed.name)", "\(choice.seed)"]
    case .network(let url):
      words = target.profile.map { ["-p", $0] } ?? ["--\(Settings.url.name)", url.absoluteString]
    }
    // Of a profile's own key the profile tells; a unit of the machine gets it as a credential.
    if !isSystem, let path = keyPath, target.keySource?.origin.isOfRun == true {
      words += ["--\(Settings.apiKeyFile.name)", path]
    }
    return words
  }

  /// The file that the key of this run is read from.
  private var keyPath: String? {
    switch target.keySource?.value {
    case .file(let path), .stored(let path):
      path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    case .environment, .command, nil: nil
    }
  }

  private func serviceVariables(isSystem: Bool) -> [(name: String, value: String)] {
    let names = ["XDG_CONFIG_HOME", "XDG_STATE_HOME"]
    if isSystem {
      return zip(names, [Self.machineConfiguration, Self.machineState]).map { ($0, PathParts.directory(of: $1)) }
    }
    return names.compactMap { name in
      context.environment[name].flatMap { $0.hasPrefix("/") ? (name, $0) : nil }
    }
  }

  /// What the operator has to know before such files do what they are for, one sentence each.
  func serviceCautions(_ plan: ServicePlan, _ options: ServiceOptions) -> [String] {
    guard options.manager != .logrotate else { return [] }
    var cautions: [String] = []
    switch target.keySource?.value {
    case .environment(let variable):
      cautions.append("the key of this run is in \(variable), which a service has not: keep it in a file")
    case .command where plan.isSystem:
      cautions.append("the key comes from a command, which a service of the whole machine may not be able to run")
    case .command, .file, .stored, nil: break
    }
    if plan.isSystem {
      if let profile = target.profile {
        cautions.append(
          "it reads profile \(profile) from \(plan.configuration)/config.json, which its user has to be able to read")
      }
      if ["/home/", "/root/", "/run/user/", "/tmp/"].contains(where: plan.program.hasPrefix) {
        cautions.append("it may not start \(plan.program): install the program elsewhere, as in /usr/local/bin")
      }
      if options.manager == .cron {
        cautions.append("\(plan.state) has to belong to \(plan.account ?? "root")")
      }
    }
    if target.isPractice { cautions.append("the built-in practice engine lives in each run of hean by itself") }
    return cautions
  }
}

extension Origin {
  /// Whether the command line or the environment of this run gave it, and another run does not have it.
  fileprivate var isOfRun: Bool { rank < 2 }
}
