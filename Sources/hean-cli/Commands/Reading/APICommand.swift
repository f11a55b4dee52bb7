import HeanCore

/// `hean api`: any answer of the engine, as it comes.
struct APICommand: Command {
  static let effect = CommandEffect.reads
  static var documents: [OutputDocument] {
    [OutputDocument(.console, "api", APIAnswer.fields, .object, source: .never)]
  }
  private static let description = "/openapi.json"
  static let request = Operand(
    "REQUEST", each: .text(), help: "a path such as /api/v1/engine/status, with or without GET before it")
  static let query = Option(
    "query", "NAME=VALUE", each: .text(pattern: "^[^=]+="), help: "a pair of the query, encoded by hean; repeatable")
  static let spec = CommandSpec(
    name: "api", summary: "Read any endpoint of the engine, as it answers",
    discussion: """
      Sends one GET with the key, the deadline and the retries of every other read, and writes the body: indented on a \
      terminal, its very bytes in a pipe. Nothing else is sent: what changes the engine has commands of its own, which ask \
      first and look afterwards. Most paths begin with /api/v1; /openapi.json lists them all.

      A status of 400 or more ends with the exit code of that failure and tells it on standard error; the body is still on \
      standard output. A 200 whose body reports a failure is a 200. With --json the body stands in a document, beside the \
      status.
      """,
    examples: [
      Example("hean api /api/v1/telemetry/ping", "one answer"),
      Example("hean api GET /api/v1/orders --query status=open | jq .", "with a query, in a pipe"),
      Example("hean api /openapi.json | jq -r '.paths | keys[]'", "what can be read"),
    ],
    options: [query], operands: [request])

  var path: APIPath

  init(_ line: ParsedLine) throws(UsageError) {
    var words = try line[Self.request]
    if let method = words.first, Self.methods.contains(method.uppercased()) {
      words.removeFirst()
      guard method.uppercased() == "GET" else { throw Self.refusal(of: method, words.first) }
    }
    guard let word = words.first else { throw .missingOperand("a path such as /api/v1/engine/status", path: line.path) }
    guard words.count == 1 else {
      throw .unexpectedOperand(words[1], index: line.argv.firstIndex(of: words[1]) ?? 0, path: line.path)
    }
    path = try APIPath(word, pairs: try line[Self.query])
    guard !line[GlobalOptions.redact] else {
      throw .contradiction(
        "--redact cannot tell the amounts in an answer that hean does not read",
        nextStep: "leave it out, or take the command that shows the same: \(.help(on: []))")
    }
  }

  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
  ]

  private static func refusal(of method: String, _ path: String?) -> UsageError {
    let bare = path.map { String($0.prefix { $0 != "?" }) } ?? ""
    let words = "this command only reads: \(visible(method)) is not sent"
    guard let name = OperationName.called(at: bare) else {
      return .contradiction(words, nextStep: "what changes the engine has commands of its own: \(.help(on: []))")
    }
    return .contradiction(words, nextStep: "the command for this change: \(.operation(name))")
  }

  func run(_ session: Session) async throws -> Output {
    let request = RESTRequest(.get, path.target)
    let response = try await session.target.withTransport(
      in: session.context, following: [], readDeadline: session.context.realTime(session.target.deadline)
    ) { transport, _ in try await transport.send(request) }
    var failure = EngineError(response, at: path.path).map { session.failure($0) }
    if let verb = OperationName.called(at: path.path), failure != nil {
      failure?.nextStep = "this path changes the engine; the command for that: \(.operation(verb))"
    } else if response.status == 404 {
      failure?.nextStep = "see which paths there are: \(.command(.api, Self.description))"
    }
    guard session.output.format == .table else {
      var report = session.localReport("api")
      report.payload = .object(APIAnswer.fields, APIAnswer(path: path.target, response: response))
      report.failure = failure
      return .report(report)
    }
    try write(response.body, session)
    if let failure { throw failure }
    return .ended(.ok)
  }

  private func write(_ body: Data, _ session: Session) throws {
    let output = session.context.output
    guard output.isTerminal else { return try output.writeBytes(Array(body)) }
    if let document = try? JSONValue(reading: body) {
      var text = JSONText(pretty: true)
      text.write(document)
      return try output.write(text.string + "\n")
    }
    guard let text = String(validating: body, as: UTF8.self) else {
      return session.warn(
        "\(body.count) bytes that are no text are not written to a terminal: send them to a file (> FILE)")
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      try output.write(sanitized(String(line)) + "\n")
    }
  }
}

/// One answer as it came, for a document.
struct APIAnswer: Sendable {
  var path: String
  var response: RESTResponse

  static let fields: [Field<APIAnswer>] = [
    Field("path", "", "what was asked for, with its query", priority: 0) { $0.path },
    Field("status", "", "of HTTP", priority: 0) { $0.response.status },
    Field("content_type", "", "as the server names it; null when it does not", priority: 0) {
      $0.response.headers["content-type"]
    },
    Field("request_id", "", "the engine's name for this exchange; null without one", priority: 0) {
      $0.response.headers["x-request-id"]
    },
    Field(
      "body", "BODY", "the body, if it is JSON; else null", priority: 1, type: FieldType(.foreign, canBeMissing: true)
    ) { (try? JSONValue(reading: $0.response.body)) ?? .null },
    Field("text", "", "the body, if it is text and no JSON; else null", priority: 0) { answer in
      (try? JSONValue(reading: answer.response.body)) == nil
        ? String(validating: answer.response.body, as: UTF8.self) : nil
    },
  ]
}
