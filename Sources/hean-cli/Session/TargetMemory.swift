import HeanCore

extension EngineTarget {
  /// The memory of this engine; `nil` where there is no state directory.
  func memory(in context: Context) -> EngineMemoryFile? {
    guard let folder = try? UserDirectories(environment: context.environment).state() else { return nil }
    return EngineMemoryFile(path: "\(folder)/engines/\(memoryName).json", clock: context.now)
  }

  /// A name for the file: readable, and different for each profile, address and practice world.
  var memoryName: String { name(of: profile) }

  /// The same for every profile and spelling of one address: what two consoles must not do at once depends on the engine alone.
  var addressName: String { name(of: nil) }

  private func name(of profile: String?) -> String {
    let address: String
    let readable: String
    switch self.address {
    case .network(let url):
      let host = url.host(percentEncoded: false)
      let isThisMachine = profile == nil && ["localhost", "::1"].contains(host?.lowercased())
      let written =
        isThisMachine
        ? url.absoluteString.replacing(host ?? "", with: "127.0.0.1", maxReplacements: 1) : url.absoluteString
      // Every server has a loopback of its own.
      address = written + (ssh.map { " ssh \($0.text)" } ?? "")
      readable = [isThisMachine ? "127.0.0.1" : host, url.port.map { "\($0)" }].compactMap(\.self).joined(
        separator: "-")
    case .practice(let choice):
      address = "practice " + ((try? choice.configuration()).map(PracticeWorld.name) ?? choice.scenario.value)
      readable = "practice"
    }
    let safe = readable.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_" }
    let mark = String("\(profile ?? "") \(address)".utf8.fnv1a, radix: 16)
    return "\(String(safe).prefix(60))-\(mark)"
  }
}
