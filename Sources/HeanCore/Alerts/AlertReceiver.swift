/// To whom alerts are sent.
public struct AlertReceiver: Sendable, Equatable {
  /// The way it takes a message.
  public enum Kind: String, Sendable, CaseIterable {
    /// A program of this machine, which reads the message as JSON.
    case command
    /// Any server that takes the message as JSON.
    case webhook
    /// A topic of ntfy.
    case ntfy
    /// An incoming webhook of Slack, or of what understands the same.
    case slack
    /// A webhook of Discord.
    case discord
    /// A chat of a Telegram bot.
    case telegram
    /// The API of a Prometheus Alertmanager.
    case alertmanager
    /// An address that the system's `sendmail` takes.
    case mail
    /// A check of healthchecks.io, or of what understands the same: it is told each minute that somebody watches, and tells
    /// somebody when it is not.
    case healthchecks

    /// Whether who knows its address can write to it: then it is never given on a command line.
    public var isAddressSecret: Bool { [.slack, .discord, .telegram].contains(self) }
  }

  /// Unique among the receivers.
  public var name: String
  /// The way it takes a message.
  public var kind: Kind
  /// A URL; of a command the absolute path; of Telegram the token of the bot; of mail who gets it.
  public var address: String
  /// Of Telegram, the chat.
  public var chat: String?
  /// With which messages of a webhook are signed; `nil` signs none.
  public var secret: String?

  /// A receiver with these values.
  public init(_ name: String, _ kind: Kind, address: String, chat: String? = nil, secret: String? = nil) {
    self.name = name
    self.kind = kind
    self.address = address
    self.chat = chat
    self.secret = secret
  }

  /// Where messages go, without anything that could be secret.
  public var shownAddress: String {
    if [.command, .mail].contains(kind) { return address }
    guard kind != .telegram, let url = URL(string: address), let host = url.host() else { return "(secret)" }
    return "\(url.scheme ?? "?")://\(host)\(url.port.map { ":\($0)" } ?? "")/…"
  }
}

/// A message as a receiver takes it over HTTP.
public struct AlertRequest: Sendable, Equatable {
  /// Where it is sent, whole.
  public var url: String
  /// Header fields beside those of every request.
  public var fields: [String: String]
  /// What is sent.
  public var body: String

  /// What tells a receiver that somebody watches.
  /// - Parameter isCritical: whether something critical fires, so that the receiver goes on calling somebody.
  public static func beat(to receiver: AlertReceiver, from source: String, isCritical: Bool) -> AlertRequest {
    AlertRequest(
      url: receiver.pingAddress + (isCritical ? "/fail" : ""), fields: [:], body: "watching \(source)")
  }
}

extension AlertReceiver {
  fileprivate var pingAddress: String { address.hasSuffix("/") ? String(address.dropLast()) : address }
}

extension AlertMessage {
  /// What is sent to a receiver; `nil` for one that is no server.
  /// - Parameters:
  ///   - source: the engine's name, as it may be shown.
  ///   - write: writes a next step for people.
  public func request(
    to receiver: AlertReceiver, from source: String, write: (NextStep) -> String
  ) -> AlertRequest? {
    // The shortest limit among the receivers: 4096 bytes make a message of ntfy.
    let whole = lines(from: source, write: write).joined(separator: "\n")
    let text = String(decoding: whole.utf8.prefix(Self.longestText), as: UTF8.self)
    func request(_ url: String, _ body: JSONValue, _ fields: [String: String] = [:]) -> AlertRequest {
      AlertRequest(
        url: url, fields: fields.merging(["Content-Type": "application/json"]) { $1 }, body: JSONText.compact(body))
    }
    switch receiver.kind {
    case .command, .mail: return nil
    case .healthchecks:
      let hasFailed = changes.contains { $0.kind == .fired && $0.tier == .critical }
      return AlertRequest(
        url: receiver.pingAddress + (hasFailed ? "/fail" : "/log"), fields: ["X-Hean-Id": id], body: text)
    case .webhook:
      var request = request(receiver.address, json(from: source, write: write), ["X-Hean-Id": id])
      if let secret = receiver.secret {
        let code = SHA256.authenticationCode(of: Array(request.body.utf8), key: Array(secret.utf8))
        request.fields["X-Hean-Signature"] = "sha256=" + code.hexadecimal
      }
      return request
    case .ntfy:
      let priority = [AlertTier.critical: "5", .important: "4", .info: "2"][tier] ?? "3"
      return AlertRequest(
        url: receiver.address, fields: ["Title": headerTitle, "Priority": priority, "X-Hean-Id": id], body: text)
    case .slack:
      // Else a text could call everybody, or become a link.
      let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      return request(receiver.address, ["text": .string(escaped)])
    case .discord:
      return request(receiver.address, ["content": .string(text), "allowed_mentions": ["parse": []]])
    case .telegram:
      return request(
        "https://api.telegram.org/bot\(receiver.address)/sendMessage",
        ["chat_id": .string(receiver.chat ?? ""), "text": .string(text)])
    case .alertmanager:
      let url = receiver.address.hasSuffix("/") ? String(receiver.address.dropLast()) : receiver.address
      return request(url + "/api/v2/alerts", .array(changes.compactMap { $0.alert(from: source, at: at) }))
    }
  }

