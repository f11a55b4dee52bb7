import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct ConfigurationStoreTests {
  private let directory: TemporaryDirectory
  private let store: ConfigurationStore

  init() throws {
    directory = try TemporaryDirectory()
    store = ConfigurationStore(
      directories: UserDirectories(environment: ["XDG_CONFIG_HOME": "/config"], root: directory.path))
    try FileManager.default.createDirectory(
      atPath: directory.file("config/hean"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func save(_ file: ConfigurationFile) throws { try store.update { $0 = file } }

  private func failure(_ body: () throws -> Void) -> ConfigurationError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ConfigurationError
    }
  }

  @Test func `no file is an empty configuration`() throws {
    let loaded = try store.load()
    #expect(loaded == LoadedConfiguration(path: directory.file("config/hean/config.json"), file: ConfigurationFile()))
  }

  @Test func `what is saved is loaded, in a private place`() throws {
    let file = ConfigurationFile(current: "main", profiles: ["main": .init(["url": "http://a"])])
    try save(file)
    #expect(try store.load().file == file)
    #expect(try FileStatus.of(directory.file("config/hean")).permissions.description == "0700")
    #expect(try FileStatus.of(directory.file("config/hean/config.json")).permissions.description == "0600")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.file("config/hean")).sorted()
        == ["config.json", "config.json.lock"])
  }

  @Test func `warnings come with the file`() throws {
    try directory.write("{\"x\": 1}", to: "config/hean/config.json", permissions: 0o600)
    #expect(
      try store.load().warnings.map(\.message) == [
        "\(directory.path)/config/hean/config.json:1: unknown key \"x\" has no effect"
      ])
  }

  @Test func `a file that others may write is not trusted`() throws {
    let path = try directory.write("{}", to: "config/hean/config.json", permissions: 0o664)
    let error = failure { _ = try store.load() }
    #expect(error?.message == "\"\(path)\" can be changed by other users (mode 0664), so it is not trusted")
    #expect(error?.nextStep == "chmod 600 \(path)")
    try directory.write("{}", to: "config/hean/config.json", permissions: 0o644)
    #expect(failure { _ = try store.load() } == nil)
  }

  @Test func `a directory in the file's place is an error in words`() throws {
    let path = directory.file("config/hean/config.json")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(failure { _ = try store.load() }?.message == "\"\(path)\" is a directory, not a regular file")
    #expect(failure { try save(ConfigurationFile()) }?.message == "\"\(path)\" is a directory, not a regular file")
  }

  /// A lock of flock belongs to one opening of the file, so threads compete for it as processes do.
  @Test func `of several writers at once none loses what another has added`() async throws {
    let store = store
    await withTaskGroup { group in
      for number in 0..<12 {
        group.addTask {
          await Detached.value {
            do {
              try store.update {
                try $0.add("p\(number)", .init(["url": .string("http://a\(number)")]), replacing: false)
              }
            } catch {
              Issue.record("\(error)")
            }
          }
        }
      }
    }
    #expect(try store.load().file.profiles.count == 12)
  }

  @Test func `a change that fails leaves the file as it was`() throws {
    try save(ConfigurationFile(profiles: ["main": .init(["url": "http://a"])]))
    #expect(throws: ConfigurationError.self) {
      try store.update { file in
        try file.add("other", .init(), replacing: false)
        try file.use("nobody")
      }
    }
    #expect(try store.load().file.profiles.keys.sorted() == ["main"])
  }

  @Test func `a stored key is the profile's, private, and can be removed`() throws {
    try save(ConfigurationFile(profiles: ["main": .init()]))
    let path = try store.storeKey("  s3cret\n", profile: "main")
    #expect(path == directory.file("config/hean/keys/main"))
    #expect(try directory.text("config/hean/keys/main") == "s3cret\n")
    #expect(try FileStatus.of(path).permissions.description == "0600")
    #expect(try FileStatus.of(directory.file("config/hean/keys")).permissions.description == "0700")
    #expect(try store.load().storedKeys == ["main": path])
    #expect(try store.removeKey(profile: "main"))
    #expect(try !store.removeKey(profile: "main"))
    #expect(try store.load().storedKeys == [:])
  }

  @Test func `a key that cannot be one is not stored, nor under a name that is a path`() throws {
    let error = failure { try store.storeKey("two words", profile: "main") }
    #expect(
      error?.message == "the API key from the input holds a space, a control character or a letter outside ASCII")
    #expect(failure { try store.storeKey("key", profile: "../main") } == .invalidProfileName("../main"))
    #expect(!FileManager.default.fileExists(atPath: directory.file("config/hean/keys")))
  }
}
