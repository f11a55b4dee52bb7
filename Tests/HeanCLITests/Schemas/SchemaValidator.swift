import Foundation
import HeanCore

/// A validator of JSON Schema for the keywords that hean's schemas have. Any other keyword is a problem too, so that none
/// is taken for checked.
struct SchemaValidator {
  private static let annotations: Set<String> = [
    "$schema", "title", "description", "x-unit", "x-known", "x-commands", "$defs",
  ]

  /// What is wrong with a document, each with its place.
  static func problems(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
    guard case .object(let keywords) = schema else {
      return schema == true ? [] : ["\(place): the schema is neither an object nor true"]
    }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, asked -> [String] in
      switch (keyword, asked) {
      case ("type", _): types(value, asked, place)
      case ("enum", .array(let words)): words.contains(value) ? [] : ["\(place): \(value.plainText) is no word of it"]
      case ("const", _): value == asked ? [] : ["\(place): is not \(asked.plainText)"]
      case ("format", "date-time"): isMoment(value) ? [] : ["\(place): \(value.plainText) is no time"]
      case ("items", _): items(value, asked, place)
      case ("properties", .object(let known)): members(value, known, place)
      case ("required", .array(let names)): missing(value, names, place)
      case ("additionalProperties", _): strangers(value, asked, keywords, place)
      case ("oneOf", .array(let schemas)): matching(value, schemas, place, isOne: true)
      case ("anyOf", .array(let schemas)): matching(value, schemas, place, isOne: false)
      case (let name, _) where annotations.contains(name): []
      default: ["\(place): keyword \(keyword) is not checked"]
      }
    }
  }

  private static func types(_ value: JSONValue, _ asked: JSONValue, _ place: String) -> [String] {
    let words: [String] =
      if case .array(let all) = asked { all.compactMap(\.text) } else { [asked.text].compactMap(\.self) }
    return words.contains { isOf($0, value) } ? [] : ["\(place): \(value.plainText) is no \(words)"]
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number(let number)): number.rounded(to: 0) == number
    default: false
    }
  }

  private static func isMoment(_ value: JSONValue) -> Bool {
    guard let text = value.text else { return true }
    return text.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/#) != nil
  }

  private static func items(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    guard case .array(let values) = value else { return [] }
    return values.enumerated().flatMap { problems($0.element, schema, at: "\(place)[\($0.offset)]") }
  }

  private static func members(_ value: JSONValue, _ known: [String: JSONValue], _ place: String) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.flatMap { name, member in
      known[name].map { problems(member, $0, at: "\(place).\(name)") } ?? []
    }
  }

  private static func missing(_ value: JSONValue, _ names: [JSONValue], _ place: String) -> [String] {
    guard case .object(let members) = value else { return [] }
    return names.compactMap(\.text).filter { members[$0] == nil }.map { "\(place): \($0) is missing" }
  }

  private static func strangers(
    _ value: JSONValue, _ schema: JSONValue, _ keywords: [String: JSONValue], _ place: String
  ) -> [String] {
    guard case .object(let members) = value else { return [] }
    let known: [String: JSONValue] = if case .object(let named)? = keywords["properties"] { named } else { [:] }
    let others = members.filter { known[$0.key] == nil }
    if schema == false { return others.keys.sorted().map { "\(place): \($0) is not known" } }
    return others.flatMap { problems($0.value, schema, at: "\(place).\($0.key)") }
  }

  private static func matching(
    _ value: JSONValue, _ schemas: [JSONValue], _ place: String, isOne: Bool
  ) -> [String] {
    let each = schemas.map { problems(value, $0, at: place) }
    let count = each.count(where: \.isEmpty)
    guard count == 0 || isOne && count > 1 else { return [] }
    // The one that came nearest tells most.
    return ["\(place): matches \(count) of \(schemas.count)"]
      + (count == 0 ? each.min { $0.count < $1.count } ?? [] : [])
  }
}
