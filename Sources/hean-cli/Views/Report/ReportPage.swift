import HeanCore

/// A report as one page that needs nothing else: no script, no other file.
struct ReportPage {
  var content: ReportContent
  var zone: Zone
  var commands: CommandLines
  var theme: PictureTheme
  /// Hides amounts; `nil` shows them.
  var redaction: Redaction?

  /// The whole file.
  var text: String {
    let head = Markup(
      "head",
      [
        .empty("meta", ["charset": "utf-8"]),
        .empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .empty("meta", ["name": "robots", "content": "noindex"]),
        .empty("meta", ["name": "generator", "content": "hean \(Version.number)"]), Markup("title", title),
        Markup("style", PageStyle(theme: theme).sheet),
      ])
    let shown = [mode, header] + [Markup("main", sections.flatMap { [$0.markup, .newLine] }), .newLine, footer]
    let body = redaction.map { redaction in shown.map { $0.redacted(by: redaction) } } ?? shown
    return GeneratedFile.Kind.reportStart
      + Markup("html", ["lang": "en"], [.newLine, head, .newLine, Markup("body", body), .newLine]).source + "\n"
  }

  private var engine: String {
    let (profile, url) = (content.source.profile, content.source.url)
    return profile.map { $0 == url ? url : "\($0), \(url)" } ?? url
  }
  private var title: String { "\(content.mode.label) · trading report · \(engine)" }

  func timestamp(_ date: Date?) -> String { date.map { ZonedTimestamp.text($0, zone) } ?? "not known" }

  /// What an order would touch, over the whole width: nobody may take paper for money.
  private var mode: Markup {
    Markup(
      "div", ["class": "mode \(content.mode.style.className)", "role": "note"],
      [Markup("b", content.mode.label), Markup(content.mode.meaning)])
  }

  private var header: Markup {
    let state = content.report.context.engineState ?? "not known"
    return Markup(
      "header",
      [
        Markup("h1", "Trading report"),
        Markup("p", ["class": "strong"], content.span { timestamp($0) }),
        Markup(
          "p", ["class": "note"],
          "Engine \(engine), state \(state). Made \(timestamp(content.madeAt)) by hean \(Version.number); state and "
            + "equity of now are of that moment."),
        Markup(
          "nav", ["aria-label": "Parts of the page"],
          sections.flatMap { [Markup("a", ["href": "#\($0.id)"], $0.title), Markup(" ")] }),
      ])
  }

  private var footer: Markup {
    Markup(
      "footer",
      "\(content.mode.label): \(content.mode.meaning). Amounts in USDT. Times in \(zone.name). Made "
        + "\(timestamp(content.madeAt)) by hean \(Version.number). \(Disclaimer.words)")
  }
}

/// A part of the page, with its place for links.
struct PageSection {
  var id: String
  var title: String
  var content: [Markup]

  var markup: Markup {
    Markup("section", ["id": id], [Markup("h2", title)] + content)
  }
}

extension Markup {
  /// A paragraph, or nothing where a list is empty.
  static func list(_ words: [String]) -> [Markup] {
    words.isEmpty ? [] : [Markup("ul", words.map { Markup("li", $0.sentenceStart + ".") })]
  }

  static func paragraph(_ words: String, _ style: Style = .plain) -> Markup {
    Markup("p", ["class": style.className], words)
  }

  static func note(_ words: String) -> Markup { Markup("p", ["class": "note"], words) }
}
