/// `GET /api/v1/config/current`: keys that can be changed while the engine runs, with their values.
public struct ConfigurationValues: Sendable, Decodable {
  public var values: [String: JSONValue]

  public init(from decoder: any Decoder) throws {
    values = try decoder.wire().value([String: JSONValue].self, "config") ?? [:]
  }
}
