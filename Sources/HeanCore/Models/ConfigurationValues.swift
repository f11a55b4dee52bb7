/// `GET /api/v1/config/current`: keys that can be changed while the engine runs, with their values.
public struct ConfigurationValues: WireDecodable {
  public var values: [String: JSONValue]

  /// What is not given is not known.
  public init(values: [String: JSONValue]) {
    self.values = values
  }

  public init(from wire: WireValue) throws(WireError) {
    values = try wire.object().value([String: JSONValue].self, "config") ?? [:]
  }
}
