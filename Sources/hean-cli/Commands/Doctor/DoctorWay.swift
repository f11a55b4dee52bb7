import HeanCore
import HeanNetworking

/// Proxy, name, connection and TLS: what comes before the first request.
struct DoctorWay: Sendable {
  let session: Session
  /// Of each check.
  let limit: Duration

  /// Whether it is the practice engine of this process.
  let isPractice: Bool

  /// Fewer days than this are a warning: time enough to renew a certificate by hand.
  private static let fewDays = 14

  func findings() async -> [DoctorFinding] {
    guard case .network(let url) = session.target.address,
      let probe = ConnectionProbe(
        session.target.tunnel?.url ?? url, session.target.connectOptions(session.context.environment))
    else {
      let failure = Failure(.configuration, "the URL \(session.sourceURL) names no server", nextStep: "check --url")
      return [DoctorFinding(.name, failed: failure)]
    }
    return probe.isProxied ? await throughProxy(probe) : await direct(probe)
  }

  private func direct(_ probe: ConnectionProbe) async -> [DoctorFinding] {
    let place = isPractice ? "the practice engine in this process" : "\(probe.host) port \(probe.port)"
    var found = [
      DoctorFinding(.proxy, .ok, way(probe))
    ]
    let (addresses, nameTime) = await timed(.name) { try await probe.addresses() }
    switch addresses {
    case .success(let numbers):
      let words = numbers == [probe.host] ? "an address, so nothing is looked up" : numbers.joined(separator: ", ")
      found.append(DoctorFinding(.name, .ok, "\(probe.host) is \(words), \(nameTime)"))
    case .failure(let error):
      var failure = session.failure(error)
      failure.message = "\(probe.host) is not found: \(Self.reason(error))"
      failure.nextStep = "check the name in --url or the profile, and DNS: getent hosts \(ShellWord.quoted(probe.host))"
      found.append(DoctorFinding(.name, failed: failure))
      let reason = "the name is not found"
      return found + [DoctorFinding(.connection, .skip, reason), DoctorFinding(.tls, .skip, reason)]
    }
    let (connection, time) = await timed(.connection) { try await probe.connect(within: limit) }
    if case .failure(let error) = connection {
      found.append(DoctorFinding(.connection, failed: session.failure(error)))
      return found + [DoctorFinding(.tls, .skip, "there is no connection")]
    }
    found.append(DoctorFinding(.connection, .ok, "\(place), \(time)"))
    guard probe.isSecure else { return found + [withoutTLS(probe)] }
    let (chain, secureTime) = await timed(.tls) { try await probe.open(within: limit) }
    switch chain {
    case .success(let chain): found.append(tls(chain, secureTime))
    case .failure(let error): found.append(DoctorFinding(.tls, failed: withoutHandshake(error, probe)))
    }
    return found
  }

  private func way(_ probe: ConnectionProbe) -> String {
    if let server = session.target.ssh { return "ssh to \(server.text) leads to the engine" }
    return probe.isLoopback ? "none, for an engine on this machine" : "none is named"
  }

  /// The port takes connections: that no TLS came about is another matter than an engine that is gone.
  private func withoutHandshake(_ error: any Error, _ probe: ConnectionProbe) -> Failure {
    var failure = session.failure(error)
    guard case .unreachable(let reason)? = error as? TransportError else { return failure }
    failure.message = "no TLS came about: \(reason)"
    failure.nextStep = "see what listens there; if it speaks plain http, write http://\(probe.host):\(probe.port)"
    return failure
  }

  /// libcurl asks the proxy for a tunnel, and speaks TLS through it, in one step.
  private func throughProxy(_ probe: ConnectionProbe) async -> [DoctorFinding] {
    let name = DoctorFinding(.name, .skip, "the proxy looks it up")
    let variable = proxyVariable(isSecure: probe.isSecure)
    let (chain, time) = await timed(.proxy) { try await probe.open(within: limit) }
    switch chain {
    case .success(let chain):
      return [
        DoctorFinding(.proxy, .ok, "\(variable) is used, unless no_proxy names the host"), name,
        DoctorFinding(.connection, .ok, "\(probe.host) port \(probe.port), \(time)"),
        probe.isSecure ? tls(chain, time) : withoutTLS(probe),
      ]
    case .failure(let error):
      let failure = session.failure(error)
      if case .insecure? = error as? TransportError {
        return [
          DoctorFinding(.proxy, .ok, "\(variable) is used"), name,
          DoctorFinding(.connection, .ok, "\(probe.host) port \(probe.port)"), DoctorFinding(.tls, failed: failure),
        ]
      }
      return [
        DoctorFinding(.proxy, failed: failure), name,
        DoctorFinding(.connection, .skip, "none through the proxy of \(variable)"),
        DoctorFinding(.tls, .skip, "there is no connection"),
      ]
    }
  }

  /// The variable that names the proxy. Its value can hold a password, so it is not shown.
  private func proxyVariable(isSecure: Bool) -> String {
    let names = isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let environment = session.context.environment
    return (names + ["all_proxy", "ALL_PROXY"]).first { environment[$0]?.isEmpty == false } ?? names[0]
  }

  private func withoutTLS(_ probe: ConnectionProbe) -> DoctorFinding {
    guard !probe.isLoopback, session.target.keySource != nil, session.target.allowsKeyOverPlainHTTP else {
      return DoctorFinding(.tls, .skip, "plain http")
    }
    return DoctorFinding(
      .tls, .warn, "plain http: whoever is on the way can read the API key",
      remedy: "put TLS in front of the engine, and write https in the profile")
  }

  private func tls(_ chain: [TLSCertificate], _ time: String) -> DoctorFinding {
    guard let own = chain.first else {
      return DoctorFinding(.tls, .ok, "trusted, \(time); libcurl tells no certificates")
    }
    let count = chain.count == 1 ? "a chain of one" : "a chain of \(chain.count)"
    let words = "trusted, \(count): \(own.subject), by \(own.issuer)"
    let ends = chain.compactMap(\.expires).min()
    guard let ends else { return DoctorFinding(.tls, .ok, "\(words); \(time)") }
    let days = Int((ends.timeIntervalSince(session.context.now()) / 86_400).rounded(.down))
    let left = "\(days) days left, until \(session.timestamp(ends))"
    guard days < Self.fewDays else { return DoctorFinding(.tls, .ok, "\(words); \(left); \(time)") }
    return DoctorFinding(
      .tls, .warn, "\(words); only \(left); \(time)",
      remedy: days < 0
        ? "check this machine's clock: the certificate was taken, and has expired by it" : "renew it before it ends")
  }

  /// The result of a step within the limit, and how long it took.
  private func timed<Value: Sendable>(
    _ check: DoctorCheck, _ body: @escaping @Sendable () async throws -> Value
  ) async -> (Result<Value, any Error>, String) {
    let context = session.context
    let start = context.elapsed()
    let result = await session.check(check, within: limit, body)
    let time = DoctorPace.text(context.elapsed() - start)
    return (result ?? .failure(TransportError.unreachable(reason: "nothing within \(Spans.exact(limit))")), time)
  }

  private static func reason(_ error: any Error) -> String {
    if case .unreachable(let reason)? = error as? TransportError { reason } else { "\(error)" }
  }
}
