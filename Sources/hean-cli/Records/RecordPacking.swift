import HeanCore

/// Packs files of finished days with the gzip of the system, where there is one.
///
/// The packed file is written under another name, brought to the disk and renamed; then the plain one is removed. While both
/// are there they say the same, so a kill at any point loses nothing.
struct RecordPacking: Sendable {
  let folder: RecordFolder
  let environment: [String: String]

  /// How long gzip may take for one file; a day of 50 MB takes it some seconds.
  private static let deadline = Duration.seconds(600)

  /// The files to be packed: those of days before the one that is written to, and before today.
  func jobs(before day: Int) -> [RecordFolder.Name] {
    folder.files().map(\.name).filter { !$0.isCompressed && $0.day < day }
  }

  /// Bytes of the plain file; `nil` without one.
  func size(_ name: RecordFolder.Name) -> Int? { try? FileStatus.of(folder.path(name), followingLinks: false).size }

  /// Makes the packed file under its temporary name.
  /// - Returns: whether it is whole, and on the disk. `false` without a gzip, and when it fails.
  func prepare(_ name: RecordFolder.Name) async -> Bool {
    guard let gzip = SystemProgram.path("gzip", environment) else { return false }
    let nice = SystemProgram.path("nice", environment).map { [$0, "-n", "19"] } ?? []
    let plain = folder.path(name)
    let ending = String(folder.unfinished(name).dropFirst(plain.count))
    let outcome = try? await ChildProcess.run(
      nice + [gzip, "-k", "-f", "-n", "-S", ending, plain], environment: environment, deadline: Self.deadline,
      takesErrors: true)
    guard outcome?.end == .exited(code: 0) else {
      discard(name)
      return false
    }
    return (try? AtomicFile.synchronize(folder.unfinished(name))) != nil
  }

  /// Most bytes of an unpacked file, and how long unpacking may take.
  private static let (mostUnpacked, unpacking) = (1 << 30, Duration.seconds(60))

  /// What is in a packed file.
  /// - Throws: `Failure` when there is no gzip, and for a file that cannot be unpacked.
  static func unpacked(_ path: String, _ environment: [String: String]) async throws -> Data {
    guard let gzip = SystemProgram.path("gzip", environment) else {
      throw Failure(
        .configuration, "\"\(path)\" is compressed, and there is no gzip on this machine", nextStep: "install gzip")
    }
    let outcome: ChildProcess.Outcome
    do {
      outcome = try await ChildProcess.run(
        [gzip, "-dc", path], environment: environment, deadline: unpacking, outputLimit: mostUnpacked)
    } catch {
      throw Failure(.configuration, "\"\(path)\" cannot be unpacked: \(error)", nextStep: "look at the file")
    }
    guard outcome.end == .exited(code: 0) else {
      throw Failure(
        .configuration, "\"\(path)\" cannot be unpacked: it is damaged",
        nextStep: "move it away, or get it from a backup")
    }
    return outcome.output
  }

  /// Puts the packed file in the place of the plain one.
  func commit(_ name: RecordFolder.Name) throws(FileError) {
    try AtomicFile.rename(folder.unfinished(name), to: folder.path(name.packed))
    try PrivateDirectory.remove(file: folder.path(name.plain))
  }

  /// Removes what was made of a packed file.
  func discard(_ name: RecordFolder.Name) { _ = try? PrivateDirectory.remove(file: folder.unfinished(name)) }
}
