import HeanCore

extension ProfileCommand {
  struct Edit: Command {
    // A file that cannot be read is what it mends.
    static let scope = CommandScope.local
    static let effect = CommandEffect.changesMachine
    static let spec = CommandSpec(
      name: "edit", summary: "Open the configuration file in your editor",
      discussion: """
        VISUAL or EDITOR gets a copy. What you save is checked before it takes the place of the file, as a whole; with a \
        mistake in it you can go on editing, and nothing you wrote is thrown away.
        """,
      examples: [Example("hean profile edit", "config.json, with all profiles")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      guard let run = session.context.runInFront, session.context.input.refusal == nil else {
        throw Failure(
          .declined, "\(session.context.input.refusal ?? "there is no terminal here"): an editor needs one",
          nextStep: .command(.profileSet, "NAME", "KEY=VALUE", choosing: []))
      }
      let path = try session.store.configurationPath()
      let before = try FileContents.ofConfiguration(path)?.data
      let editor = try Self.editor(session.context.environment)
      try PrivateDirectory.make(PathParts.directory(of: path))
      let copy = "\(PathParts.directory(of: path))/config.edit-\(UUID().uuidString.prefix(8)).json"
      try NewFile.write(before ?? Data("{\n  \"profiles\" : {\n  }\n}\n".utf8), to: copy)
      let start = try FileContents.read(copy, limit: 1_048_576).data
      let environment = Settings.withoutSecrets(session.context.environment)
      while true {
        // As git does it: the line is the shell's, the path is an argument of its own.
        let end = await run(["/bin/sh", "-c", "\(editor) \"$@\"", editor, copy], environment, nil)
        let text: Data
        do throws(FileError) {
          text = try FileContents.read(copy, limit: 1_048_576).data
        } catch {
          throw Self.kept(false, copy, error.message)
        }
        guard end == .exited(code: 0) else {
          throw Self.kept(text == start, copy, "the editor (\(editor)) failed")
        }
        guard text != start else {
          try PrivateDirectory.remove(file: copy)
          return .text("nothing was changed\n")
        }
        do {
          let warnings = try session.checked(text, path: copy)
          try session.store.replace(before, by: text)
          try PrivateDirectory.remove(file: copy)
          for warning in warnings { session.warn(warning.message.replacing(copy, with: path)) }
          return .text("\(path) saved\n")
        } catch {
          let failure = session.failure(error)
          guard try await session.editsAgain(failure) else {
            throw Self.kept(false, copy, failure.message)
          }
        }
      }
    }

    /// - Parameter isSame: whether nothing was written, so that there is nothing to keep.
    private static func kept(_ isSame: Bool, _ copy: String, _ problem: String) -> Failure {
      if isSame { _ = try? PrivateDirectory.remove(file: copy) }
      return Failure(
        .configuration, "\(problem): the configuration is as it was",
        nextStep: isSame ? nil : "what you wrote is in \(ShellWord.quoted(copy))")
    }

    private static func editor(_ environment: [String: String]) throws(Failure) -> String {
      for name in ["VISUAL", "EDITOR"] {
        if let editor = environment[name]?.trimmed(), !editor.isEmpty { return editor }
      }
      guard let editor = ["editor", "nano", "vi"].lazy.compactMap({ SystemProgram.path($0, environment) }).first else {
        throw Failure(.usage, "no editor is known", nextStep: "set EDITOR, e.g. EDITOR=nano")
      }
      return editor
    }
  }
}

extension Session {
  /// - Throws: what keeps the text from being the configuration.
  fileprivate func checked(_ text: Data, path: String) throws -> [ConfigurationWarning] {
    let (file, warnings) = try ConfigurationParser.parse(text, path: path)
    for name in file.profiles.keys.sorted() {
      if configuration.file.profiles[name] == nil { try refuseForgottenKey(of: name, in: configuration.file) }
      try check(name, in: file)
    }
    if let current = file.current { _ = try file.show(current) }
    return warnings
  }

  fileprivate func editsAgain(_ failure: Failure) async throws -> Bool {
    try context.errors.write(sanitized("hean: \(failure.message)") + "\nEdit again? [Y/n] ")
    guard let answer = try await context.input.readLine()?.trimmed().lowercased() else { return false }
    return ["", "y", "yes"].contains(answer)
  }
}
