import HeanCore

/// A JSON file of the user's as it was read, with what an error about a part of it tells.
struct ConfigurationDocument {
  let path: String
  let value: JSONValue
  private let source: JSONSourceMap

  /// - Throws: for JSON that is not valid.
  init(_ data: Data, path: String) throws(ConfigurationError) {
    // Editors of Windows write a byte-order mark.
    let isMarked = data.starts(with: [0xEF, 0xBB, 0xBF])
    let data = isMarked ? Data(data.dropFirst(3)) : data
    if let encoding = Self.otherEncoding(data) {
      throw .brokenJSON(path: path, line: 1, column: 1, problem: "the file is in \(encoding); save it as UTF-8")
    }
    do throws(JSONSourceMap.SyntaxError) {
      source = try JSONSourceMap(data)
    } catch {
      throw .brokenJSON(path: path, line: error.line, column: error.column, problem: error.problem)
    }
    guard String(validating: data, as: UTF8.self) != nil,
      let value = try? JSONDecoder().decode(JSONValue.self, from: data)
    else { throw .brokenJSON(path: path, line: 1, column: 1, problem: "it is not UTF-8 text") }
    self.path = path
    self.value = value
  }

  /// UTF-16 or UTF-32, by its mark or by the zero bytes that it has for ASCII; `nil` for UTF-8.
  private static func otherEncoding(_ data: Data) -> String? {
    let start = Array(data.prefix(4))
    if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    return start.contains(0) ? "UTF-16" : nil
  }

  /// The line of a member, by the keys that lead to it; `nil` when there is none.
  func line(_ place: [String]) -> Int? { source.lines[place] }

  func wrongType(_ place: [String], _ expected: String, _ found: String) -> ConfigurationError {
    let key = place.isEmpty ? "the document" : place.joined(separator: ".")
    return .wrongType(path: path, line: line(place), key: key.printable, expected: expected, found: found)
  }
}

extension FileContents {
  /// A file of the configuration directory; `nil` when there is none.
  static func ofConfiguration(_ path: String) throws(ConfigurationError) -> FileContents? {
    do throws(FileError) {
      return try read(path, limit: 1_048_576)
    } catch .notFound {
      return nil
    } catch {
      throw .unreadable(reason: error.message)
    }
  }
}
