import Foundation
import HeanCore

/// Asks the operator, in one of three tiers: y or N; `--yes`; the engine's name for severe verbs where money is real.
struct Confirmation {
  var session: Session
  var options: MutationOptions

  /// Refuses before anything is read when there is nobody to ask and nothing was said in advance.
  func requireVoice() throws {
    guard !options.isYes, !options.isDryRun, !session.context.input.isTerminal else { return }
    throw Failure(
      .declined, "standard input is no terminal, and --yes was not given: nothing was sent",
      nextStep: "add --yes, or look first with --dry-run")
  }

  /// The name to type for a severe verb: the profile's, or the host's when no profile is used.
  var name: String {
    if let profile = session.profile { return profile }
    guard case .network(let url) = session.target.address, let host = url.host() else { return "practice" }
    return url.port.map { "\(host):\($0)" } ?? host
  }

  /// Refuses where the name given on the command line is another engine's.
  func checkName() throws {
    guard let given = options.confirmedName, given != name else { return }
    throw Failure(
      .declined, "--confirm says '\(given)', and this engine is '\(name)': nothing was sent",
      nextStep: "check the profile: hean profile show")
  }

  /// Whether a question follows.
  func asks(_ severity: Mutation.Severity, mode: OperatingMode) -> Bool {
    let isSevere = severity == .severe && mode.isRealMoney
    return isSevere ? options.confirmedName == nil || !options.isYes : !options.isYes
  }

  /// - Throws: exit 2, with nothing sent.
  func ask(_ severity: Mutation.Severity, mode: OperatingMode) async throws {
    guard severity == .severe, mode.isRealMoney else {
      guard !options.isYes else { return }
      let answer = try await line("Send? [y/N] ").lowercased()
      guard ["y", "yes"].contains(answer) else { throw Self.declined }
      return
    }
    if options.confirmedName != nil {
      try checkName()
      guard options.isYes else { return try await ask(.ordinary, mode: mode) }
      return
    }
    guard session.context.input.isTerminal else {
      throw Failure(
        .declined, "\(mode.label): a severe verb needs the engine's name as well: nothing was sent",
        nextStep: "add --confirm \(name)")
    }
    let typed = try await line("\(mode.label): \(mode.meaning). Type '\(name)' to send: ")
    guard typed == name else { throw Self.declined }
  }

  private func line(_ prompt: String) async throws -> String {
    session.context.departure.isAsking(true)
    defer { session.context.departure.isAsking(false) }
    try session.context.errors.write(sanitized(prompt))
    // The end of input is a no.
    guard let answer = try await session.context.input.readLine() else {
      try? session.context.errors.write("\n")
      throw Self.declined
    }
    return answer.trimmingCharacters(in: .whitespaces)
  }

  private static let declined = Failure(.declined, "declined: nothing was sent")
}
