/// Keeps what was seen of one engine between looks, and between runs of a program.
///
/// `EngineReader` and `EngineClient` use it, so that every front end remembers the same. A front end that keeps nothing
/// leaves it out; then only what one look shows is known.
public protocol EngineMemory: Sendable {
  /// The time by the local clock, for what is made from here (UTC).
  var now: Date { get }
  /// What is remembered now; an empty value when nothing is, or when it cannot be read.
  func recalled() async -> RememberedEngine
  /// Changes what is remembered. Two programs that change it at once both take effect.
  /// - Parameter isUrgent: whether it has to be on the disk when this returns, as for a stop that was made.
  func update(isUrgent: Bool, _ change: @escaping @Sendable (inout RememberedEngine) -> Void) async
}
