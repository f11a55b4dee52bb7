/// How much one client may take: the practice engine is for a few consoles on one machine.
struct ServerLimits: Sendable {
  /// From the first byte of a request to the end of its head.
  var head: Duration = .seconds(10)
  /// From there to the end of its body.
  var body: Duration = .seconds(30)
  /// Between two requests.
  var idle: Duration = .seconds(60)
  /// How long a client may take nothing of what it is sent.
  var stall: Duration = .seconds(5)
  var connections = 256
  /// A full server ends who has been silent for so long before it turns a newcomer away.
  var patience: Duration = .seconds(1)
  /// Bytes of events that wait for one socket; beyond, its client counts as one that does not read.
  var backlog = 2 << 20
}
