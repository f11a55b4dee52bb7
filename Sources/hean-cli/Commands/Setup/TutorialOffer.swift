import HeanCore

/// A first run on a terminal, without any configuration, is told once that there is a tutorial.
enum TutorialOffer {
  static func tell(in session: Session, _ effect: CommandEffect) {
    let context = session.context
    guard context.offersTutorial, effect == .reads, !session.isQuiet, session.output.isScreen,
      context.output.isTerminal,
      context.errors.isTerminal, session.path != [TutorialCommand.spec.name],
      let folder = try? TutorialProgress.folder(context.environment), !FileManager.default.fileExists(atPath: folder),
      let configuration = try? UserDirectories(environment: context.environment).configuration(),
      !FileManager.default.fileExists(atPath: configuration)
    else { return }
    // Where it cannot be kept that it was said, it would be said each time.
    let file = TutorialProgress.file(in: folder)
    guard (try? file.change(from: TutorialProgress()) { $0.wasOffered = true }) != nil else { return }
    let words: Guidance = "new here? ten minutes without an engine: \(.command(.tutorial, choosing: []))"
    let line = session.output.palette.paint(CommandLines().text(words), as: .faint)
    try? context.errors.write(line + "\n")
  }
}
