import HeanCore
package import HeanNetworking

/// What carries requests and events between the console and an engine: its own clients, or those that a program brings
/// along.
package struct Carriers: Sendable {
  /// Makes what sends requests; `nil` is the console's own client.
  package var sender: (@Sendable (TransportConfiguration) -> any HTTPSending)?
  /// Opens WebSockets; `nil` is the console's own client.
  package var socket: WebSocketOpening?

  package init(
    sender: (@Sendable (TransportConfiguration) -> any HTTPSending)? = nil, socket: WebSocketOpening? = nil
  ) {
    self.sender = sender
    self.socket = socket
  }

  /// What `HEAN_HTTP` chooses.
  func sender(_ environment: [String: String]) throws(Failure) -> (
    @Sendable (TransportConfiguration) -> any HTTPSending
  )? {
    let variable = Settings.httpVariable.name
    switch environment[variable] ?? "" {
    case "", "auto": return sender
    case "urlsession":
      guard let sender else { throw Self.otherProgram(variable) }
      return sender
    case let name: throw Failure(.configuration, "\(variable) cannot be '\(name)'", nextStep: "set it to auto")
    }
  }

  /// What `HEAN_WEBSOCKET` chooses.
  func choose(_ environment: [String: String], for options: inout WebSocketOptions) throws(Failure) {
    let variable = Settings.websocketVariable.name
    let name = environment[variable] ?? ""
    if name == "urlsession", socket == nil { throw Self.otherProgram(variable) }
    let word = ["", "urlsession"].contains(name) ? "auto" : name
    guard let kind = WebSocketOptions.Kind(rawValue: word) else {
      let known = WebSocketOptions.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(.configuration, "\(variable) cannot be '\(name)'", nextStep: "set it to one of \(known)")
    }
    options.kind = kind
    options.opening = kind == .auto ? socket : nil
  }

  private static func otherProgram(_ variable: String) -> Failure {
    Failure(
      .configuration, "\(variable)=urlsession: hean has clients of its own and no URLSession in it",
      nextStep: "leave \(variable) out, or run hean-urlsession, which is the same console over URLSession")
  }
}
