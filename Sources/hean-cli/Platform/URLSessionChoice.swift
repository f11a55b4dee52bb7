import HeanNetworking

#if URLSession
  import HeanURLSession
#endif

/// Sends requests through Foundation's URLSession, in builds that contain it. By default they do not, because loading
/// it takes longer than a whole read from an engine on the same machine.
enum URLSessionChoice {
  static func sender(_ configuration: TransportConfiguration, askedBy variable: String) throws -> (any HTTPSending)? {
    #if URLSession
      return URLSessionSender(configuration)
    #else
      throw missing(variable)
    #endif
  }

  static func webSocket(askedBy variable: String) throws -> WebSocketOpening {
    #if URLSession
      return { (url, options) async throws(WebSocketError) in try await FoundationSocket.open(url, options) }
    #else
      throw missing(variable)
    #endif
  }

  #if !URLSession
    private static func missing(_ variable: String) -> Failure {
      Failure(
        .configuration, "\(variable)=urlsession needs a hean that was built with URLSession",
        nextStep: "leave \(variable) out, or build with: swift build -c release --traits URLSession")
    }
  #endif
}
