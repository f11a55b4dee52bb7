import Foundation
import HeanCore

/// A JSON file of the user's as it was read, with what an error about a part of it tells.
struct ConfigurationDocument {
  let path: String
  let value: JSONValue
  private let source: JSONSourceMap

  /// - Throws: for JSON that is not valid.
  init(_ data: Data, path: String) throws(ConfigurationError) {
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
