/// A condition to wait for, such as `equity<9000 && engine.state==RUNNING`.
///
/// It is met, not met, or not known. Not known never counts as met.
public struct Condition: Sendable, Equatable {
  enum EngineOperation: String, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case more = ">"
    case atMost = "<="
    case atLeast = ">="
  }

  indirect enum Node: Sendable, Equatable {
    case and(Node, Node)
    case or(Node, Node)
    case not(Node)
    case truth(ConditionName)
    case compare(ConditionName, EngineOperation, ConditionValue)
  }

  /// The condition as it was typed.
  public let text: String
  /// How long it has to hold without a break until it is met (`for 10m`); `nil`: at once.
  public let lasting: Duration?
  private let root: Node

  /// Reads a condition.
  /// - Throws: what is wrong with the text, and where.
  public init(_ text: String) throws(ConditionError) {
    self.text = text
    var reader = try ConditionReader(text)
    (root, lasting) = try reader.read()
  }

  /// All names that the condition compares or tests.
  public var names: Set<ConditionName> { Self.names(root) }

  /// What has to be read for its names.
  public var bases: Set<ConditionName> { Set(names.map(\.base)) }

  /// Whether the condition is met by these values, however long it holds.
  /// - Returns: `nil` when the known values do not decide it.
  public func holds(_ values: [ConditionName: ConditionValue]) -> Bool? { Self.judge(root, values) }

  private static func names(_ node: Node) -> Set<ConditionName> {
    switch node {
    case .and(let left, let right), .or(let left, let right): names(left).union(names(right))
    case .not(let inner): names(inner)
    case .truth(let name), .compare(let name, _, _): [name]
    }
  }

  private static func judge(_ node: Node, _ values: [ConditionName: ConditionValue]) -> Bool? {
    switch node {
    case .and(let left, let right):
      let sides = [judge(left, values), judge(right, values)]
      return sides.contains(false) ? false : sides.contains(nil) ? nil : true
    case .or(let left, let right):
      let sides = [judge(left, values), judge(right, values)]
      return sides.contains(true) ? true : sides.contains(nil) ? nil : false
    case .not(let inner): return judge(inner, values).map { !$0 }
    case .truth(let name):
      guard case .truth(let isTrue)? = values[name] else { return nil }
      return isTrue
    case .compare(let name, let operation, let wanted): return values[name].flatMap { compare($0, operation, wanted) }
    }
  }

  private static func compare(_ value: ConditionValue, _ operation: EngineOperation, _ wanted: ConditionValue) -> Bool?
  {
    switch (value, wanted) {
    case (.number(let left), .number(let right)):
      switch operation {
      case .equal: left == right
      case .unequal: left != right
      case .less: left < right
      case .more: left > right
      case .atMost: left <= right
      case .atLeast: left >= right
      }
    case (.word(let left), .word(let right)):
      (left.lowercased() == right.lowercased()) == (operation == .equal)
    case (.truth(let left), .truth(let right)): (left == right) == (operation == .equal)
    default: nil
    }
  }
}
