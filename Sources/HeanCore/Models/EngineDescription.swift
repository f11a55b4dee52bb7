/// `GET /openapi.json`: what the engine's interface says of itself (docs/engine.md 0). Its paths are not read.
public struct EngineDescription: WireDecodable {
  /// The version of the interface, such as `1.0.0`; `nil` when it is not told.
  public var version: String?

  private struct Info: WireDecodable {
    var version: String?

    init(from wire: WireValue) throws(WireError) { version = try wire.object().string("version") }
  }

  /// A description of this version.
  public init(version: String?) { self.version = version }

  /// Throws when the body is no object, or the version is no text.
  public init(from wire: WireValue) throws(WireError) {
    version = try wire.object().value(Info.self, "info")?.version
  }
}
