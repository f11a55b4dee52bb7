/// Where the engine's interface begins. A few paths stand outside of it: `/health`, `/ready`, `/settings`, `/ws`.
enum EngineAPI {
  static let prefix = "/api/v1"

  /// - Parameter path: with its leading slash.
  static func path(_ path: String) -> String { prefix + path }
}
