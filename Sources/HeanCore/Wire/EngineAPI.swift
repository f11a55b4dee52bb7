/// Prefix of the engine's paths. Only `/health`, `/ready`, `/settings`, `/metrics` and `/ws` are without it.
enum EngineAPI {
  static let prefix = "/api/v1"

  /// - Parameter path: with its leading slash.
  static func path(_ path: String) -> String { prefix + path }
}
