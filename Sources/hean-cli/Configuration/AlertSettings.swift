import HeanCore

/// What somebody wants to be told of, and where: the content of `alerts.json`. The same for every engine.
struct AlertSettings: Sendable, Equatable {
  /// Rules that were added, by name.
  var added: [String: AlertRule] = [:]
  /// Standing rules that were taken out.
  var removed: Set<EngineCheck.ID> = []
  /// By name.
  var receivers: [String: AlertReceiver] = [:]
  /// When only what is critical is sent; `nil`: never.
  var quiet: QuietHours?
  /// Members that this version does not know. They are kept when the file is written again.
  var unknown: [String: JSONValue] = [:]

  /// The standing rules that were not taken out, then those that were added, by name.
  var rules: [AlertRule] {
    let standing = AlertRule.standing.filter { rule in
      guard case .check(let check) = rule.trigger else { return true }
      return !removed.contains(check) && added[rule.name] == nil
    }
    return standing + added.values.sorted { $0.name < $1.name }
  }

  /// By name.
  var sortedReceivers: [AlertReceiver] { receivers.values.sorted { $0.name < $1.name } }

  /// - Throws: exit 66 for a rule that does not exist.
  func rule(_ name: String) throws -> AlertRule {
    if let rule = rules.first(where: { $0.name == name }) { return rule }
    let near = Spelling.nearest(to: name, in: rules.map(\.name)).map { ". Did you mean '\($0)'?" } ?? ""
    throw Failure(.notFound, "there is no alert '\(name.printable)'\(near)", nextStep: .query(.alertList))
  }

  /// - Throws: exit 66 for a receiver that does not exist.
  func receiver(_ name: String) throws -> AlertReceiver {
    if let receiver = receivers[name] { return receiver }
    let near = Spelling.nearest(to: name, in: receivers.keys.sorted()).map { ". Did you mean '\($0)'?" } ?? ""
    throw Failure(
      .notFound, "there is no receiver '\(name.printable)'\(near)", nextStep: .command(.alertReceiverList))
  }
}

/// Reads and writes `alerts.json`. A damaged file is refused, so that writing never replaces what a person may repair.
extension AlertSettings: KeptDocument {
  static let file = "alerts.json"

  /// - Throws: for JSON that is not valid, and for members that are not as expected.
  init(_ data: Data, path: String) throws(ConfigurationError) {
    let document = try ConfigurationDocument(data, path: path)
    guard case .object(var members) = document.value else {
      throw document.wrongType([], "an object", document.value.typePhrase)
    }
    func objects(_ name: String) throws(ConfigurationError) -> [String: [String: JSONValue]] {
      guard let value = members.removeValue(forKey: name) else { return [:] }
      guard case .object(let entries) = value else {
        throw document.wrongType([name], "an object", value.typePhrase)
      }
      var objects: [String: [String: JSONValue]] = [:]
      for (key, value) in entries {
        guard case .object(let members) = value else {
          throw document.wrongType([name, key], "an object", value.typePhrase)
        }
        objects[key] = members
      }
      return objects
    }
    for (name, members) in try objects("rules") {
      added[name] = try AlertMembers(document, ["rules", name], members).rule(name)
    }
    for (name, members) in try objects("receivers") {
      receivers[name] = try AlertMembers(document, ["receivers", name], members).receiver(name)
    }
    if let value = members.removeValue(forKey: "removed") {
      guard case .array(let names) = value else { throw document.wrongType(["removed"], "a list", value.typePhrase) }
      for name in names {
        guard case .string(let text) = name, let check = EngineCheck.ID(rawValue: text) else {
          throw document.wrongType(["removed"], "a list of checks", name.typePhrase)
        }
        removed.insert(check)
      }
    }
    if let value = members.removeValue(forKey: "quiet"), value != .null {
      guard case .string(let text) = value, let hours = QuietHours(text) else {
        throw document.wrongType(["quiet"], "hours such as 23:00-07:00", value.typePhrase)
      }
      quiet = hours
    }
    unknown = members
  }

