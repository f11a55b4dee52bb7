/// Why a body could not be read, and at which place in it.
public struct WireError: Error, Sendable {
  /// The body is not JSON or holds too much; a value has the wrong type; it is missing or null; it has the right type
  /// and cannot be used.
  public enum Kind: Sendable { case notJSON, wrongType, missing, unusable }
  /// One step on the way from the outermost value to an inner one: a key of an object, or an index of an array from 0.
  public enum Step: Sendable, Equatable {
    /// Into an object.
    case key(String)
    /// Into an array.
    case index(Int)
  }

  /// What is wrong with the value.
  public var kind: Kind
  /// Way to the value, from the outermost inwards; empty for the whole body.
  public var path: [Step] {
    get { outer + (value?.path ?? []) + inner }
    set { (outer, value, inner) = ([], nil, newValue) }
  }
  /// What was expected and what was found, without the place.
  public var message: String

  private var outer: [Step] = []
  /// The way to it is looked for only when it is asked for: that takes as long as the document is, and a list can have a
  /// hundred thousand rows that cannot be read.
  private var value: WireValue?
  private var inner: [Step]

  /// An error at a place of a document.
  public init(kind: Kind, path: [Step], message: String) {
    self.kind = kind
    inner = path
    self.message = message
  }

  /// An error at a value, or at what is missing in it.
  init(kind: Kind, at value: WireValue, _ inner: Step..., message: String) {
    self.kind = kind
    self.value = value
    self.inner = inner
    self.message = message
  }

  static let tooMuch = WireError(
    kind: .notJSON, path: [], message: "the body holds far more than an engine has to tell")
  static let notJSON = WireError(kind: .notJSON, path: [], message: "the body is not whole JSON")

  /// The same error, with the path of the enclosing value put before its own.
  func inside(_ outer: [Step]) -> WireError {
    guard kind != .notJSON else { return self }
    var whole = self
    whole.outer = outer + whole.outer
    return whole
  }

  /// The message with the path before it, as in `.orders[3].price has the wrong type: …`.
  public var text: String {
    switch kind {
    case .notJSON: message
    case .wrongType: "\(place) has the wrong type: \(message)"
    case .missing: "\(place) is missing: \(message)"
    case .unusable: "\(place): \(message)"
    }
  }

  private var place: String {
    switch path.first {
    case nil: "the body"
    case .key: "." + Self.text(path)
    case .index: Self.text(path)
    }
  }

  /// A way into a document, as `orders[3].price`.
  static func text(_ path: [Step]) -> String {
    var text = ""
    for step in path {
      switch step {
      case .key(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}

extension WireError: Equatable {
  /// Whether both are the same error at the same place.
  public static func == (first: WireError, second: WireError) -> Bool {
    first.kind == second.kind && first.message == second.message && first.path == second.path
  }
}
