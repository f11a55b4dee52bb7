import HeanCore

/// `--max-age` applies to commands whose answer or preview uses the engine's prices.
enum PriceAge {
  /// Refuses `--max-age` for other commands: the limit would look accepted but have no effect.
  static func requireHeeded(_ line: ParsedLine, by command: any Command.Type) throws(UsageError) {
    guard line.isGiven(GlobalOptions.maxAge), command.prices == .unused else { return }
    let name = (["hean"] + line.path).joined(separator: " ")
    throw .contradiction(
      "--max-age does not apply to '\(name)': it uses no prices",
      nextStep: "leave it out")
  }
}
