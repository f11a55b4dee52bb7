import HeanCore

/// `--sort FIELD` or `--sort FIELD:desc`: the order of the rows of any table.
struct SortOrder: Sendable, Equatable {
  var field: String
  var isDescending = false

  /// - Returns: `nil` for text that names no field, or another order than `asc` and `desc`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, parts.count <= 2 else { return nil }
    field = String(name)
    guard parts.count == 2 else { return }
    guard ["asc", "desc"].contains(parts[1]) else { return nil }
    isDescending = parts[1] == "desc"
  }

  /// The same order by the field with this name.
  init(field: String, like order: SortOrder) {
    self.field = field
    isDescending = order.isDescending
  }

  /// The indices of values in this order. Equal values keep their order, and what is not known comes last either way.
  func indices(of values: [JSONValue]) -> [Int] {
    let known = values.indices.filter { values[$0].isKnown }
    let unknown = values.indices.filter { !values[$0].isKnown }
    return known.sorted { left, right in
      let (first, second) = (values[left], values[right])
      if first.precedes(second) { return !isDescending }
      if second.precedes(first) { return isDescending }
      return left < right
    } + unknown
  }
}

extension JSONValue {
  fileprivate var isKnown: Bool {
    switch self {
    case .null: false
    case .number(let number): !number.isNaN
    case .bool, .string, .array, .object: true
    }
  }

  /// Numbers by their value, everything else by its text; times are texts of one length in one zone.
  fileprivate func precedes(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    case (.string(let left), .string(let right)): left < right
    case (.bool(let left), .bool(let right)): !left && right
    default: JSONText.compact(self) < JSONText.compact(other)
    }
  }
}

extension Screen {
  /// The same screen, with each table that has the field in this order.
  func sorted(by order: SortOrder) -> Screen {
    var screen = self
    screen.blocks = blocks.map { block in
      guard case .table(let table, var cut) = block, let sorted = try? table.sorted(by: order) else { return block }
      // The order of importance is that of the unsorted rows.
      cut?.order = nil
      return .table(sorted, cut)
    }
    return screen
  }
}
