import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct LockedFileTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("rows")
  }

  private func failure(_ body: () throws -> Void) -> FileError? {
    do {
      try body()
      return nil
    } catch {
      return error as? FileError
    }
  }

  @Test func `a new file is made with its permissions, an old one is added to`() throws {
    do {
      let file = try LockedFile(path: path, permissions: .ownerOnly)
      let wasEmpty = file.wasEmpty
      #expect(wasEmpty)
      try file.append(Data("one\n".utf8))
      try file.synchronize()
      let size = try file.size()
      #expect(size == 4)
    }
    do {
      let file = try LockedFile(path: path)
      let wasEmpty = file.wasEmpty
      #expect(!wasEmpty)
      try file.append(Data("two\n".utf8))
      let readAll = try file.readAll()
      #expect(readAll == Data("one\ntwo\n".utf8))
      let readHead3 = try file.readHead(3)
      #expect(readHead3 == Data("one".utf8))
      let readTail4 = try file.readTail(4)
      #expect(readTail4 == Data("two\n".utf8))
      let readTail100 = try file.readTail(100)
      #expect(readTail100 == Data("one\ntwo\n".utf8))
      try file.truncate(to: 4)
      try file.append(Data("2\n".utf8))
    }
    #expect(try directory.text("rows") == "one\n2\n")
    #expect(try FileStatus.of(path).permissions == .ownerOnly)
  }

  @Test func `the second opener waits no longer than its deadline`() throws {
    let first = try LockedFile(path: path)
    #expect(
      failure { _ = try LockedFile(path: path, deadline: .milliseconds(20)).wasEmpty }
        == .lockTimedOut(path: path, after: .milliseconds(20)))
    _ = consume first
    _ = try LockedFile(path: path, deadline: .milliseconds(20)).wasEmpty
  }

  @Test func `a file that was rotated away while we waited is left for the new one`() async throws {
    let first = try LockedFile(path: path)
    let path = path
    async let second: Void = Self.appendOnThread("late\n", path)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    try first.append(Data("early\n".utf8))
    _ = consume first
    await second
    #expect(try directory.text("rows.old") == "early\n")
    #expect(try directory.text("rows") == "late\n")
  }

  private static func appendOnThread(_ text: String, _ path: String) async {
    _ = await Detached.value { try? LockedFile(path: path).append(Data(text.utf8)) }
  }

  @Test func `only regular files are taken, links to them included`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(failure { _ = try LockedFile(path: path).wasEmpty } == .notRegular(path: path, kind: .directory))
    let pipe = directory.file("pipe")
    _ = unsafe mkfifo(pipe, 0o600)
    #expect(failure { _ = try LockedFile(path: pipe).wasEmpty } == .notRegular(path: pipe, kind: .pipe))
    #expect(
      failure { _ = try LockedFile(path: "/dev/full").wasEmpty }
        == .notRegular(path: "/dev/full", kind: .characterDevice))
    let link = directory.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
    try LockedFile(path: link).append(Data("x".utf8))
    #expect(try directory.text("target") == "x")
    let missing = directory.file("none/rows")
    #expect(failure { _ = try LockedFile(path: missing).wasEmpty } == .notFound(path: missing))
  }

  @Test func `a write that the system cuts short is taken back whole`() async throws {
    try directory.write("kept\n", to: "rows")
    let path = path
    await #expect(processExitsWith: .success) { [path = path as String] in
      ProcessSignals.ignoreWriteSignals()
      var limit = rlimit(rlim_cur: 12, rlim_max: 12)
      #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      #expect(throws: FileError.failed(operation: "write", path: path, reason: "File too large")) {
        try LockedFile(path: path).append(Data("a row of more than seven bytes\n".utf8))
      }
    }
    #expect(try directory.text("rows") == "kept\n")
  }

  @Test func `messages name the path and the reason`() {
    #expect(FileError.notFound(path: "/a").message == "\"/a\" does not exist")
    #expect(FileError.notRegular(path: "/a", kind: .pipe).message == "\"/a\" is a pipe, not a regular file")
    #expect(
      FileError.lockTimedOut(path: "/a", after: .seconds(2)).message
        == "\"/a\" stayed locked by another process for 2.0 seconds")
    #expect(FileError.tooLarge(path: "/a", limit: 9).message == "\"/a\" holds more than 9 bytes")
    #expect(
      FileError.failed(operation: "write", path: "/a", reason: "No space left on device").message
        == "cannot write \"/a\": No space left on device")
  }
}
