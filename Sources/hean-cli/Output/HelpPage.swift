/// A page of help that is about no command, as its parts: for a terminal and for the manual.
struct HelpPage: Sendable {
  var title: String
  var prose: String
  /// Terms with what each is.
  var rows: [(String, String)] = []

  var text: String {
    var lines = [title, ""] + HelpRenderer.wrap(prose, indent: 0)
    if !rows.isEmpty { lines += [""] + HelpRenderer.columns(rows) }
    return lines.joined(separator: "\n") + "\n"
  }
}
