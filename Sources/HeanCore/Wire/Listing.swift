/// A list that comes bare from older engines and wrapped in an object from newer ones.
public struct Listing<Element: Decodable & Sendable>: Sendable, Decodable {
  public var elements: [Element]

  public init(_ elements: [Element]) { self.elements = elements }

  public init(from decoder: any Decoder) throws {
    if let bare = try? decoder.unkeyedContainer() {
      var container = bare
      var elements: [Element] = []
      elements.reserveCapacity(container.count ?? 0)
      while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
      self.elements = elements
      return
    }
    let wire = try decoder.wire()
    guard let key = wire.allKeys.first(where: { Self.wrappers.contains($0.stringValue) }) else {
      throw DecodingError.typeMismatch(
        [Element].self,
        .init(codingPath: decoder.codingPath, debugDescription: "neither a list nor an object that wraps one"))
    }
    elements = try wire.decode([Element].self, forKey: key)
  }

  private static var wrappers: Set<String> { ["positions", "orders", "strategies", "verdicts", "blocked"] }
}
