@testable import HeanConsole

extension Guidance {
  /// As a run shows it that was given no flags.
  var text: String { CommandLines().text(self) }
}

extension CommandLines {
  /// Of a run that was given flags.
  /// - Parameters:
  ///   - flags: quoted for a shell.
  ///   - profile: those of them that a command about a profile alone needs.
  static func of(_ flags: String, profile: String = "") -> CommandLines {
    var commands = CommandLines(TargetFlags(), carried: CommandTable.carriedFlags)
    commands.flags = flags
    commands.profileFlags = profile
    return commands
  }
}
