import HeanCore

/// `--sort A,B:desc`: the order of the rows of any table. `-B` is the same as `B:desc`.
struct SortOrder: Sendable, Equatable {
  /// What the rows are compared by. A later one decides where all before it are equal.
  struct Key: Sendable, Equatable {
    var field: String
    var isDescending = false

    /// - Returns: `nil` for text that names no field, or another order than `asc` and `desc`.
    fileprivate init?(_ text: Substring) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      let isTurned = text.hasPrefix("-")
      guard let name = parts.first?.dropFirst(isTurned ? 1 : 0).trimmed(), !name.isEmpty,
        parts.count == 1 || parts.count == 2 && !isTurned && ["asc", "desc"].contains(parts[1])
      else { return nil }
      field = name
      isDescending = isTurned || parts.count == 2 && parts[1] == "desc"
    }
  }

  /// The first decides; never empty.
  private var keys: [Key] = []

  /// - Returns: `nil` when one of the keys is none.
  init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let key = Key(part.trimmed()[...]) else { return nil }
      keys.append(key)
    }
  }

  var fields: [String] { keys.map(\.field) }

  /// As it is typed.
  var text: String { keys.map { $0.field + ($0.isDescending ? ":desc" : "") }.joined(separator: ",") }

  /// The same order by the fields with these names.
  func naming(_ fields: [String]) -> SortOrder {
    var order = self
    for (place, field) in zip(order.keys.indices, fields) { order.keys[place].field = field }
    return order
  }

  /// The indices of rows in this order. Equal ones keep their order, and what is not known comes last either way.
  /// - Parameter columns: the values of all rows, of each key.
  func indices(of columns: [[JSONValue]]) -> [Int] {
    let ranked = zip(keys, columns).map { key, values in (isDescending: key.isDescending, values: values) }
    return (columns.first ?? []).indices.sorted { left, right in
      for (isDescending, values) in ranked {
        let (first, second) = (values[left], values[right])
        guard first.isKnown, second.isKnown else {
          if first.isKnown == second.isKnown { continue }
          return first.isKnown
        }
        if first.precedes(second) { return !isDescending }
        if second.precedes(first) { return isDescending }
      }
      return left < right
    }
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
