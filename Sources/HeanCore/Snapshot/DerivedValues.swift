import Synchronization

/// Remembers what was made of one moment's answers: the same truths are asked for by many gates and screens.
///
/// Copies of a snapshot share it; a snapshot that changes takes a new one.
final class DerivedValues: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  func value<Value: Sendable>(_ name: String, _ make: () -> Value) -> Value {
    // In two steps: nothing, cast to an optional, is a value.
    if let found = values.withLock({ $0[name] }), let known = found as? Value { return known }
    // Outside of the lock: what is made may ask for another value.
    let made = make()
    values.withLock { $0[name] = made }
    return made
  }
}
