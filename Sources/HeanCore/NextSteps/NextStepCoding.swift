extension NextStep: Codable {
  /// Words alone are a string; otherwise the parts stand in order, words among them as strings.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let words = try? container.decode(String.self) {
      self.init(advice: words)
    } else {
      self.init()
      for part in try container.decode([Part].self) { append(part) }
    }
  }

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

  public init(from decoder: any Decoder) throws {
    if let words = try? decoder.singleValueContainer().decode(String.self) {
      self = .advice(words)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let operation = try container.decodeIfPresent(NextStep.Operation.self, forKey: .operation) {
      self = .operation(operation)
    } else if let query = try container.decodeIfPresent(NextStep.Query.self, forKey: .query) {
      self = .query(query)
    } else {
      self = .option(try container.decode(NextStep.Option.self, forKey: .option))
    }
  }

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
