import Dispatch
package import HeanCore

/// Requests to one server over HTTP/1.1.
///
/// All work runs on one queue that never blocks, so a deadline always ends its exchange, whatever the server does.
/// Reads reuse connections; a request that changes something gets a new connection and is never sent twice.
package actor HTTPClient: HTTPSending {
  private let executor = SerialQueue("hean.http")
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  private let address: ServerAddress
  private let options: ConnectOptions
  private let maximumBodyBytes: Int
  private var idle: [HTTPConnection] = []
  /// An array, because there are only a few at a time. A dictionary would slow down each start of the program: Swift
  /// would search all its conformances for `Hashable` of the key type.
  private var exchanges: [(id: Int, exchange: HTTPExchange)] = []
  private var lastExchange = 0
  /// Body bytes of all answers that are being received. They share one limit, so that thirty endless answers take no
  /// more memory than three of the longest that are accepted.
  private var bodyBytes = 0

  private static let maximumIdle = 32
  private static let readSize = 64 << 10

  /// - Returns: `nil` when the configuration's URL names no server.
  package init?(_ configuration: TransportConfiguration) {
    guard let address = ServerAddress(configuration.baseURL) else { return nil }
    self.address = address
    options = configuration.connection
    maximumBodyBytes = configuration.maximumBodyBytes
  }

  package func send(
    _ request: HTTPRequest, within limit: Duration, of allowed: Duration
  ) async throws(TransportError) -> HTTPAnswer {
    guard !Task.isCancelled else { throw .connectionLost(reason: "interrupted", sent: false) }
    lastExchange += 1
    let id = lastExchange
    let exchange = HTTPExchange(within: limit, allowed: allowed)
    exchanges.append((id, exchange))
    let alarm = DispatchWorkItem { [weak self] in self?.assumeIsolated { $0.end(id, .expired) } }
    executor.queue.asyncAfter(deadline: .now() + max(0.001, limit.seconds), execute: alarm)
    let result = await withTaskCancellationHandler {
      await carryOut(request, exchange)
    } onCancel: {
      executor.queue.async { [weak self] in self?.assumeIsolated { $0.end(id, .cancelled) } }
    }
    alarm.cancel()
    exchanges.removeAll { $0.id == id }
    bodyBytes -= exchange.bodyBytes
    return try result.get()
  }

  private func end(_ id: Int, _ why: HTTPExchange.Ending) {
    exchanges.first { $0.id == id }?.exchange.end(why)
  }

  private func carryOut(_ request: HTTPRequest, _ exchange: HTTPExchange) async -> Result<HTTPAnswer, TransportError> {
    guard let bytes = request.encoded(host: address.hostHeader) else {
      return .failure(
        .refusedLocally(
          reason: "the request to \(address.host) would hold control characters",
          nextStep: "check the API key and the names in the command"))
    }
    do throws(TransportError) {
      if request.isRead, let used = takeIdle() {
        do throws(Unanswered) {
          return try await perform(request, bytes, on: used, exchange)
        } catch {
          // The server closed the connection before it answered. A read may be sent again.
        }
      }
      let connection = try await open(exchange)
      do throws(Unanswered) {
        return try await perform(request, bytes, on: connection, exchange)
      } catch {
        return .failure(.connectionLost(reason: error.reason, sent: exchange.sentBytes > 0))
      }
    } catch {
      return .failure(error)
    }
  }

  /// The connection ended before the first byte of an answer.
  private struct Unanswered: Error { var reason: String }

  private func takeIdle() -> HTTPConnection? {
    while let connection = idle.popLast() {
      if connection.isQuiet() { return connection }
      connection.drop()
    }
    return nil
  }

  private func open(_ exchange: HTTPExchange) async throws(TransportError) -> HTTPConnection {
    let connection: HTTPConnection
    do throws(ConnectError) {
      connection = try await connect(exchange)
    } catch {
      throw exchange.problem() ?? TransportError(error)
    }
    exchange.use(connection)
    if let problem = exchange.problem() {
      connection.drop()
      throw problem
    }
    return connection
  }

  private func connect(_ exchange: HTTPExchange) async throws(ConnectError) -> HTTPConnection {
    // A numeric address needs no name lookup, and so no thread that waits for one.
    if !options.needsCurl(address), let stream = try SocketStream.begin(address: address.host, port: address.port) {
      let connection = HTTPConnection(stream, on: executor.queue)
      exchange.use(connection)
      if !stream.isWritable { await untilWritable(connection) }
      guard !connection.isGone else { throw .unreachable(reason: "given up") }
      if let problem = stream.connectProblem() {
        connection.drop()
        throw .unreachable(reason: problem)
      }
      return connection
    }
    let opening = StreamOpening()
    exchange.waitFor(opening)
    defer { exchange.waitFor(nil) }
    let opened = try await opening.run(address, options, within: exchange.remaining).get()
    return HTTPConnection(try opened.take(), on: executor.queue)
  }

  private func perform(
    _ request: HTTPRequest, _ bytes: [UInt8], on connection: HTTPConnection, _ exchange: HTTPExchange
  ) async throws(Unanswered) -> Result<HTTPAnswer, TransportError> {
    exchange.use(connection)
    var machine = HTTPResponseMachine(method: request.method, maximumBody: maximumBodyBytes)
    var answer = HTTPAnswer(status: 0, fields: [:], body: Data())
    let writeProblem = await write(bytes, to: connection, exchange)
    while true {
      if let problem = exchange.problem() { return .failure(problem) }
      switch connection.stream.read(atMost: Self.readSize) {
      case .wouldBlock:
        // The request was not sent completely, and no answer has come: none will come any more.
        if let writeProblem {
          connection.drop()
          return .failure(.connectionLost(reason: writeProblem, sent: exchange.sentBytes > 0))
        }
        await untilReadable(connection)
        continue
      case .done(let more): machine.append(more)
      case .closed:
        connection.drop()
        guard machine.hasBegun else { throw Unanswered(reason: writeProblem ?? closedByPeer) }
        if let result = take(machine.end(closedByPeer), &answer, connection, exchange) { return result }
      case .ended(let reason):
        connection.drop()
        guard machine.hasBegun else { throw Unanswered(reason: writeProblem ?? reason) }
        // The connection failed. This is never the proper end of a body: a part of it may be missing.
        return .failure(.connectionLost(reason: reason, sent: exchange.sentBytes > 0))
      }
      while let action = machine.next() {
        if let result = take(action, &answer, connection, exchange) { return result }
      }
      // Lets other exchanges and the deadline's timer run, however fast this server sends.
      await Task.yield()
    }
  }

  /// - Returns: how the exchange ended, if this was its last action.
  private func take(
    _ action: HTTPResponseMachine.Action?, _ answer: inout HTTPAnswer, _ connection: HTTPConnection,
    _ exchange: HTTPExchange
  ) -> Result<HTTPAnswer, TransportError>? {
    switch action {
    case nil: return nil
    case .head(let head):
      answer.status = head.status
      answer.fields = head.fields
      // Reserves room for the whole body, because growing would copy it. Reserved room that stays unused takes no
      // memory.
      let announced = head.fields["content-length"].flatMap { Int($0) } ?? 0
      answer.body.reserveCapacity(min(announced, maximumBodyBytes))
      return nil
    case .body(let part):
      exchange.bodyBytes += part.count
      bodyBytes += part.count
      // Divided, because a limit may be as large as a number can be.
      guard exchange.bodyBytes <= maximumBodyBytes, bodyBytes / 3 <= maximumBodyBytes else {
        return fail(.tooLarge, connection, exchange)
      }
      answer.body.append(contentsOf: part)
      return nil
    case .finished(let isReusable):
      if isReusable, !connection.isGone, idle.count < Self.maximumIdle {
        idle.append(connection)
      } else {
        connection.drop()
      }
      return .success(answer)
    case .failed(let failure): return fail(failure, connection, exchange)
    }
  }

  private func fail(_ failure: HTTPResponseMachine.Failure, _ connection: HTTPConnection, _ exchange: HTTPExchange)
    -> Result<HTTPAnswer, TransportError>
  {
    connection.drop()
    switch failure {
    case .malformed(let reason): return .failure(.malformed(reason: reason))
    case .tooLarge: return .failure(.bodyTooLarge(limit: maximumBodyBytes))
    case .cut(let reason): return .failure(.connectionLost(reason: reason, sent: exchange.sentBytes > 0))
    }
  }

  /// - Returns: why the bytes could not all be sent; otherwise `nil`. An answer may have come in both cases.
  private func write(_ bytes: [UInt8], to connection: HTTPConnection, _ exchange: HTTPExchange) async -> String? {
    var rest = bytes[...]
    while !rest.isEmpty, exchange.problem() == nil {
      switch connection.stream.write(rest) {
      case .done(let count):
        exchange.sentBytes += count
        rest = rest.dropFirst(count)
      case .wouldBlock: await untilWritable(connection)
      case .closed: return closedByPeer
      case .ended(let reason): return reason
      }
    }
    return nil
  }

  private func untilReadable(_ connection: HTTPConnection) async {
    await withCheckedContinuation { waiting in connection.whenReadable { waiting.resume() } }
  }

  private func untilWritable(_ connection: HTTPConnection) async {
    await withCheckedContinuation { waiting in connection.whenWritable { waiting.resume() } }
  }
}
