/// Limits for the clients of a server that has few of them.
package struct ServerLimits: Sendable {
  /// Time from the first byte of a request to the end of its head.
  package var head: Duration = .seconds(10)
  /// Time from the end of the head to the end of the body.
  package var body: Duration = .seconds(30)
  /// Time between two requests.
  package var idle: Duration = .seconds(60)
  /// How long a client may take no byte of what is sent to it.
  package var stall: Duration = .seconds(5)
  package var connections = 256
  /// A full server closes a connection that has been silent for this long before it refuses a new one.
  package var patience: Duration = .seconds(1)
  /// Bytes of events that may wait for one WebSocket; above this, its client counts as one that does not read.
  package var backlog = 2 << 20

  package init() {}
}
