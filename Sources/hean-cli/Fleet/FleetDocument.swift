import HeanCore

/// What a command wrote about each of several engines, as one document: the documents stand in it as they are.
struct FleetDocument: Sendable {
  var outcomes: [EngineOutcome]
  var session: Session

  static let schema = "hean.engines/1"

  /// What an engine has in it, beside its document.
  static let members: [FieldDescription] = [
    FieldDescription("engine", "name of its profile", FieldType(.text)),
    FieldDescription("source", "the engine itself", FieldType(.object(SourceLabel.fields.described()))),
    FieldDescription("ok", "whether it ended with exit code 0", FieldType(.truth)),
    FieldDescription(
      "exit_code", "as of the same command about this engine alone", FieldType(.integer, unit: .unitless)),
    FieldDescription(
      "document", "what the command writes about one engine; null without an answer", FieldType(.foreign)),
    FieldDescription(
      "error", "as on standard error; null where nothing failed",
      FieldType(.object(Failure.description), canBeMissing: true)),
    FieldDescription("notes", "what it told beside its answer", FieldType(.list(FieldType(.text)))).sometimes,
  ]

  static let frame: [FieldDescription] = [
    FieldDescription(
      "schema", "its number grows when a field changes its meaning or goes", FieldType(.words([schema]))),
    FieldDescription("as_of", "when the last answer arrived", FieldType(.moment)),
    FieldDescription("engines", "in the order in which they were named", FieldType(.list(FieldType(.object(members))))),
    FieldDescription(
      "sums", "over the engines of one mode, of amounts of documents about one record",
      FieldType(.list(FieldType(.object(FleetSum.fields.described()))))),
  ]

  /// The report that writes it.
  func report(_ code: ExitCode) -> Report {
    var report = session.localReport("engines")
    report.exit = code
    let asOf = report.asOf.json
    let sums = session.output.redaction == nil ? FleetSum.json(FleetSum.all(outcomes)) : []
    var text =
      #"{"as_of":\#(JSONText.compact(asOf)),"engines":["# + outcomes.map(Self.entry).joined(separator: ",")
      + #"],"schema":"\#(Self.schema)","sums":\#(JSONText.compact(sums))}"#
    if session.output.isTerminal, let value = try? JSONValue(reading: Data(text.utf8)) {
      var pretty = JSONText(pretty: true)
      pretty.write(value)
      text = pretty.string
    }
    report.instead = Data((text + "\n").utf8)
    return report
  }

  /// One engine, as a line. What the command wrote is put in as it is: it can be large.
  static func entry(_ outcome: EngineOutcome) -> String {
    var error: JSONValue = .null
    var notes: [JSONValue] = []
    for line in outcome.errors.split(separator: "\n") {
      switch ToldLine(line) {
      case .error(let failure): error = failure
      case .text(let text), .note(let text): notes.append(.string(text))
      case nil: break
      }
    }
    let row = outcome.row
    var written = outcome.output[...]
    while written.last?.isNewline == true { written.removeLast() }
    let isJSON = written.hasPrefix("{") || written.hasPrefix("[")
    let document = written.isEmpty ? "null" : isJSON ? String(written) : JSONText.compact(.string(String(written)))
    let told = notes.isEmpty ? "" : #","notes":"# + JSONText.compact(.array(notes))
    return #"{"document":\#(document),"engine":\#(JSONText.compact(.string(row.engine))),"#
      + #""error":\#(JSONText.compact(error)),"exit_code":\#(row.exit.rawValue)\#(told),"#
      + #""ok":\#(row.exit == .ok),"source":\#(JSONText.compact(row.source.json))}"#
  }
}

extension FleetSum {
  /// Of what commands wrote about one record each.
  static func all(_ outcomes: [EngineOutcome]) -> [FleetSum] {
    all(
      outcomes.filter { !$0.figures.isEmpty }.map { ($0.row.identity, $0.row.mode, $0.figures) })
  }
}
