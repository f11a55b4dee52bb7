import HeanCore

/// Schemas of whole documents: the frame, and the rows in it.
extension FieldSchema {
  /// - Parameters:
  ///   - source: whether the document names an engine, where it does not say so itself.
  ///   - money: fields of the verdict on money.
  ///   - sums: fields of a sum over several engines.
  func document(
    _ document: OutputDocument, source: OutputDocument.Source, money: [FieldDescription], sums: [FieldDescription] = []
  ) -> JSONValue {
    var frame = Report.frame.described().map { field in
      guard field.name == "schema" else { return field }
      var field = field
      field.type = FieldType(.words([document.schema]))
      return field
    }
    let label = FieldDescription("source", "the engine it is about", FieldType(.object(SourceLabel.fields.described())))
    switch document.source ?? source {
    case .always: frame.append(label)
    case .sometimes: frame.append(label.sometimes)
    case .never: break
    }
    if document.hasMoney {
      frame.append(FieldDescription("money", "the verdict on money", FieldType(.object(money))))
    }
    if document.hasSums {
      frame.append(FieldDescription("sums", "over the engines of one mode", FieldType(.list(FieldType(.object(sums))))))
    }
    let warnings = FieldType(.list(FieldType(.text)))
    frame.append(FieldDescription("warnings", "there when something is missing or doubtful", warnings).sometimes)
    // What is about hean itself holds no amounts, and stays as it is with --redact.
    if isRedacted {
      frame.append(FieldDescription("redacted", "amounts are hidden", FieldType(.truth)).sometimes)
    }
    if document.isKept { frame.append(FieldDescription("offline", "of an earlier look", FieldType(.truth)).sometimes) }
    var members = object(frame)
    if case .object(var properties)? = members["properties"], case .array(let required)? = members["required"] {
      properties["data"] = data(document)
      members["properties"] = .object(properties)
      members["required"] = .array(required + ["data"])
    }
    members["title"] = .string(document.schema)
    return .object(members)
  }

  private func data(_ document: OutputDocument) -> JSONValue {
    let record = FieldType(.object(document.fields), canBeMissing: document.mayLackData)
    let rows = FieldType(.list(FieldType(.object(document.fields))), canBeMissing: document.mayLackData)
    return switch document.shape {
    case .object: schema(record)
    case .list: schema(rows)
    case .either: ["oneOf": [schema(record), schema(rows)]]
    }
  }

  /// One object without a frame.
  func row(_ title: String, _ fields: [FieldDescription]) -> JSONValue {
    var members = object(fields)
    members["title"] = .string(title)
    return .object(members)
  }

  /// A line on standard error: why the run failed, or a note beside the answer.
  var error: JSONValue {
    let failure = FieldType(.object(Failure.description))
    return [
      "title": "hean.error",
      "oneOf": [
        .object(object([FieldDescription("error", "why the run failed", failure)])),
        .object(object([FieldDescription("note", "told beside the answer", FieldType(.text))])),
      ],
    ]
  }
}
