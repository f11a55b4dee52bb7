import HeanCore
import HeanNetworking

/// Whether hean's files are its user's alone, and can be written.
struct DoctorFiles: Sendable {
  let session: Session
  var userID = UserID.effective

  func finding() -> DoctorFinding {
    do throws(ConfigurationError) {
      _ = try UserDirectories(environment: session.context.environment).state()
    } catch {
      return DoctorFinding(.files, failed: session.failure(error))
    }
    let check = DiskCheck(session: session)
    let disk = check.finding()
    var finding = DoctorFinding(
      .files, DoctorState(disk.state), ([disk.message] + disk.details).joined(separator: "; "),
      remedy: disk.nextStep.map { Guidance($0) })
    // Then every verb but a panic is refused.
    if let problem = check.auditProblem {
      finding = DoctorFinding(
        .files,
        failed: Failure(.cannotWrite, problem, nextStep: "free space, or give the folder back to you: df -h, ls -ld"))
    }
    if disk.state == .unknown { finding.remedy = "see whether that disk is mounted and can be read: df -h" }
    let found = places.compactMap { problem(at: $0.path, forbidden: $0.forbidden) } + [heldLock].compactMap(\.self)
    guard let first = found.first else { return finding }
    finding.state = .worst([finding.state, .warn])
    finding.seen = (found.map(\.seen) + [finding.seen]).joined(separator: "; ")
    finding.remedy = first.remedy
    return finding
  }

  private struct Problem {
    var seen: String
    var remedy: Guidance
  }

  /// What others may not do there. Directories that hean makes have mode 0700, and its files 0600.
  private var places: [(path: String, forbidden: FilePermissions)] {
    let directories = UserDirectories(environment: session.context.environment)
    var places: [(String, FilePermissions)] = []
    if let folder = try? directories.configuration() {
      places += [(folder, .writableByOthers), (folder + "/keys", .anyoneElse)]
    }
    if let folder = try? directories.state() {
      places += [(folder, .anyoneElse), (folder + "/audit.jsonl", .anyoneElse)]
    }
    return places
  }

  private func problem(at path: String, forbidden: FilePermissions) -> Problem? {
    guard let status = try? FileStatus.of(path) else { return nil }
    guard status.owner == userID || status.owner == 0 else {
      return Problem(
        seen: "\(path) belongs to another user", remedy: ConfigurationError.foreignOwner(path: path).nextStep)
    }
    guard !status.permissions.isDisjoint(with: forbidden) else { return nil }
    return Problem(
      seen: "\(path) is open to other users (mode \(status.permissions))",
      remedy: "chmod \(status.kind == .directory ? "700" : "600") \(ShellWord.quoted(path))")
  }

  /// Who holds the audit log for long keeps every verb waiting.
  private var heldLock: Problem? {
    guard let path = try? UserDirectories(environment: session.context.environment).state() + "/audit.jsonl",
      (try? FileStatus.of(path)) != nil
    else { return nil }
    do throws(FileError) {
      _ = try LockedFile(path: path, permissions: .ownerOnly, deadline: .seconds(1))
    } catch .lockTimedOut {
      return Problem(
        seen: "another process holds \(path) for more than 1s, and verbs wait for it",
        remedy: "see which one it is: fuser -v \(ShellWord.quoted(path))")
    } catch {
      // That it cannot be written is told by the check of the disk.
    }
    return nil
  }
}
