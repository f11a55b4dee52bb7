import HeanCore

/// `--since last`, or since a time.
enum SinceLast: Sendable {
  case last
  case time(TypedSince)
}

extension ValueType where Value == SinceLast {
  static var sinceLast: ValueType {
    ValueType(
      shape: ValueShape(),
      read: { (typed) throws(UsageError) in
        if typed.text == "last" { return .last }
        guard let since = try? ValueType<TypedSince>.since.read(typed) else {
          throw typed.invalid(expected: "last, " + Since.accepted)
        }
        return .time(since)
      },
      text: { since in
        switch since {
        case .last: "last"
        case .time(let time): time.description
        }
      })
  }
}

extension Session {
  /// The moment that was typed.
  /// - Parameter edge: which end of a span it is.
  /// - Throws: for one that is not in the past.
  func moment(_ typed: TypedSince, as edge: Since.Edge = .start) throws -> Date {
    guard let moment = typed.since.moment(before: context.now(), in: output.zone, as: edge) else {
      throw typed.invalid(expected: "a time in the past")
    }
    return moment
  }
}
