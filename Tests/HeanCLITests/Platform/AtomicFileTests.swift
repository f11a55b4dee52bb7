import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct AtomicFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a file is replaced whole, with the mode asked for and nothing left beside it`() throws {
    try directory.write("old and longer", to: "file", permissions: 0o644)
    try AtomicFile.write(Data("new".utf8), to: directory.file("file"), permissions: .ownerOnly)
    #expect(try directory.text("file") == "new")
    #expect(try FileStatus.of(directory.file("file")).permissions == .ownerOnly)
    #expect(try directory.names() == ["file"])
  }

  @Test func `a link keeps pointing at the file that is replaced`() throws {
    try directory.write("old", to: "real")
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("link"), withDestinationPath: directory.file("real"))
    try AtomicFile.write(Data("new".utf8), to: directory.file("link"), permissions: .ownerOnly)
    #expect(try directory.text("real") == "new")
    #expect(try FileStatus.of(directory.file("link"), followingLinks: false).kind == .symbolicLink)
  }

  @Test func `a link to nothing, and one by way of others, has its file made where it points`() throws {
    try FileManager.default.createDirectory(atPath: directory.file("far"), withIntermediateDirectories: true)
    for (link, destination) in [("link", "far/next"), ("far/next", "../real")] {
      try FileManager.default.createSymbolicLink(atPath: directory.file(link), withDestinationPath: destination)
    }
    try AtomicFile.write(Data("new".utf8), to: directory.file("link"), permissions: .ownerOnly)
    #expect(try directory.text("real") == "new")
    for link in ["link", "far/next"] {
      #expect(try FileStatus.of(directory.file(link), followingLinks: false).kind == .symbolicLink)
    }
  }

  @Test func `a link to a directory that is not there, and one to itself, are errors and stay`() throws {
    let (lost, ring) = (directory.file("lost"), directory.file("ring"))
    try FileManager.default.createSymbolicLink(atPath: lost, withDestinationPath: "none/file")
    try FileManager.default.createSymbolicLink(atPath: ring, withDestinationPath: "ring")
    #expect(throws: FileError.failed(operation: "write", path: lost, reason: "No such file or directory")) {
      try AtomicFile.write(Data(), to: lost, permissions: .ownerOnly)
    }
    #expect(
      throws: FileError.failed(operation: "follow the link", path: ring, reason: "Too many levels of symbolic links")
    ) { try AtomicFile.write(Data(), to: ring, permissions: .ownerOnly) }
    #expect(try directory.names() == ["lost", "ring"])
  }

  @Test func `a missing directory, and a directory in the way, are errors about the path given`() throws {
    let missing = directory.file("none/file")
    #expect(throws: FileError.failed(operation: "write", path: missing, reason: "No such file or directory")) {
      try AtomicFile.write(Data(), to: missing, permissions: .ownerOnly)
    }
    try FileManager.default.createDirectory(atPath: directory.file("dir"), withIntermediateDirectories: true)
    #expect(throws: FileError.failed(operation: "replace", path: directory.file("dir"), reason: "Is a directory")) {
      try AtomicFile.write(Data(), to: directory.file("dir"), permissions: .ownerOnly)
    }
    #expect(try directory.names() == ["dir"])
  }

  @Test func `private directories are made down the path, for the owner alone`() throws {
    let path = directory.file("a/b/c")
    try PrivateDirectory.make(path)
    try PrivateDirectory.make(path)
    for part in ["a", "a/b", "a/b/c"] {
      #expect(try FileStatus.of(directory.file(part)).permissions == .ownerDirectory)
    }
    try directory.write("", to: "plain")
    let blocked = directory.file("plain")
    #expect(
      throws: FileError.failed(operation: "make the directory", path: blocked, reason: "it is a regular file")
    ) { try PrivateDirectory.make(blocked) }
  }

  @Test func `removing tells whether there was something`() throws {
    let path = try directory.write("", to: "file")
    #expect(try PrivateDirectory.remove(file: path))
    #expect(try !PrivateDirectory.remove(file: path))
  }
}

@Suite struct FileContentsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `content comes with kind, mode and owner of the same file`() throws {
    let path = try directory.write("text", to: "file", permissions: 0o640)
    let contents = try FileContents.read(path, limit: 4)
    #expect(contents.data == Data("text".utf8))
    var expected = FileStatus(kind: .regular, permissions: FilePermissions(rawValue: 0o640), owner: geteuid(), size: 4)
    expected.changedAt = contents.status.changedAt
    #expect(contents.status == expected && abs(expected.changedAt.timeIntervalSinceNow) < 60)
    #expect(contents.status.permissions.description == "0640")
    #expect(throws: FileError.tooLarge(path: path, limit: 3)) { try FileContents.read(path, limit: 3) }
    let missing = directory.file("none")
    #expect(throws: FileError.notFound(path: missing)) { try FileContents.read(missing, limit: 3) }
    #expect(throws: FileError.notRegular(path: directory.path, kind: .directory)) {
      try FileContents.read(directory.path, limit: 3)
    }
  }

  @Test func `a pipe is read to its end, and one that nobody writes to holds nobody up`() throws {
    let pipe = TestPipe()
    try FileDescriptorWriter(descriptor: pipe.write).write("key")
    let path = "/dev/fd/\(pipe.read)"
    #expect(
      throws: FileError.failed(operation: "read", path: path, reason: "nothing came for 0.02 seconds")
    ) { try FileContents.read(path, limit: 9, isPipeTaken: true, deadline: .milliseconds(20)) }
    let named = directory.file("pipe")
    _ = unsafe mkfifo(named, 0o600)
    #expect(try FileContents.read(named, limit: 9, isPipeTaken: true).data.isEmpty)
    #expect(throws: FileError.notRegular(path: named, kind: .pipe)) { try FileContents.read(named, limit: 9) }
  }
}
