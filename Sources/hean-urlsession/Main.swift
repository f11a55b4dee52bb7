import HeanConsole
import HeanNetworking
import HeanURLSession

/// `hean-urlsession`: the same console, with requests and events over Foundation's URLSession.
@main
struct Main {
  static func main() async {
    await ConsoleProcess.main(
      Carriers(
        sender: { URLSessionSender($0) },
        socket: { (url, options) async throws(WebSocketError) in try await URLSessionEventSocket.open(url, options) }))
  }
}
