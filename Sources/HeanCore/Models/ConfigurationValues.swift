/// `GET /api/v1/config/current`: the settings that can be changed while the engine runs (docs/engine.md 2.9).
public struct ConfigurationValues: WireDecodable {
  /// Value by the engine's name of the setting, such as `killswitch_drawdown_pct`.
  public var values: [String: JSONValue]

  /// Settings with these values.
  public init(values: [String: JSONValue]) {
    self.values = values
  }

  /// Missing settings become an empty dictionary; a body that is no object throws.
  public init(from wire: WireValue) throws(WireError) {
    values = try wire.object().value([String: JSONValue].self, "config") ?? [:]
  }
}
