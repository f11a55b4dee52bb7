import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Zones by name from a folder of its own, and what `TZ` means.
struct ZoneDatabaseTests {
  /// Two names for one offset of two hours; a file that is no zone.
  private static func folder() throws -> String {
    let folder = Console.freshHome() + "/zoneinfo"
    try FileManager.default.createDirectory(atPath: folder + "/Land", withIntermediateDirectories: true)
    var bytes = Array("TZif".utf8) + Array(repeating: 0, count: 16) + Array(repeating: 0, count: 16)
    bytes += [0, 0, 0, 1, 0, 0, 0, 1] + [0, 0, 0x1C, 0x20, 0, 0, 0]
    try Data(bytes).write(to: URL(filePath: folder + "/Land/Town"))
    try Data("no zone".utf8).write(to: URL(filePath: folder + "/tab"))
    return folder
  }

  @Test func `a name is one of the database, whole`() throws {
    let folder = try Self.folder()
    let zones = ZoneDatabase(environment: ["TZDIR": folder])
    #expect(zones.zone(named: "Land/Town")?.offset(at: Console.now) == 7200 && zones.isThere)
    for name in [
      "", "land/town", "Land", "tab", "../zoneinfo/Land/Town", "Land//Town", "/etc/localtime", "posix/Land/Town", ".",
    ] {
      #expect(zones.zone(named: name) == nil, "\(name)")
    }
    #expect(zones.near("LAND/town") == "Land/Town" && zones.near("Land/Village") == nil)
  }

  @Test(arguments: [
    ("Land/Town", 7200, true), (":Land/Town", 7200, true), ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, true), ("", 0, true),
    (":", 0, true), ("UTC-2", 7200, true), ("Nowhere/Land", 0, false), ("/dev/zero", 0, false),
    ("EST5EDT4,nonsense", 0, false),
    (":CET-1", 0, false),
  ])
  func `the zone of the machine is what TZ says, or it is said`(text: String, offset: Int, isKnown: Bool) throws {
    let found = ZoneDatabase(environment: ["TZDIR": try Self.folder(), "TZ": text]).local()
    #expect(found.zone.offset(at: Console.now) == offset && (found.problem == nil) == isKnown, "\(found)")
  }
}
