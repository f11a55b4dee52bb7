import HeanConsole

/// `hean`: the console with its own HTTP and WebSocket clients.
@main
struct Main {
  static func main() async { await ConsoleProcess.main() }
}
