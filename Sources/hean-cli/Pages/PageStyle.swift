/// The style sheet of a page in the colours of a theme: for a telephone and a wide screen, light and dark as the reader's
/// system is, and for paper, which is always light.
struct PageStyle {
  var theme: PictureTheme

  /// What stands in the element `style`.
  var sheet: [Markup] {
    let dark = "@media screen and (prefers-color-scheme:dark){:root{" + Self.variables(theme.dark) + "}}"
    let root = ":root{color-scheme:light dark;--on:#fff;" + Self.variables(theme.light) + Self.modes + "}"
    return [Markup(root), .newLine, Markup(dark), .newLine, Markup(verbatim: Self.rules)]
  }

  /// The colours of the band that names the mode are the same in every theme: they say whether it is about money.
  private static let modes = "--calm:#0b5c6b;--caution:#8a5200;--danger:#b3191c"

  private static func variables(_ colours: PictureColours) -> String {
    let pairs = [
      ("page", colours.ground), ("ink", colours.text), ("soft", colours.faint), ("line", colours.border),
      ("raised", colours.raised), ("good", colours.up), ("bad", colours.down), ("warning", colours.warning),
      ("curve", colours.curve), ("fall", colours.down),
    ]
    return pairs.map { "--\($0):\($1.hex);" }.joined()
  }

  private static let rules: StaticString = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--ink);font:15px/1.45 system-ui,sans-serif;overflow-wrap:break-word}
    main,header,footer{max-width:1160px;margin:0 auto;padding:0 20px}
    .mode{padding:10px 20px;color:var(--on);font-weight:600;text-align:center;print-color-adjust:exact;
    -webkit-print-color-adjust:exact}
    .mode b{display:block;font-size:1.5em;letter-spacing:.08em}
    .mode.calm{background:var(--calm)}.mode.caution{background:var(--caution)}.mode.danger{background:var(--danger)}
    h1{font-size:1.6em;margin:22px 0 2px}h2{font-size:1.2em;margin:34px 0 8px;border-bottom:1px solid var(--line);
    padding-bottom:4px}h3{font-size:1em;margin:20px 0 6px}
    p{margin:6px 0}ul,ol{margin:6px 0;padding-left:22px}li{margin:3px 0}
    nav{margin:12px 0 0}nav a{display:inline-block;margin:0 14px 4px 0;color:var(--curve)}
    code{font:.92em ui-monospace,monospace;background:var(--raised);padding:1px 4px;border-radius:3px}
    .good{color:var(--good)}.bad{color:var(--bad)}.warning{color:var(--warning)}.faint,.note,dt{color:var(--soft)}dt{flex:none}dd,code,.w{overflow-wrap:anywhere}
    .strong{font-weight:600}.note{font-size:.92em}
    .alert{border-left:4px solid var(--warning);background:var(--raised);padding:8px 12px;margin:10px 0}
    dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:4px 24px;margin:8px 0}
    dl div{display:flex;gap:12px;justify-content:space-between;border-bottom:1px solid var(--line);padding:3px 0}
    dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:12px;margin:10px 0}
    .card{border:1px solid var(--line);border-radius:6px;padding:10px 12px;background:var(--raised)}
    .card b{display:block;font-size:1.45em;font-variant-numeric:tabular-nums}
    .card p{margin:2px 0 0;font-size:.88em;color:var(--soft)}
    figure{margin:12px 0}figcaption{font-size:.92em;color:var(--soft)}
    .curve{display:block;overflow:visible;font:11px system-ui,sans-serif}.curve text{fill:var(--soft);stroke:var(--page);
    stroke-width:3px;stroke-linejoin:round;paint-order:stroke}
    .rule{stroke:var(--line);stroke-width:1}.line{fill:none;stroke:var(--curve);stroke-width:2}
    .area{fill:var(--curve);fill-opacity:.12}.fall .line{stroke:var(--fall)}.fall .area{fill:var(--fall)}
    table{border-collapse:collapse;width:100%;margin:8px 0;font-size:.92em;font-variant-numeric:tabular-nums}
    th{text-align:left;color:var(--soft);font-size:.82em;letter-spacing:.03em;vertical-align:bottom}
    th,td{padding:4px 14px 4px 0;border-bottom:1px solid var(--line)}td{vertical-align:top;max-width:26em}
    .n{text-align:right}td.n{white-space:nowrap}td.w{min-width:14em}th:last-child,td:last-child{padding-right:0}
    footer{margin:36px auto 24px;color:var(--soft);font-size:.88em}
    @media screen and (max-width:720px){main,header,footer{padding:0 14px}
    thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    tbody{display:block}table{display:block}
    tr{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:3px 14px;padding:8px 0;border-bottom:1px solid var(--line)}
    td,td.n{display:flex;justify-content:space-between;gap:8px;border:0;padding:0;text-align:right;white-space:normal;
    overflow-wrap:anywhere}
    td::before{content:attr(data-label);color:var(--soft);font-size:.82em;text-align:left;white-space:nowrap}
    td.w,td:first-child{grid-column:1/-1;display:block;text-align:left}td.w::before{margin-right:8px}
    td:first-child{font-weight:600}td:first-child::before{content:none}td.none{display:none}
    dl{grid-template-columns:1fr}}
    @media print{@page{margin:14mm}:root{color-scheme:light}body{font-size:10.5pt}nav{display:none}main,header,footer{max-width:none;padding:0}
    h2,h3{break-after:avoid}tr,.card,figure,dl div,li{break-inside:avoid}thead{display:table-header-group}
    .cards{grid-template-columns:repeat(3,1fr)}table{font-size:.85em}}
    """
}
