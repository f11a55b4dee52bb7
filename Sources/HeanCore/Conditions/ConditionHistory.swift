/// What several looks have seen of the names of a condition: from it come changes, and counts in windows that the engine
/// does not count in.
public struct ConditionHistory: Sendable {
  private struct Sample {
    var at: Date
    var value: Decimal
  }

  /// By what is made of them, oldest first: each has samples as dense as its window needs.
  private var samples: [ConditionName: [Sample]] = [:]

  /// A history before the first look.
  public init() {}

  /// Takes what a look has found, and adds to it what the looks together tell.
  /// - Parameters:
  ///   - names: all names of the condition; of a name that is made from others, the value is added, or why there is none.
  ///   - now: when it looked. A clock that was put back makes the history begin anew.
  public mutating func complete(_ look: inout ConditionLook, for names: Set<ConditionName>, at now: Date) {
    for name in names where name.base != name {
      let base = name.base
      if case .number(let value)? = look.values[base] { note(value, of: name, at: now) }
      if let meant = look.meanings[base] { look.meanings[name] = name.about(meant) }
      if let value = value(of: name, at: now) {
        look.values[name] = .number(value)
      } else if look.values[base] == nil {
        look.doubts[name] = look.doubts[base]
      } else if let begun = samples[name]?.first?.at, let window = name.window {
        look.doubts[name] = "seen for \(Spans.text(now.timeIntervalSince(begun))) of \(Spans.exact(.seconds(window)))"
      }
    }
  }

  private mutating func note(_ value: Decimal, of name: ConditionName, at now: Date) {
    let window = name.window ?? 0
    var known = samples[name] ?? []
    if let last = known.last, last.at > now { known = [] }
    // A new process of the engine counts from 0.
    if case .count = name, let last = known.last, value < last.value { known = [] }
    // Samples are far enough apart that a window has at most some hundreds of them.
    let apart = Double(window) / Self.mostSamples
    if let last = known.last, let before = known.dropLast().last, last.at.timeIntervalSince(before.at) < apart {
      known.removeLast()
    }
    known.append(Sample(at: now, value: value))
    let needed = now - Double(window)
    // The newest that is older than the window is what everything is compared with.
    let first = known.lastIndex { $0.at <= needed } ?? 0
    samples[name] = Array(known[first...])
  }

  private static let mostSamples = 300.0

  /// `nil` when nothing was seen that long ago, or nothing now.
  private func value(of name: ConditionName, at now: Date) -> Decimal? {
    guard let known = samples[name], let last = known.last, last.at == now, let window = name.window,
      let then = known.last(where: { $0.at <= now - Double(window) }),
      // After a gap in what was seen, the last value before it belongs to another time.
      now.timeIntervalSince(then.at) <= Double(window) * 1.1 + 5
    else { return nil }
    switch name {
    case .change:
      // A product that is too large for a Decimal is no number.
      let change = then.value > 0 ? (last.value - then.value) / then.value * 100 : Decimal.nan
      return change.isNaN ? nil : change.rounded(to: 6)
    default: return last.value - then.value
    }
  }
}

extension ConditionName {
  /// Seconds back to what it is compared with; `nil` for a value of one moment.
  fileprivate var window: Int? {
    switch self {
    case .change(_, let window): window
    case .count(_, let window): window
    default: nil
    }
  }

  /// The same about what the engine calls it.
  fileprivate func about(_ meant: ConditionName) -> ConditionName {
    if case .change(_, let window) = self { .change(meant, within: window) } else { self }
  }
}

/// How long a condition has held without a break.
public struct ConditionHold: Sendable, Equatable {
  /// Since when it holds; `nil` while it does not.
  public private(set) var since: Date?

  /// A condition that was not seen to hold.
  public init() {}

  /// Notes what a look has found.
  /// - Parameters:
  ///   - holds: `nil` when it is not known: then it is not met now, and what it has held counts on.
  ///   - lasting: how long it has to hold.
  /// - Returns: whether it is met now.
  public mutating func isMet(_ holds: Bool?, lasting: Duration?, at now: Date) -> Bool {
    guard holds != false else {
      since = nil
      return false
    }
    guard holds == true else { return false }
    // A clock that was put back would let it hold for too long.
    if since.map({ $0 > now }) ?? true { since = now }
    guard let lasting, let since else { return true }
    return now.timeIntervalSince(since) >= lasting.seconds
  }
}
