import Synchronization

/// Something in an answer that stands where a value should be and is none, and what was made of it.
public struct WireFinding: Sendable, Codable, Hashable {
  /// What was found.
  public enum Kind: String, Sendable, Codable {
    /// `NaN`, an infinity, an empty text or another type in the place of a number: not known.
    case noNumber = "no_number"
    /// A price of 0 or below: not known.
    case noPrice = "no_price"
    /// A profit or loss beside a price that is not known: not known either.
    case noBasis = "no_basis"
    /// A time of the year 1 or of 1970, or one that cannot be read: not known.
    case noTime = "no_time"
    /// A word in the place of a side that is none: the direction is not known.
    case noSide = "no_side"
    /// Two fields that contradict each other: both are shown.
    case contradiction
    /// A row that stands for nothing, such as a position of size 0 or without a side: left out.
    case emptyRow = "empty_row"
    /// A row that cannot be read: left out.
    case unreadableRow = "unreadable_row"
  }

  /// What was found.
  public var kind: Kind
  /// The place in the body, as `positions[1].entry_price`.
  public var place: String
  /// What stood there, and what was made of it. May hold untrusted text.
  public var message: String

  /// The place and the message.
  public var text: String { "\(place) \(message)" }
}

/// What stands in one answer in the place of values and is none.
public struct AnswerFindings: Sendable, Codable, Hashable {
  /// Path of the endpoint without its query.
  public var endpoint: String
  /// The first of the findings.
  public var first: [WireFinding]
  /// How many there are.
  public var count: Int

  /// - Returns: `nil` when nothing was found.
  init?(_ findings: WireFindings, in endpoint: String) {
    guard findings.count > 0 else { return nil }
    (self.endpoint, first, count) = (endpoint, findings.first, findings.count)
  }

  /// One sentence. The text of an answer is untrusted, and may stand in it.
  public var text: String {
    let named = first.prefix(3).map(\.text).joined(separator: "; ")
    return "\(endpoint): \(named)" + (count > 3 ? "; and \(count - min(3, first.count)) more" : "")
  }
}

/// Gathers what is found while an answer is read.
public final class WireFindings: Sendable {
  private struct State {
    var first: [WireFinding] = []
    var count = 0
  }

  /// How many are kept in words. A list can have a hundred thousand rows of the same kind.
  static let most = 20

  private let state = Mutex(State())

  /// Nothing is found yet.
  public init() {}

  /// The first of them.
  public var first: [WireFinding] { state.withLock { $0.first } }
  /// How many there are.
  public var count: Int { state.withLock { $0.count } }

  /// - Parameter place: computed only for those that are kept: that takes as long as the document is.
  func note(_ kind: WireFinding.Kind, at place: () -> [WireError.Step], _ message: () -> String) {
    state.withLock { state in
      state.count += 1
      guard state.first.count < Self.most else { return }
      state.first.append(WireFinding(kind: kind, place: WireError.text(place()), message: message()))
    }
  }
}
