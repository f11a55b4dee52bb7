import HeanCore

/// Time zones by name, from the tz database of this machine, and the zone of this machine itself.
struct ZoneDatabase: Sendable {
  /// Where the files are.
  let folder: String
  private let environment: [String: String]

  private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"]
  private static let here = "/etc/localtime"

  init(environment: [String: String]) {
    self.environment = environment
    let given = environment["TZDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    folder = given ?? Self.folders.first { (try? FileStatus.of($0))?.kind == .directory } ?? Self.folders[0]
  }

  /// Whether this machine has the database.
  var isThere: Bool { (try? FileStatus.of(folder))?.kind == .directory }

  /// A zone by its name in the database: `Europe/Berlin`.
  /// - Returns: `nil` when there is no such name. `posix/…` and `right/…` are copies of the database, no names.
  func zone(named name: String) -> Zone? {
    guard Self.isName(name) else { return nil }
    return file("\(folder)/\(name)", name)
  }

  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".") && part.utf8.count < 64
        && part.utf8.allSatisfy { isNameByte($0) }
    }
    return isPlain && parts.count <= 3 && !["posix", "right"].contains(parts[0])
      && !["posixrules", "localtime", "Factory"].contains(name)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// A name of the database that differs from this one in upper and lower case only.
  func near(_ name: String) -> String? {
    var found: [String] = []
    for part in name.split(separator: "/") {
      let path = ([folder] + found).joined(separator: "/")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      guard let same = names.first(where: { $0.lowercased() == part.lowercased() }) else { return nil }
      found.append(same)
    }
    let near = found.joined(separator: "/")
    return near != name && zone(named: near) != nil ? near : nil
  }

  /// The zone of this machine: `TZ` as the C library takes it, else `/etc/localtime`.
  /// - Returns: also what is wrong with `TZ`; the zone then is UTC.
  func local() -> (zone: Zone, problem: String?) {
    guard let text = environment["TZ"] else {
      if let zone = file(Self.here, Self.link ?? "local") { return (zone, nil) }
      let isSet = Self.link != nil || FileManager.default.fileExists(atPath: Self.here)
      return (.utc, isSet ? "\(Self.here), the zone of this machine, cannot be read; times are in UTC" : nil)
    }
    let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
    if name.isEmpty { return (.utc, nil) }
    if let zone = name.hasPrefix("/") ? file(name, name) : zone(named: name) { return (zone, nil) }
    if !text.hasPrefix(":"), let zone = Zone(posix: name) { return (zone, nil) }
    let shown = text.printable.prefix(80)
    return (.utc, "TZ is \"\(shown)\", which is no time zone of \(folder) and no rule; times are in UTC")
  }

  /// The name behind `/etc/localtime`, where that is a link into the database.
  private static var link: String? {
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: here),
      let place = target.firstRange(of: "zoneinfo/")
    else { return nil }
    return String(target[place.upperBound...])
  }

  private func file(_ path: String, _ name: String) -> Zone? {
    guard let contents = try? FileContents.read(path, limit: Zone.mostFileBytes) else { return nil }
    return Zone(name: name, file: Array(contents.data))
  }
}
