import Synchronization

/// Remembers what was derived from the answers of one moment, because many gates and screens ask for the same values.
///
/// Copies of a snapshot share it; a snapshot that changes gets a new one.
final class DerivedValues: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  func value<Value: Sendable>(_ name: String, _ make: () -> Value) -> Value {
    // In two steps: a cast of the optional itself would turn a missing entry into a value when `Value` is optional.
    if let found = values.withLock({ $0[name] }), let known = found as? Value { return known }
    // Outside of the lock: `make` may ask for another value.
    let made = make()
    values.withLock { $0[name] = made }
    return made
  }
}
