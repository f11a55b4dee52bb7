import HeanCore

/// Where a server listens: a numeric address of this machine, and a port.
package struct ListenAddress: Sendable, Equatable {
  /// Without brackets, as `127.0.0.1` or `::1`.
  package var host: String
  /// 0 takes a free one.
  package var port: UInt16

  package static func loopback(port: UInt16) -> ListenAddress { ListenAddress(host: "127.0.0.1", port: port) }

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads `127.0.0.1:9464`, `[::1]:9464` or `:9464`, which is that port on 127.0.0.1; `nil` for anything else. Whether the
  /// host is an address is found out when it is used.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      text[text.index(after: colon)...].utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("[") {
      guard host.hasSuffix("]") else { return nil }
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    let isAddress = host.utf8.allSatisfy { byte in
      (48...58).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte) || byte == 46
    }
    guard isAddress else { return nil }
    self.init(host: host.isEmpty ? "127.0.0.1" : String(host), port: port)
  }

  /// Whether only programs of this machine reach it.
  package var isLoopback: Bool { LoopbackHost.contains(host) }

  /// As in a URL: `127.0.0.1:9464`, `[::1]:9464`.
  package var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}

/// A port cannot be listened on, e.g. because another program does.
public struct ListenFailure: Error, Sendable, Equatable {
  public enum Cause: Sendable {
    case inUse, notPermitted
    /// The host is no address of this machine.
    case noAddress
    /// The process may not open as many files as a server needs.
    case fewFiles
    case other
  }

  public var port: UInt16
  public var cause: Cause
  /// The system's text for the error.
  public var reason: String
}
