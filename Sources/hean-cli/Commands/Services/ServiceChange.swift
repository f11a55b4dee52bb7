import HeanCore

extension ServiceCommand {
  static let yes = Flag("yes", short: "y", help: "without asking")
  static let force = Flag("force", help: "also files of hean that were edited")

  struct Install: Command {
    static let effect = CommandEffect.changesMachine
    static var documents: [OutputDocument] {
      [OutputDocument(.console, "service_installed", ServiceFields.changed, source: .never)]
    }
    static let spec = CommandSpec(
      name: "install", summary: "Write the files, and say what to type next",
      discussion: """
        Each file is written whole and read back. Exit code 1: a file is kept as it is, because hean did not write it or \
        because it was edited.
        """,
      examples: [
        Example("hean -p main service install guard", "asks first"),
        Example("hean -p main service install snapshot --system --yes", "for the whole machine, from a script"),
        Example("hean service install --for logrotate", "for the files that only grow"),
      ], options: ServiceOptions.choosing + [yes, force], operands: [ServiceOptions.services])

    var options: ServiceOptions
    var isYes: Bool
    var isForced: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      options = try ServiceOptions(line)
      isYes = line[ServiceCommand.yes]
      isForced = line[ServiceCommand.force]
      guard options.isNamed || options.manager == .logrotate else {
        throw .contradiction(
          "nothing says what to install",
          nextStep: "name one or more of \(ServiceName.allCases.map(\.rawValue).joined(separator: ", "))")
      }
    }

    func run(_ session: Session) async throws -> Output {
      guard options.manager != .systemd || !options.services.contains(.guard) || !options.services.contains(.alerts)
      else {
        throw Failure(
          .usage, "guard does what alerts does, and only one process watches an engine",
          nextStep: "name one of them")
      }
      guard options.isInstallable else {
        throw Failure(
          .usage, "a user's crontab is changed by 'crontab -e' only",
          nextStep: "paste the lines there: \(.command(.serviceShow, "--for", "cron"))")
      }
      let plan = try session.servicePlan(options)
      let rows = plan.files(for: options.manager).map { ServiceFileRow(file: $0, state: $0.state()) }
      let written = rows.filter { [.missing, .outdated].contains($0.state) || isForced && $0.state == .edited }
      if !written.isEmpty, !isYes {
        var screen = Screen()
        for row in written {
          if let path = row.file.path { screen.verbatim("# \(path) (\(row.state.meaning))") }
          for line in row.file.shown { screen.verbatim(line) }
          screen.blank()
        }
        let count = Figures.counted(written.count, "file")
        try await session.agree(to: "Write \(count)?", after: screen, orFail: "nothing was written")
      }
      let results = try rows.map { row -> ServiceChangeRow in
        guard written.contains(where: { $0.file.path == row.file.path }) else {
          return ServiceChangeRow(path: row.file.path, outcome: row.state == .current ? .unchanged : .kept, row.state)
        }
        try row.file.write()
        return ServiceChangeRow(path: row.file.path, outcome: .written, row.state)
      }
      var report = session.serviceReport("service_installed", results, isForced: isForced)
      guard !report.screen.blocks.isEmpty else { return .report(report) }
      for words in session.serviceCautions(plan, options) { report.caveat(words, .warning) }
      report.typeNext(plan.stepsAfterInstall(for: options.manager))
      return .report(report)
    }
  }

  struct Remove: Command {
    static let effect = CommandEffect.changesMachine
    static var documents: [OutputDocument] {
      [OutputDocument(.console, "service_removed", ServiceFields.changed, source: .never)]
    }
    static let spec = CommandSpec(
      name: "remove", aliases: ["rm"], summary: "Remove the files that hean wrote",
      discussion: """
        Files that were edited are kept without --force, files of somebody else always. What runs goes on until systemd is \
        told to stop it; a unit that is switched on is not removed.
        """,
      examples: [
        Example("hean -p main service remove", "every file for this engine, after a question"),
        Example("hean -p main service remove guard --yes", "one of them"),
      ], options: ServiceOptions.choosing + [yes, force], operands: [ServiceOptions.services])

    var options: ServiceOptions
    var isYes: Bool
    var isForced: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      options = try ServiceOptions(line)
      isYes = line[ServiceCommand.yes]
      isForced = line[ServiceCommand.force]
    }

    func run(_ session: Session) async throws -> Output {
      let plan = try session.servicePlan(options)
      let rows = plan.files(for: options.manager).filter { $0.path != nil }
        .map { ServiceFileRow(file: $0, state: $0.state()) }
      if options.manager == .systemd { try refuse(whatIsSwitchedOn: plan) }
      let removed = rows.filter { [.current, .outdated].contains($0.state) || isForced && $0.state == .edited }
      if !removed.isEmpty, !isYes {
        var screen = Screen()
        for row in removed { screen.verbatim("\(row.file.path ?? "") (\(row.state.meaning))") }
        let count = Figures.counted(removed.count, "file")
        try await session.agree(to: "Remove \(count)?", after: screen, orFail: "nothing was removed")
      }
      let results = try rows.map { row -> ServiceChangeRow in
        guard let path = row.file.path, removed.contains(where: { $0.file.path == path }) else {
          return ServiceChangeRow(path: row.file.path, outcome: row.state == .missing ? .missing : .kept, row.state)
        }
        try PrivateDirectory.remove(file: path)
        return ServiceChangeRow(path: path, outcome: .removed, row.state)
      }
      var report = session.serviceReport("service_removed", results, isForced: isForced)
      if !removed.isEmpty { report.typeNext(plan.stepsAfterRemoval(for: options.manager)) }
      return .report(report)
    }

    /// Without its unit, what runs could not be switched off by its name any more.
    private func refuse(whatIsSwitchedOn plan: ServicePlan) throws(Failure) {
      let units = plan.switchedOn
      guard !units.isEmpty else { return }
      throw Failure(
        .refused,
        "\(Figures.listed(units, most: 3)) \(units.count == 1 ? "is" : "are") switched on: nothing was removed",
        nextStep: Guidance(plan.switchingOff(units)))
    }
  }
}

