import HeanCore

struct HelpCommand: Command {
  static let effect = CommandEffect.reads
  static let word = Operand(
    "WORD", each: .text(.command), isRequired: false, help: "a topic, or the words of a command")
  static let manual = Flag("man", help: "a page of the manual, as mdoc source: hean(1), or that of a command")
  static let folder = Option(
    "to", "DIR", .file("name a folder"), help: "write every page of the manual into this folder")
  static let scope = CommandScope.local
  static var documents: [OutputDocument] {
    [OutputDocument(.console, "help", line: "hean help --json", HelpDocument.fields, .object)]
  }
  static let spec = CommandSpec(
    name: "help", summary: "Help on a command or a topic",
    discussion: "Topics: \(HelpTopic.all.map(\.name).joined(separator: ", ")).",
    examples: [
      Example("hean help commands", "all of them, by what they are for"),
      Example("hean help orders", "the same as: hean orders --help"),
      Example("hean help output positions", "every field of what a command writes"),
      Example("hean help reasons COUNCIL_REJECTED", "one of the engine's reason codes"),
      Example("hean help --man orders > hean-orders.1", "then: man -l hean-orders.1"),
      Example("hean help --json | jq -r '.data.commands[].command'", "commands and options as data"),
    ],
    options: [manual, folder], operands: [word])

  var words: [String]
  private var wantsManual: Bool
  private var folder: String?

  var effect: CommandEffect { folder == nil ? .reads : .changesMachine }

  init(_ line: ParsedLine) throws(UsageError) {
    words = try line[Self.word]
    folder = try line[Self.folder]
    wantsManual = line[Self.manual] || folder != nil
    if folder != nil, !words.isEmpty {
      throw .contradiction("--to writes every page, and one is named", nextStep: "leave one of them out")
    }
  }

  func run(_ session: Session) async throws -> Output {
    if wantsManual { return try manual(session) }
    guard session.output.format != .table else { return .text(try text(session.commands)) }
    let isPage = !words.isEmpty && CommandTable.root.subcommand(words[0]) == nil
    var document = HelpDocument()
    if isPage { document.text = try text(session.commands) } else { document.path = try CommandTable.path(of: words) }
    var report = session.localReport("help")
    report.holdsAmounts = false
    report.payload = .object(HelpDocument.fields, document)
    return .report(report)
  }

  private func text(_ commands: CommandLines) throws -> String {
    if let first = words.first, first == ReasonPages.name, words.count <= 2 {
      return try ReasonPages.page(words.count == 2 ? words[1] : nil, commands)
    }
    if words.first == OutputFieldPage.name, words.count > 1 {
      return try OutputFieldPage.text(Array(words.dropFirst()))
    }
    if words.count == 1, let topic = HelpTopic.all.first(where: { $0.name == words[0] }) { return topic.text }
    return try CommandTable.help(for: words)
  }

  private func manual(_ session: Session) throws -> Output {
    let manual = Manual(session.context.environment)
    if let folder {
      let pages = manual.all
      for page in pages {
        try GeneratedFile.write(page.text, to: "\(folder)/\(page.file)", as: .manual, fresh: .readableByAll)
      }
      return .text("\(pages.count) pages in \(folder)\n")
    }
    let word = words.first ?? CommandTable.root.name
    guard let page = manual.page(named: word) else {
      let near = Spelling.nearest(to: word, in: Manual.names).map { ". Did you mean '\($0)'?" } ?? ""
      throw Failure(
        .notFound, "the manual has no page '\(word)'\(near)", nextStep: .command(.help, "--\(Self.manual.name)"))
    }
    return .text(page.text)
  }
}

extension GeneratedFile.Kind {
  fileprivate static let manual = GeneratedFile.Kind(name: "page of the manual of hean", start: Mdoc.start)
}