  /// A header takes no characters beyond ASCII, and no line end.
  private var headerTitle: String {
    var line = ""
    line.unicodeScalars.append(contentsOf: title.unicodeScalars.filter { (32..<127).contains($0.value) }.prefix(200))
    return line
  }

  /// The message as the system's `sendmail` takes it.
  package func mail(to address: String, from source: String, write: (NextStep) -> String) -> String {
    """
    To: \(address)
    Subject: \(headerTitle)
    Message-ID: <\(id).\(SHA256.digest(Array(source.utf8))[..<8].hexadecimal)@hean>
    MIME-Version: 1.0
    Content-Type: text/plain; charset=utf-8

    \(lines(from: source, write: write).joined(separator: "\n"))

    """
  }

  private static let longestText = 1900
  /// More than these are counted: the most urgent stand first.
  private static let mostLines = 8

  /// One line for each change, with what to do.
  func lines(from source: String, write: (NextStep) -> String) -> [String] {
    let rest = changes.count - Self.mostLines
    return ["hean, \(source):"]
      + changes.prefix(Self.mostLines).flatMap { change in
        ["\(EngineTime.clock(change.at)) \(change.headline.prefix(300))"]
          + (change.nextStep.map { ["next: \(write($0))"] } ?? [])
      } + (rest > 0 ? ["and \(rest) more"] : [])
  }

  /// The message as JSON: `hean.alert/1`.
  public func json(from source: String, write: (NextStep) -> String) -> JSONValue {
    [
      "schema": "hean.alert/1", "id": .string(id), "at": .time(at), "tier": .string(tier.rawValue),
      "title": .string(title), "source": .string(source),
      "changes": .array(
        changes.map { change in
          [
            "rule": .string(change.rule), "kind": .string(change.kind.rawValue), "tier": .string(change.tier.rawValue),
            "incident": .optional(change.incident), "at": .time(change.at), "since": .time(change.since),
            "finding": .string(change.text), "crossings": .number(Decimal(change.crossings)),
            "next_step": .optional(change.nextStep.map(write)),
            "runbook": .optional(EngineCheck.ID(rawValue: change.rule).map { "docs/operations.md#\($0.rawValue)" }),
          ]
        }),
    ]
  }
}

extension AlertChange {
  /// The labels name the alert, so that one that is sent twice is the same alert; `nil` for what is no alert.
  fileprivate func alert(from source: String, at now: Date) -> JSONValue? {
    guard let since else { return nil }
    var alert: [String: JSONValue] = [
      "labels": [
        "alertname": .string(rule), "severity": .string(tier.rawValue), "engine": .string(source), "job": "hean",
      ],
      "annotations": ["summary": .string(text)], "startsAt": .time(since),
    ]
    // Alertmanager ends what is not sent again after some minutes, and this is sent once.
    alert["endsAt"] = .time(kind == .resolved ? at : now + (rule == "test" ? 60 : 86_400))
    return .object(alert)
  }
}
