import HeanCore

/// The pages of the manual, made of what help is made of.
struct Manual: Sendable {
  struct Page: Sendable {
    var name: String
    var section: Int
    var text: String

    var file: String { "\(name).\(section)" }
  }

  /// As `November 29, 2026`.
  private let date: String

  /// - Parameter environment: of this process: `SOURCE_DATE_EPOCH` is the time of a build that has to give the same bytes
  ///   again. Without it the date is that of the version.
  init(_ environment: [String: String]) {
    let moment = environment["SOURCE_DATE_EPOCH"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:))
    let day = moment.map { String(EngineTime.format($0).prefix(10)) } ?? Version.day
    let parts = day.split(separator: "-").compactMap { Int($0) }
    date =
      parts.count == 3 && (1...12).contains(parts[1])
      ? "\(Self.months[parts[1] - 1]) \(parts[2]), \(parts[0])" : day
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// In the order of their names.
  var all: [Page] {
    ([root] + CommandTable.root.subcommands.map { page(on: $0) } + [conditions, exitCodes, output])
      .sorted { ($0.section, $0.name) < ($1.section, $1.name) }
  }

  /// A page by its name: `hean-orders`, `orders`, or `orders(1)`.
  func page(named word: String) -> Page? {
    let name = word.prefix { $0 != "(" }
    let whole = name == "hean" || name.hasPrefix("hean-") ? String(name) : "hean-\(name)"
    if let command = CommandTable.root.subcommand(String(whole.dropFirst("hean-".count))) {
      return page(on: command)
    }
    return [root, conditions, exitCodes, output].first { $0.name == whole }
  }

  /// Names that `page(named:)` takes.
  static var names: [String] {
    ["hean"] + CommandTable.root.subcommands.map(\.name) + ["conditions", "exit-codes", "output"]
  }

  private func start(_ name: String, _ section: Int, _ summary: String) -> Mdoc {
    Mdoc(name, section: section, summary: summary, date: date)
  }

  private var root: Page {
    let spec = CommandTable.root
    var mdoc = start("hean", 1, "operator console of the HEAN trading engine")
    mdoc.section("SYNOPSIS")
    mdoc.usage("hean", [.value("command"), .optional("options")])
    mdoc.section("DESCRIPTION")
    mdoc.prose("What the engine is doing, why it does not trade, and what to do next; and the means to do it.")
    for (title, commands) in HelpGroups.all(spec) {
      mdoc.subsection(title.lowercased().sentenceStart)
      mdoc.table(commands.map { ($0.name, $0.summary) })
    }
    mdoc.subsection("Options of every command")
    mdoc.list(GlobalOptions.all.map(Self.row))
    let environment = HelpTopic.environment.page
    mdoc.section("ENVIRONMENT")
    mdoc.prose(environment.prose)
    mdoc.table(environment.rows)
    finish(&mdoc, spec, [("hean-conditions", 7), ("hean-exit-codes", 7), ("hean-output", 5)])
    return Page(name: "hean", section: 1, text: mdoc.text)
  }

  private func page(on command: CommandSpec) -> Page {
    let name = "hean-\(command.name)"
    var mdoc = start(name, 1, command.summary)
    mdoc.section("SYNOPSIS")
    for (path, spec) in Self.leaves(command, [command.name]) {
      mdoc.usage(
        (["hean"] + path).joined(separator: " "),
        spec.operands.map { operand in
          let word = operand.name + (operand.isRepeated ? " ..." : "")
          return operand.isRequired ? .value(word) : .optional(word)
        } + [.optional("options")])
    }
    mdoc.section("DESCRIPTION")
    mdoc.prose(command.discussion.isEmpty ? command.summary + "." : command.discussion)
    Self.describe(command, &mdoc)
    for (path, spec) in Self.nodes(command, [command.name]).dropFirst() {
      let isStandard = command.defaultSubcommand == spec.name && path.count == 2
      mdoc.subsection((["hean"] + path).joined(separator: " "))
      mdoc.prose(spec.summary + "." + (isStandard ? " It runs when no command is named." : ""))
      if !spec.discussion.isEmpty { mdoc.prose(spec.discussion) }
      Self.describe(spec, &mdoc)
    }
    finish(&mdoc, command, [("hean", 1), ("hean-exit-codes", 7), ("hean-output", 5)])
    return Page(name: name, section: 1, text: mdoc.text)
  }

  private static func describe(_ spec: CommandSpec, _ mdoc: inout Mdoc) {
    mdoc.list(spec.operands.map { ([.value($0.name)], $0.help) } + spec.options.map(row))
  }

  private static func row(_ option: OptionSpec) -> (term: [Mdoc.Term], text: String) {
    var term: [Mdoc.Term] = option.short.map { [.flag(String($0)), .separator] } ?? []
    term.append(.flag("-" + option.name))
    if let value = option.placeholder { term.append(.value(value)) }
    let choices = option.shape.choices.isEmpty ? "" : " One of: \(option.shape.choices.joined(separator: ", "))."
    return (term, option.help + "." + choices)
  }

  private func finish(_ mdoc: inout Mdoc, _ spec: CommandSpec, _ others: [(name: String, section: Int)]) {
    mdoc.section("EXIT STATUS")
    mdoc.prose("0 when it is done or holds; the others are in hean-exit-codes(7).")
    mdoc.section("EXAMPLES")
    // The page of hean shows its own; those of each command are on its page.
    let shown = spec.name == CommandTable.root.name ? [spec] : Self.nodes(spec, []).map(\.spec)
    for example in shown.flatMap(\.examples) { mdoc.example(example.line, example.meaning) }
    mdoc.section("SEE ALSO")
    mdoc.pages(others.sorted { ($0.section, $0.name) < ($1.section, $1.name) })
  }

  private static func nodes(_ spec: CommandSpec, _ path: [String]) -> [(path: [String], spec: CommandSpec)] {
    [(path, spec)] + spec.subcommands.flatMap { nodes($0, path + [$0.name]) }
  }

  private static func leaves(_ spec: CommandSpec, _ path: [String]) -> [(path: [String], spec: CommandSpec)] {
    nodes(spec, path).filter { $0.spec.subcommands.isEmpty }
  }

  private var conditions: Page { page(on: .conditions, "hean-conditions", 7) }
  private var exitCodes: Page { page(on: .exitCodes, "hean-exit-codes", 7) }

  private func page(on topic: HelpTopic, _ name: String, _ section: Int) -> Page {
    var mdoc = start(name, section, topic.summary)
    mdoc.section("DESCRIPTION")
    mdoc.prose(topic.page.prose)
    mdoc.table(topic.page.rows.map { ($0.0.trimmed(), $0.1) })
    mdoc.section("SEE ALSO")
    mdoc.pages([("hean", 1)])
    return Page(name: name, section: section, text: mdoc.text)
  }

  private var output: Page {
    var mdoc = start("hean-output", 5, "what commands write, with every field")
    mdoc.section("DESCRIPTION")
    mdoc.prose(HelpTopic.output.page.prose)
    for entry in OutputCatalogue.all {
      mdoc.subsection(entry.document.schema)
      mdoc.prose("Written by \(entry.command).")
      mdoc.table(
        entry.document.fields.flatMap(\.withMembers).map { field in
          (field.name, field.type.words + (field.meaning.isEmpty ? "." : ": \(field.meaning)."))
        })
    }
    mdoc.section("SEE ALSO")
    mdoc.pages([("hean", 1), ("hean-exit-codes", 7)])
    return Page(name: "hean-output", section: 5, text: mdoc.text)
  }
}
