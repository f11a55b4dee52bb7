import HeanCore

/// Looks at the exchange of a profile beside looks at its engine, with connections and rights of the key kept between
/// them. A look that fails is not tried again for a while, so that an exchange that hangs delays one look and no more.
actor ExchangeLooks: ExchangeWitness {
  private let target: Result<ExchangeTarget, Failure>
  private let context: Context
  private var transport: (any ExchangeTransport)?
  private var rights: (known: ExchangeKeyRights, at: Duration)?
  private var last: ExchangeLook?
  private var failedAt: Duration?
  private var underWay: Task<Void, Never>?

  /// How long a failure holds.
  private static let pause = Duration.seconds(10)
  /// How long a caller that does not wait waits for the first look.
  private static let moment = Duration.milliseconds(400)
  /// How long it is not asked again what the key may do.
  private static let rightsHold = Duration.seconds(600)

  init(_ target: Result<ExchangeTarget, Failure>, in context: Context) {
    self.target = target
    self.context = context
  }

  func look(within limit: Duration?) async -> ExchangeLook {
    if isPausing, let last { return last }
    let look = await asked(within: limit)
    // Looks run beside each other, and one that began earlier may end later.
    if last.map({ $0.at <= look.at }) ?? true { last = look }
    return look
  }

  func latest() async -> ExchangeLook? {
    if underWay == nil, !isPausing {
      underWay = Task {
        _ = await look(within: nil)
        underWay = nil
      }
    }
    // Before the first one has ended there is nothing to show, and it is worth a moment.
    if last == nil, let underWay {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await underWay.value }
        group.addTask { try? await Task.sleep(for: Self.moment) }
        await group.next()
        group.cancelAll()
      }
    }
    return last
  }

  private var isPausing: Bool { failedAt.map { context.elapsed() - $0 < Self.pause } ?? false }

  private func asked(within limit: Duration?) async -> ExchangeLook {
    let begun = context.now()
    do {
      let target = try target.get()
      let transport = try transport ?? target.transport(in: context)
      self.transport = transport
      let connection = target.connection(by: transport, within: limit, in: context)
      let reader = connection.reader
      if let rights, context.elapsed() - rights.at < Self.rightsHold {
        await reader.admit(rights.known)
      } else {
        rights = (try await reader.keyRights(), context.elapsed())
      }
      async let positions = Self.seen(connection.url) { () throws(ExchangeError) in
        try await reader.positions(withFunding: false)
      }
      async let orders = Self.seen(connection.url) { () throws(ExchangeError) in try await reader.orders() }
      let (held, resting) = await (positions, orders)
      // Each answer of a practice exchange says that it is one.
      let mode = await reader.isPractice ? .practiceExchange : connection.mode
      let look = ExchangeLook(positions: held, orders: resting, mode: mode, at: begun)
      note(look)
      return look
    } catch {
      forget()
      let failure =
        (error as? ExchangeError).map { Failure(exchange: $0, url: sourceURL) } ?? Failure(error, url: sourceURL)
      return ExchangeLook(unseen: ExchangeUnseen(failure.message), mode: .unknown, at: begun)
    }
  }

  private var sourceURL: String { (try? target.get().sourceURL) ?? "the exchange" }

  private func note(_ look: ExchangeLook) {
    if case .failure = look.positions { return forget() }
    if case .failure = look.orders { return forget() }
    failedAt = nil
  }

  /// After a failure the key is read again, which may be another one by then.
  private func forget() {
    failedAt = context.elapsed()
    (transport, rights) = (nil, nil)
  }

  private static func seen<Rows: Sendable>(
    _ url: String, _ read: @Sendable () async throws(ExchangeError) -> Rows
  ) async -> Result<Rows, ExchangeUnseen> {
    do throws(ExchangeError) {
      return .success(try await read())
    } catch {
      return .failure(ExchangeUnseen(Failure(exchange: error, url: url).message))
    }
  }
}

extension EngineTarget {
  /// What looks at the exchange of the profile; `nil` where it names none.
  func witness(in context: Context) -> (any ExchangeWitness)? { exchange.map { ExchangeLooks($0, in: context) } }
}
