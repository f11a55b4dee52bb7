/// A fault of the practice engine's WebSockets that a user can cause.
public enum PracticeFault: String, CaseIterable, Sendable {
  case drop
  case halfOpen = "half-open"
  case zombie, slow, reorder, duplicate, nan, large, restart, refuse, accept

  /// One line that tells users what it does.
  public var summary: String {
    switch self {
    case .drop: "every connection ends without a close frame"
    case .halfOpen: "connections stay open; nothing is read or sent on them any more, not even a pong"
    case .zombie: "connections still answer pings and subscriptions, but never get an event again"
    case .slow: "each of the next fifty frames comes 20 ms late"
    case .reorder: "the next fifty frames are swapped in pairs"
    case .duplicate: "each of the next fifty frames comes twice"
    case .nan: "one frame carries NaN where a number should be"
    case .large: "one frame of 240 kB"
    case .restart: "the process restarts: close code 1012, and event numbers begin at 1"
    case .refuse: "new sockets are refused with HTTP 404, as by a proxy that does not know them"
    case .accept: "new sockets are accepted again"
    }
  }
}
