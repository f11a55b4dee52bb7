import HeanCore

enum AlertReceiverCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "receiver", summary: "To whom alerts are sent",
    examples: [
      Example("hean alert receiver add phone ntfy https://ntfy.sh/TOPIC", "a phone"),
      Example("hean alert receiver add desk command /usr/local/bin/page", "a program of this machine"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Add.self, Remove.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  static let name = Operand("NAME", .text(.receiver), help: "name of the receiver")

  struct List: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "alert_receivers", AlertFields.receivers, source: .never)]
    }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List the receivers, without what could be secret",
      examples: [Example("hean alert receiver list", "name, kind and address")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let receivers = try session.alertSettings.load().sortedReceivers
      var report = session.localReport("alert_receivers")
      report.holdsAmounts = false
      report.list(
        AlertFields.receivers, receivers.map { AlertReceiverRow(receiver: $0) },
        none: "There is no receiver: 'alert run' tells its own terminal only.")
      return .report(report)
    }
  }

  struct Add: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.changesMachine
    static let kind = Operand("KIND", .choice(AlertReceiver.Kind.self), help: "the way it takes a message")
    static let address = Operand(
      "ADDRESS", each: .text(), isRequired: false, help: "a URL; of a command its absolute path; of mail who gets it")
    static let chat = Option("chat", "ID", .text(), help: "of telegram: the chat")
    static let signed = Flag("signed", help: "of a webhook: read a secret, and sign messages with it")
    static let spec = CommandSpec(
      name: "add", summary: "Add a receiver, or replace the one of that name",
      discussion: """
        command: a program that reads the message as one line of JSON (hean.alert/1); exit code 0 means told. webhook: the \
        same JSON by POST, with X-Hean-Id, the same at each try, and with --signed X-Hean-Signature: sha256=HMAC of the body. \
        ntfy: the URL of the topic. slack, discord: the URL of an incoming webhook. telegram: the token of the bot, and --chat. \
        alertmanager: the URL of the server; hean posts to /api/v2/alerts what \
        fires and ends, an alert for a day at most. mail: who gets it, by the system's sendmail. \
        healthchecks: the ping URL of a check, which is told each minute that 'alert run' watches, so that somebody hears of it when \
        it does not; while something critical fires, that goes to its /fail.

        Who knows the address of slack, discord or telegram can write to it, so these, and secrets, are read from the terminal \
        without showing them, or from standard input, a line each. The file that keeps them has mode 0600.
        """,
      examples: [
        Example("hean alert receiver add phone ntfy https://ntfy.sh/TOPIC", "a phone"),
        Example("pass show hean/slack | hean alert receiver add team slack", "an address that is secret"),
        Example("hean alert receiver add am alertmanager http://127.0.0.1:9093", "Prometheus Alertmanager"),
      ], options: [chat, signed], operands: [AlertReceiverCommand.name, kind, address])

    var name: String
    var kind: AlertReceiver.Kind
    var address: String?
    var chat: String?
    var isSigned: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[AlertReceiverCommand.name]
      try AlertCommand.check(name: name, line)
      kind = try line[Self.kind]
      let words = try line[Self.address]
      chat = try line[Self.chat]
      isSigned = line[Self.signed]
      guard words.count <= 1 else {
        throw .contradiction("a receiver has one address, and \(words.count) are given", nextStep: "keep one of them")
      }
      address = words.first
      guard kind.isAddressSecret == (address == nil) else {
        throw .contradiction(
          kind.isAddressSecret
            ? "the address of \(kind.rawValue) is a secret, and others on the machine can see arguments"
            : "\(kind.rawValue) needs an address",
          nextStep: kind.isAddressSecret ? "leave it out, and type it when asked" : "give it behind \(kind.rawValue)")
      }
      guard (kind == .telegram) == (chat != nil) else {
        throw .contradiction(
          kind == .telegram ? "telegram needs the chat" : "--chat is for telegram",
          nextStep: kind == .telegram ? "add --chat ID" : "leave it out")
      }
      guard !isSigned || kind == .webhook else {
        throw .contradiction("only a webhook is signed", nextStep: "leave --signed out")
      }
    }

    func run(_ session: Session) async throws -> Output {
      let what = kind == .telegram ? "token of the bot" : "address of the webhook"
      let address = if let address { address } else { try await secret(what, session) }
      try check(address)
      let secret = isSigned ? try await secret("secret for signatures", session) : nil
      let receiver = AlertReceiver(name, kind, address: address, chat: chat, secret: secret)
      try session.alertSettings.update { $0.receivers[name] = receiver }
      let test = session.commands.text(.command(.alertTest, name))
      return .text("receiver \(name): \(kind.rawValue) \(receiver.shownAddress)\nnext: \(test)\n")
    }

    private func secret(_ what: String, _ session: Session) async throws -> String {
      let typed = try await session.context.input.secret("\(what): ")
      guard let typed, !typed.isEmpty else {
        throw Failure(
          .declined, "no \(what) was given; nothing was stored", nextStep: "type it, or give it on standard input")
      }
      return typed
    }

    private func check(_ address: String) throws {
      switch kind {
      case .command:
        guard address.hasPrefix("/") else {
          throw Failure(.usage, "the path of a command has to be absolute", nextStep: "write it from / on")
        }
        guard (try? FileStatus.of(address).kind) == .regular, FileManager.default.isExecutableFile(atPath: address)
        else {
          throw Failure(
            .notFound, "there is no program at '\(address.printable)'",
            nextStep: "give the path of a file that can be run; it gets no arguments")
        }
      case .telegram: break
      case .mail:
        guard address.contains("@"), !address.hasPrefix("-"),
          address.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value < 127 && !",;<>".unicodeScalars.contains($0) })
        else { throw Failure(.usage, "that is no address of mail", nextStep: "write one: ops@example.org") }
      case .webhook, .ntfy, .slack, .discord, .alertmanager, .healthchecks:
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme ?? ""), url.host()?.isEmpty == false
        else { throw Failure(.usage, "the address is no URL of http or https", nextStep: "write it whole: https://…") }
        guard url.user() == nil, url.password() == nil else {
          throw Failure(
            .usage, "the address holds a user or a password, which would not be sent", nextStep: "leave them out")
        }
      }
    }
  }

  struct Remove: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.changesMachine
    static let spec = CommandSpec(
      name: "remove", aliases: ["rm"], summary: "Remove a receiver; what waits for it is dropped",
      examples: [Example("hean alert receiver rm phone", "not any more")], operands: [AlertReceiverCommand.name])

    var name: String

    init(_ line: ParsedLine) throws(UsageError) { name = try line[AlertReceiverCommand.name] }

    func run(_ session: Session) async throws -> Output {
      try session.alertSettings.update { settings in
        _ = try settings.receiver(name)
        let users = settings.added.values.filter { $0.receivers == [name] }.map(\.name).sorted()
        guard users.isEmpty else {
          throw Failure(
            .refused, "only \(name) is told of \(users.joined(separator: ", ")), which would tell nobody",
            nextStep: "give these alerts another receiver first: \(.query(.alertAdd))")
        }
        settings.receivers[name] = nil
        for rule in settings.added.keys { settings.added[rule]?.receivers.removeAll { $0 == name } }
      }
      return .text("receiver \(name) removed\n")
    }
  }
}