extension Session {
  /// Asks before files are changed.
  /// - Throws: exit 2 when nobody agreed, or nobody can be asked.
  fileprivate func agree(to question: String, after screen: Screen, orFail end: String) async throws {
    try await agree(
      to: renderer.draw(screen) + question,
      unasked: {
        Failure(
          .declined, "\($0), and --yes was not given: \(end)",
          nextStep: "add --yes, or look first: \(.command(.serviceShow))")
      }, declined: Failure(.declined, "declined: \(end)"))
  }

  fileprivate func serviceReport(_ name: String, _ rows: [ServiceChangeRow], isForced: Bool) -> Report {
    var report = localReport(name)
    report.holdsAmounts = false
    report.list(ServiceFields.changed, rows)
    let kept = rows.filter { $0.outcome == .kept }
    guard !kept.isEmpty else { return report }
    report.exit = .refused
    for row in kept {
      let advice = row.state == .edited && !isForced ? "; --force takes it all the same" : ""
      report.caveat("\(row.path ?? "a file") is kept: it is \(row.state.meaning)\(advice)", .warning)
    }
    return report
  }
}

extension Report {
  /// Adds command lines of other programs, to paste.
  fileprivate mutating func typeNext(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    screen.blank()
    screen.line(Cell("Next:", .strong))
    for line in lines { screen.verbatim("  \(line)") }
  }
}

extension ServicePlan {
  private var control: String { isSystem ? "systemctl" : "systemctl --user" }

  private var enabled: String {
    services.map { ShellWord.quoted(ServiceUnit(plan: self, service: $0).enabled) }.joined(separator: " ")
  }

  fileprivate func stepsAfterInstall(for manager: ServiceManager) -> [String] {
    switch manager {
    case .systemd:
      // Without it, what a user runs ends when the user logs out.
      [control + " daemon-reload", control + " enable --now \(enabled)"] + (isSystem ? [] : ["loginctl enable-linger"])
    case .cron: []
    case .logrotate:
      files(for: manager).compactMap(\.path).map { path in
        isSystem
          ? "logrotate --debug \(ShellWord.quoted(path))"
          : "logrotate --state \(ShellWord.quoted(state + "/logrotate.state")) \(ShellWord.quoted(path))"
      }
    }
  }

  fileprivate func stepsAfterRemoval(for manager: ServiceManager) -> [String] {
    manager == .systemd ? [control + " daemon-reload"] : []
  }

  /// Units that start by themselves: systemd keeps a link to each of them.
  fileprivate var switchedOn: [String] {
    let folders = ["default.target", "multi-user.target", "timers.target"].map { "\(units)/\($0).wants/" }
    return services.map { ServiceUnit(plan: self, service: $0).enabled }.filter { unit in
      folders.contains { (try? FileStatus.of($0 + unit, followingLinks: false)) != nil }
    }
  }

  fileprivate func switchingOff(_ units: [String]) -> String {
    control + " disable --now " + units.map(ShellWord.quoted).joined(separator: " ")
  }
}

/// What became of a file.
struct ServiceChangeRow: Sendable {
  enum Outcome: String, CaseIterable, Sendable, FieldWord { case written, unchanged, removed, missing, kept }

  var path: String?
  var outcome: Outcome
  /// What was there before.
  var state: ServiceFile.State

  init(path: String?, outcome: Outcome, _ state: ServiceFile.State) {
    self.path = path
    self.outcome = outcome
    self.state = state
  }
}

extension ServiceFields {
  static let changed: [Field<ServiceChangeRow>] = [
    Field("path", "FILE", "the file", priority: 100) { $0.path },
    Field("outcome", "OUTCOME", "what became of it", priority: 90) { $0.outcome },
    Field("state", "BEFORE", "what was there before", priority: 50) {
      $0.state
    } cell: {
      Cell($0.state.meaning)
    },
  ]
}
