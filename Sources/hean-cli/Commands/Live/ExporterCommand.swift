import HeanCore
import HeanPractice

struct ExporterCommand: Command {
  static let effect = CommandEffect.streams
  static let listen = Option(
    "listen", "ADDRESS", .listenAddress, default: ListenAddress(host: "127.0.0.1", port: 9464),
    help: "address and port, as 127.0.0.1:9464, [::1]:9464 or :9464; port 0 takes a free one")
  static let anywhere = Flag(
    "listen-anywhere", help: "let --listen name an address that other machines reach: nobody is asked for a password")
  static let interval = Option(
    "min-interval", "TIME", .span(atLeast: .seconds(5), atMost: .seconds(300)), default: .seconds(5),
    help: "how long an answer is kept before an engine is asked again")
  static let spec = CommandSpec(
    name: "exporter", summary: "Serve metrics for Prometheus until interrupted",
    discussion: """
      /metrics has the metrics of the engine of this run, /probe?target=PROFILE those of the engine of a profile: one \
      exporter serves all of them. The names begin with hean_; times are in seconds, amounts in USDT, drawdowns are ratios. \
      What is not known is not there, and is never 0. Amounts have the label mode, so that practice and real money never \
      mix. A dead engine is hean_up 0 with the reason, and status 200.

      However many scrape, an engine is looked at once in --min-interval, by one look at a time, and each of its limits is \
      kept. A look ends after 5 seconds; a scrape ends within the time that Prometheus tells. It sends nothing but reads.

      It listens on loopback. Metrics tell amounts and stops, and there is no password: for other machines put a proxy with \
      TLS and a password in front of it, or say --listen-anywhere. Rules, a dashboard and configurations for Prometheus and \
      Alertmanager are in the folder Monitoring of the source.
      """,
    examples: [
      Example("hean -p main exporter", "on http://127.0.0.1:9464/metrics"),
      Example("hean --practice exporter --listen :0", "try it on the practice engine, on a free port"),
      Example("curl -s 'http://127.0.0.1:9464/probe?target=main'", "one of many engines"),
    ],
    options: [listen, anywhere, interval])

  var address: ListenAddress
  var interval: Duration

  init(_ line: ParsedLine) throws(UsageError) {
    address = try line[Self.listen]
    interval = try line[Self.interval]
    guard address.isLoopback || line[Self.anywhere] else {
      throw .contradiction(
        "\(address.text) can be reached by other machines, and nobody is asked for a password",
        nextStep: "listen on 127.0.0.1 behind a proxy that asks for one, or add --\(Self.anywhere.name)")
    }
  }

  func run(_ session: Session) async throws -> Output {
    try await ExporterRun(session: session, address: address, interval: interval).run()
  }
}

extension ValueType where Value == ListenAddress {
  /// An address of this machine with a port.
  static var listenAddress: ValueType {
    ValueType(
      shape: ValueShape(),
      read: { (typed) throws(UsageError) in
        guard let address = ListenAddress(typed.text) else {
          throw typed.invalid(expected: "an address and a port, such as 127.0.0.1:9464 or [::1]:9464")
        }
        return address
      }, text: { $0.text })
  }
}