  /// Pretty-printed JSON with sorted keys, ended by a newline.
  func encoded() throws(ConfigurationError) -> Data {
    var document = unknown
    document["rules"] = .object(added.mapValues(\.members))
    document["receivers"] = .object(receivers.mapValues(\.members))
    document["quiet"] = quiet.map { .string($0.text) }
    document["removed"] = removed.isEmpty ? nil : .array(removed.map(\.rawValue).sorted().map(JSONValue.string))
    return try JSONValue.object(document).written(as: "the alerts")
  }
}

/// The members of one rule or receiver in the file.
private struct AlertMembers {
  let document: ConfigurationDocument
  let place: [String]
  let members: [String: JSONValue]

  init(_ document: ConfigurationDocument, _ place: [String], _ members: [String: JSONValue]) {
    self.document = document
    self.place = place
    self.members = members
  }

  func rule(_ name: String) throws(ConfigurationError) -> AlertRule {
    let trigger: AlertRule.Trigger
    if let text = try text("check") {
      guard let check = EngineCheck.ID(rawValue: text) else { throw wrong("check", "the name of a check", text) }
      trigger = .check(check)
    } else if let condition = try condition("when") {
      trigger = .condition(condition)
    } else {
      throw document.wrongType(place, "an object with when or check", "one without")
    }
    let tierText = try text("tier") ?? AlertTier.important.rawValue
    guard let tier = AlertTier(rawValue: tierText) else { throw wrong("tier", "critical, important or info", tierText) }
    var rule = AlertRule(name, trigger, tier: tier, clears: try condition("until"))
    if let text = try text("keep_firing") {
      guard let span = Spans.duration(text) else { throw wrong("keep_firing", "a span of time", text) }
      rule.keepsFiring = span
    }
    if let value = members["to"] {
      guard case .array(let names) = value else {
        throw document.wrongType(place + ["to"], "a list of receivers", value.typePhrase)
      }
      for name in names {
        guard case .string(let text) = name else {
          throw document.wrongType(place + ["to"], "a list of receivers", name.typePhrase)
        }
        rule.receivers.append(text)
      }
    }
    return rule
  }

  func receiver(_ name: String) throws(ConfigurationError) -> AlertReceiver {
    let kindText = try text("kind") ?? ""
    guard let kind = AlertReceiver.Kind(rawValue: kindText) else {
      throw wrong("kind", "one of " + AlertReceiver.Kind.allCases.map(\.rawValue).joined(separator: ", "), kindText)
    }
    guard let address = try text("address"), !address.isEmpty else {
      throw document.wrongType(place, "an object with an address", "one without")
    }
    return AlertReceiver(name, kind, address: address, chat: try text("chat"), secret: try text("secret"))
  }

  private func text(_ name: String) throws(ConfigurationError) -> String? {
    guard let value = members[name], value != .null else { return nil }
    guard case .string(let text) = value else { throw document.wrongType(place + [name], "a text", value.typePhrase) }
    return text
  }

  private func condition(_ name: String) throws(ConfigurationError) -> Condition? {
    guard let text = try text(name) else { return nil }
    do throws(ConditionError) {
      return try Condition(text)
    } catch {
      throw document.wrongType(place + [name], "a condition", "'\(text.printable)': \(error.message)")
    }
  }

  private func wrong(_ name: String, _ expected: String, _ found: String) -> ConfigurationError {
    document.wrongType(place + [name], expected, "'\(found.printable)'")
  }
}

extension AlertRule {
  fileprivate var members: JSONValue {
    var members: [String: JSONValue] = ["tier": .string(tier.rawValue)]
    switch trigger {
    case .condition(let condition): members["when"] = .string(condition.text)
    case .check(let check): members["check"] = .string(check.rawValue)
    }
    members["until"] = clears.map { .string($0.text) }
    if keepsFiring != Self.usualEnd { members["keep_firing"] = .string(Spans.exact(keepsFiring)) }
    if !receivers.isEmpty { members["to"] = .array(receivers.map(JSONValue.string)) }
    return .object(members)
  }
}

extension AlertReceiver {
  fileprivate var members: JSONValue {
    var members: [String: JSONValue] = ["kind": .string(kind.rawValue), "address": .string(address)]
    members["chat"] = chat.map(JSONValue.string)
    members["secret"] = secret.map(JSONValue.string)
    return .object(members)
  }
}
