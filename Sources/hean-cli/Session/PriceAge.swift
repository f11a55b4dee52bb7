import HeanCore

/// `--max-age` holds for commands whose answer, or whose preview, rests on the engine's prices.
enum PriceAge {
  /// An age that nobody looks at would be a promise that is not kept.
  static func requireHeeded(_ line: ParsedLine, by command: any Command.Type) throws(UsageError) {
    guard line.isGiven(GlobalOptions.maxAge), command.prices == .unused else { return }
    let name = (["hean"] + line.path).joined(separator: " ")
    throw .contradiction(
      "--max-age means nothing to '\(name)': nothing in it rests on the age of prices",
      nextStep: "leave it out")
  }
}
