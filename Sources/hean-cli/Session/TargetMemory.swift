import HeanCore

extension EngineTarget {
  /// The memory of this engine; `nil` where there is no state directory.
  func memory(in context: Context) -> EngineMemoryFile? {
    guard let folder = try? UserDirectories(environment: context.environment).state() else { return nil }
    return EngineMemoryFile(path: "\(folder)/engines/\(memoryName).json", clock: context.now)
  }

  /// A name for the file: readable, and different for each profile, address and practice world.
  var memoryName: String {
    let address: String
    let readable: String
    switch self.address {
    case .network(let url):
      address = url.absoluteString
      readable = [url.host(percentEncoded: false), url.port.map { "\($0)" }].compactMap(\.self).joined(separator: "-")
    case .practice(let choice):
      address = "practice " + ((try? choice.configuration()).map(PracticeWorld.name) ?? choice.scenario.value)
      readable = "practice"
    }
    let safe = readable.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_" }
    let mark = String("\(profile ?? "") \(address)".utf8.fnv1a, radix: 16)
    return "\(String(safe).prefix(60))-\(mark)"
  }
}
