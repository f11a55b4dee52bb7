import HeanCore

/// What a command writes, as a tool tells it: short enough that a list of all tools fits where a model reads it. What is left
/// out is no less true: the whole schema is that of the command.
enum ToolSchema {
  /// Members of the frame that are told.
  private static let frame: [(name: String, schema: JSONValue)] = [
    ("as_of", ["type": "string", "description": "when the answer arrived"]),
    ("source", ["type": "object", "description": "which engine, and whether its money is real (mode)"]),
    ("warnings", ["type": "array", "description": "what is missing or doubtful"]),
  ]

  static func brief(_ schema: JSONValue) -> JSONValue {
    let documents = if case .array(let several)? = schema["oneOf"] { several } else { [schema] }
    var properties: [String: JSONValue] = [:]
    for (name, short) in frame where documents.contains(where: { $0["properties"]?[name] != nil }) {
      properties[name] = short
    }
    let names = documents.compactMap { $0["title"]?.text }
    properties["schema"] = ["enum": .array(names.map { .string($0) }), "description": "what data is"]
    properties["data"] = data(documents)
    return ["type": "object", "properties": .object(properties), "required": ["schema", "data"]]
  }

  private static func data(_ documents: [JSONValue]) -> JSONValue {
    let each = documents.compactMap { $0["properties"]?["data"] }
    var members = each.count == 1 ? each[0].members : [:]
    if members["oneOf"] != nil { members = [:] }
    if let items = members["items"]?.members {
      members["items"] = .object(record(items))
    } else if !members.isEmpty {
      members = record(members)
    }
    members["description"] = members["items"] == nil ? "the answer" : "the rows"
    return .object(members)
  }

  /// An object with its properties, and nothing of what is inside of them.
  private static func record(_ members: [String: JSONValue]) -> [String: JSONValue] {
    var short: [String: JSONValue] = [:]
    short["type"] = members["type"]
    if case .object(let properties)? = members["properties"] {
      short["properties"] = .object(properties.mapValues(flat))
    }
    return short
  }

  private static func flat(_ property: JSONValue) -> JSONValue {
    var short: [String: JSONValue] = [:]
    short["type"] = property["type"]
    short["description"] = property["description"]?.text.map { .string(clauses(of: $0)) }
    return .object(short)
  }

  /// Characters of a description that a list of all tools has room for.
  private static let longest = 110

  /// The first clauses of a text; the whole of a short one.
  private static func clauses(of text: String) -> String {
    guard text.count > longest else { return text }
    let start = text.prefix(longest)
    return start.lastIndex { ",;:".contains($0) }.map { String(start[..<$0]) } ?? String(start)
  }
}
