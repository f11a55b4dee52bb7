/// Why a body could not be read, with the place in it.
public struct WireError: Error, Sendable, Equatable {
  public enum Kind: Sendable { case notJSON, wrongType, missing, unusable }
  public enum Step: Sendable, Equatable {
    case key(String)
    case index(Int)
  }

  public var kind: Kind
  /// From the outermost value inwards; empty for the whole body.
  public var path: [Step]
  public var message: String

  /// Of its parts.
  public init(kind: Kind, path: [Step], message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  static let tooMuch = WireError(
    kind: .notJSON, path: [], message: "the body holds far more than an engine has to tell")
  static let notJSON = WireError(kind: .notJSON, path: [], message: "the body is not whole JSON")

  /// The same for a value that stands deeper than this error knows.
  func inside(_ outer: [Step]) -> WireError {
    guard kind != .notJSON else { return self }
    var whole = self
    whole.path = outer + path
    return whole
  }

  /// One sentence with the path.
  public var text: String {
    switch kind {
    case .notJSON: message
    case .wrongType: "\(place) has the wrong type: \(message)"
    case .missing: "\(place) is missing: \(message)"
    case .unusable: "\(place): \(message)"
    }
  }

  private var place: String {
    guard !path.isEmpty else { return "the body" }
    return path.map { step in
      switch step {
      case .key(let name): ".\(name)"
      case .index(let index): "[\(index)]"
      }
    }.joined()
  }
}
