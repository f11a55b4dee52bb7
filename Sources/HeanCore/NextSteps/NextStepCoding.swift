extension NextStep: Codable {
  /// Decodes words alone from a string, anything else from an array of the parts, in which words are strings.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let words = try? container.decode(String.self) {
      self.init(advice: words)
    } else {
      self.init()
      for part in try container.decode([Part].self) { append(part) }
    }
  }

  /// Encodes words alone as a string, anything else as an array of the parts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .advice(let words)? = parts.first, parts.count == 1 {
      try container.encode(words)
    } else {
      try container.encode(parts)
    }
  }
}

extension NextStep.Part: Codable {
  private enum CodingKeys: String, CodingKey { case operation, query, option }

  /// Decodes words from a string, and any other part from an object with one key: `operation`, `query` or `option`.
  public init(from decoder: any Decoder) throws {
    if let words = try? decoder.singleValueContainer().decode(String.self) {
      self = .advice(words)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let operation = try container.decodeIfPresent(NextStep.EngineOperation.self, forKey: .operation) {
      self = .operation(operation)
    } else if let query = try container.decodeIfPresent(NextStep.Query.self, forKey: .query) {
      self = .query(query)
    } else {
      self = .option(try container.decode(NextStep.Option.self, forKey: .option))
    }
  }

  /// Encodes words as a string, and any other part as an object with one key.
  public func encode(to encoder: any Encoder) throws {
    if case .advice(let words) = self {
      var container = encoder.singleValueContainer()
      return try container.encode(words)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .operation(let operation): try container.encode(operation, forKey: .operation)
    case .query(let query): try container.encode(query, forKey: .query)
    case .option(let option): try container.encode(option, forKey: .option)
    case .advice: break
    }
  }
}

/// An option without a value is its name; one with a value is an object of the two.
extension NextStep.Option: Codable {
  private enum Name: String, Codable {
    case symbol, status, watch, force, reason, condition, trigger, timeout, duration, deadline, preview, approved
    case keyFile = "key_file"
    case size, notional
  }

  private var form: (name: Name, value: String?) {
    switch self {
    case .symbol(let value): (.symbol, value)
    case .status(let value): (.status, value)
    case .watch: (.watch, nil)
    case .force: (.force, nil)
    case .reason(let value): (.reason, value)
    case .condition(let value): (.condition, value)
    case .trigger(let value): (.trigger, value)
    case .timeout(let value): (.timeout, value)
    case .duration(let value): (.duration, value)
    case .deadline(let value): (.deadline, value)
    case .preview: (.preview, nil)
    case .approved: (.approved, nil)
    case .keyFile(let value): (.keyFile, value)
    case .size: (.size, nil)
    case .notional: (.notional, nil)
    }
  }

  private init?(_ name: Name, _ value: String?) {
    switch (name, value) {
    case (.symbol, let value?): self = .symbol(value)
    case (.status, let value?): self = .status(value)
    case (.watch, nil): self = .watch
    case (.force, nil): self = .force
    case (.reason, let value?): self = .reason(value)
    case (.condition, let value?): self = .condition(value)
    case (.trigger, let value?): self = .trigger(value)
    case (.timeout, let value?): self = .timeout(value)
    case (.duration, let value?): self = .duration(value)
    case (.deadline, let value?): self = .deadline(value)
    case (.preview, nil): self = .preview
    case (.approved, nil): self = .approved
    case (.keyFile, let value?): self = .keyFile(value)
    case (.size, nil): self = .size
    case (.notional, nil): self = .notional
    default: return nil
    }
  }

  /// Decodes an option from its name, or from an object of its name and value.
  /// - Throws: `DecodingError` for an unknown option, and for a value that is missing or too much.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let name = try? container.decode(Name.self), let option = Self(name, nil) {
      self = option
    } else if let pair = try container.decode([String: String].self).first, let name = Name(rawValue: pair.key),
      let option = Self(name, pair.value)
    {
      self = option
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no option of a next step")
    }
  }

  /// Encodes an option as its name, or as an object of its name and value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let (name, value) = form
    if let value {
      try container.encode([name.rawValue: value])
    } else {
      try container.encode(name)
    }
  }
}
