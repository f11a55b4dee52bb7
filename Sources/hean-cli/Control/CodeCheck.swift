import HeanCore

/// Asks for the code of an authenticator and takes each code once (RFC 6238). What was taken is kept in the state directory;
/// where that cannot be read or written, no code is taken.
struct CodeCheck: Sendable {
  let session: Session
  /// The file with the secret.
  let file: String
  /// The engine's name, as it is asked for.
  let name: String

  /// What is kept between runs.
  private struct Taken: Codable, Equatable {
    /// The span of the last code that was taken.
    var span: Int64?
    /// When wrong codes were given since then.
    var wrong: [Date] = []
  }

  /// More wrong codes than this are not tried.
  private static let mostWrong = 5
  /// The time (seconds) in which they are counted.
  private static let patience: TimeInterval = 600

  private var given: String? { Settings.codeVariable.text(in: session.context.environment) }

  /// Whether a person is asked.
  var asksPerson: Bool { given == nil }

  /// - Parameter ask: asks a person for a line.
  /// - Throws: when there is no code, or it is not taken. Nothing is sent then.
  func check(_ ask: (String) async throws -> String?) async throws {
    let text = try APIKeyReader(environment: session.context.environment).secret(in: file)
    let secret = try secret(text)
    if given == nil, let refusal = session.context.input.refusal {
      throw Failure(
        .declined, "this needs a one-time code, and \(refusal): nothing was sent",
        nextStep: "give the code in \(Settings.codeVariable.name)")
    }
    var answer = given
    if answer == nil { answer = try await ask("One-time code for '\(name)': ") }
    let code = (answer ?? "").filter { $0 != " " }
    let now = session.context.now()
    let folder = try UserDirectories(environment: session.context.environment).state()
    let record = StateFile<Taken>(
      path: "\(folder)/codes/\(Self.fileName(text)).json",
      damage: "is damaged: which codes were used cannot be read, so none is taken", remedy: "move the file away")
    // What is noted is on the disk before anything is sent.
    let problem = try record.change(from: Taken()) { taken -> String? in
      // A clock that was put back does not free what was counted.
      let wrong = taken.wrong.filter { now.timeIntervalSince($0) <= Self.patience }
      if wrong.count >= Self.mostWrong, let first = wrong.first {
        return "\(wrong.count) wrong codes were given: none is taken before \(session.timestamp(first + Self.patience))"
      }
      guard code.utf8.count == 6, code.utf8.allSatisfy({ (48...57).contains($0) }) else {
        return "a code has six digits"
      }
      guard let span = secret.span(of: code, at: now, after: taken.span) else {
        // Who sends a used code again guesses nothing.
        if secret.span(of: code, at: now, after: nil) != nil { return "the one-time code was used" }
        taken.wrong = wrong + [now]
        return "the one-time code is wrong"
      }
      taken = Taken(span: span)
      return nil
    }
    guard let problem else { return }
    throw Failure(.declined, "\(problem); nothing was sent", nextStep: "try again with the next code")
  }

  /// By the secret, so that it has one record however many files hold it. It is no way back to it: what is kept is the digest
  /// of a digest.
  private static func fileName(_ secret: String) -> String {
    let letters = secret.uppercased().filter { $0 != " " && $0 != "=" }
    return SHA256.digest(SHA256.digest(Array(letters.utf8)))[..<8].hexadecimal
  }

  private func secret(_ text: String) throws -> OneTimeCode {
    guard let code = OneTimeCode(base32: text) else {
      throw Failure(
        .configuration, "totp_file \"\(file)\" holds no secret of base 32 with 80 bits or more",
        nextStep: "write the secret of the authenticator into it, one line")
    }
    return code
  }
}
