import Foundation
import HeanCore
import Testing

@testable import HeanConsole

struct ArgumentParserTests {
  private static let size = Option("size", short: "s", "N", .text(), help: "a number")
  private static let mode = Option("mode", "MODE", .choice(["fast", "slow"]), help: "a word")
  private static let tag = Option("tag", short: "t", "TAG", each: .text(), help: "many")
  private static let dry = Flag("dry", short: "d", help: "a flag")
  private static let verbose = Flag("verbose", short: "v", help: "global")
  private static let url = Option("url", "URL", .text(), help: "global")

  private static let root = CommandSpec(
    name: "hean", summary: "root",
    subcommands: [
      CommandSpec(
        name: "orders", aliases: ["ord"], summary: "orders",
        subcommands: [
          CommandSpec(name: "list", summary: "list", options: [size, mode, tag, dry]),
          CommandSpec(name: "show", summary: "show", operands: [Operand("ID", .text(), help: "id")]),
        ], defaultSubcommand: "list"),
      CommandSpec(
        name: "take", summary: "take",
        operands: [Operand("WORD", each: .text(), isRequired: false, help: "w")]),
      CommandSpec(name: "group", summary: "group", subcommands: [CommandSpec(name: "inner", summary: "inner")]),
    ])

  private func parse(_ line: String) throws(UsageError) -> ParsedLine {
    try ArgumentParser(root: Self.root, globals: [Self.verbose.spec, Self.url.spec]).parse(
      line.split(separator: " ").map(String.init))
  }

  @Test(arguments: ["orders list --size 5", "ord --size=5", "orders -s 5", "orders -s5", "orders -s=5", "orders -ds5"])
  func `an option takes its value in every spelling`(line: String) throws {
    let parsed = try parse(line)
    #expect(parsed.path == ["orders", "list"])
    #expect(try parsed[Self.size] == "5")
  }

  @Test func `global options stand before or after the command`() throws {
    for line in ["-v --url u orders", "orders -v --url u", "orders list --url=u -v", "orders -dv --url u"] {
      let parsed = try parse(line)
      #expect(try parsed[Self.verbose] && parsed[Self.url] == "u", "\(line)")
    }
  }

  @Test func `negative numbers are values and words`() throws {
    #expect(try parse("orders --size -5")[Self.size] == "-5")
    #expect(try parse("orders --size -0.5")[Self.size] == "-0.5")
    #expect(try parse("take -5 -.5").operands == ["-5", "-.5"])
  }

  @Test func `two dashes end options, one dash is a word`() throws {
    #expect(try parse("take - -- --size -v").operands == ["-", "--size", "-v"])
  }

  @Test func `repeatable options collect, and of others the same value counts once`() throws {
    let parsed = try parse("orders -t a --tag=b -tc --size 1 -s 1 --dry -d")
    #expect(try parsed[Self.tag] == ["a", "b", "c"])
    #expect(parsed.texts(Self.size) == ["1"] && parsed[Self.dry])
  }

  @Test func `who asks for help among other letters has nothing run`() async {
    for words in [["engine", "pause", "-yh"], ["panic", "-yh"], ["positions", "-qh"], ["positions", "-hv"]] {
      let ran = await Console().run(["--practice"] + words)
      #expect(ran.code == .ok && ran.output.contains("USAGE") && !ran.output.contains("CONFIRMED"), "\(ran)")
    }
    #expect(await Console().run("--practice", "positions", "show", "--", "--help").code == .notFound)
  }

  @Test func `two values that differ are told, and neither is used`() async throws {
    let error = #expect(throws: UsageError.self) { try parse("orders --size 1 -s2") }
    #expect(error?.message == "--size was given twice, as '1' and as '2': which one is meant is not guessed")
    #expect(error?.index == 3)
    let ran = await Console().run("positions", "close", "btc", "--practice", "--reason", "a", "--reason", "b", "--yes")
    #expect(ran.code == .usage && ran.output.isEmpty, "\(ran)")
    let secret = await Console().run("status", "--url", "http://a:1", "--url", "http://u:hunter2@b:1")
    #expect(secret.code == .usage && !secret.errors.contains("hunter2"), "\(secret)")
  }

  @Test func `a span with a hyphen is a word, as numbers are`() throws {
    #expect(try parse("orders --size -7d")[Self.size] == "-7d")
    #expect(try parse("take -7d -1h30m").operands == ["-7d", "-1h30m"])
  }

  @Test func `a value may be empty or hold an equals sign`() throws {
    #expect(try parse("--url=a=b orders")[Self.url] == "a=b")
    #expect(try parse("--url= orders")[Self.url] == "")
  }

  @Test func `help wins over every mistake, and stays at the command that was named`() throws {
    let parsed = try parse("orders --help --nonsense")
    #expect(parsed.wantsHelp && parsed.path == ["orders"])
    #expect(try parse("orders show -h").path == ["orders", "show"])
    #expect(try parse("").wantsHelp)
  }

  @Test func `typed values`() throws {
    let span = Option("size", "TIME", .span(), help: "")
    let whole = Option("size", "N", .whole(in: 0...9), default: 3, help: "")
    let number = Option("size", "N", .positive, help: "")
    let line = try parse("orders --size 2m")
    #expect(try line[span] == .seconds(120))
    #expect(throws: UsageError.self) { try line[whole] }
    #expect(try parse("orders --size 7")[whole] == 7)
    #expect(try parse("orders")[whole] == 3)
    #expect(try parse("orders")[span] == nil)
    #expect(try parse("orders --size 0.1")[number] == Decimal(string: "0.1"))
  }

  @Test(arguments: [
    ("oders", "no command 'oders'. Did you mean 'orders'?", "hean --help"),
    ("xyzzy", "no command 'xyzzy'", "hean --help"),
    ("orders lsit", "no command 'lsit' in 'hean orders'. Did you mean 'list'?", "hean orders --help"),
    ("orders --siez 5", "'hean orders' has no option --siez. Did you mean '--size'?", "hean orders --help"),
    ("orders --si 5", "'hean orders' has no option --si. Did you mean '--size'?", "hean orders --help"),
    ("orders -x", "'hean orders' has no option -x", "hean orders --help"),
    ("orders --size", "--size needs a value: --size N", "hean orders --help"),
    ("orders --size --dry", "--size needs a value: --size N", "hean orders --help"),
    ("orders --dry=yes", "--dry takes no value, but got 'yes'", "hean orders --help"),
    (
      "orders --mode fsat", "--mode cannot be 'fsat': expected one of fast, slow. Did you mean 'fast'?",
      "hean orders --help"
    ),
    ("orders show", "'hean orders show' needs ID", "hean orders show --help"),
    ("orders show a b", "'hean orders show' takes no word 'b' (argument 4)", "hean orders show --help"),
    ("group", "'hean group' needs one of: inner", "hean group --help"),
  ])
  func `an error points at the word and says what next`(line: String, message: String, next: String) throws {
    let error = #expect(throws: UsageError.self) { try parse(line) }
    #expect(error?.message == message)
    #expect(error?.nextStep.text == next)
  }

  @Test func `a mark stands under the wrong word`() async {
    let ran = await Console().run("orders", "--status", "opne", "--json")
    #expect(ran.errors.hasPrefix(#"{"error":{"code":"usage""#))
    let told = await Console().run("orders", "--symbol", "日本", "--status", "opne")
    #expect(
      told.errors == """
        hean: --status cannot be 'opne': expected one of open, filled, all, cancelled, rejected. Did you mean 'open'?
          hean orders --symbol 日本 --status opne
                                             ^^^^
        next: hean orders --help

        """)
  }

  @Test(
    arguments: [
      ("", nil), ("5", Duration.seconds(5)), ("500ms", .milliseconds(500)), ("1.5s", .milliseconds(1500)),
      ("1h", .seconds(3600)), ("1d", .seconds(86_400)), ("-5s", nil), ("0", nil), ("5x", nil), ("1e99", nil),
      ("1h30m", .seconds(5400)), ("2w", .seconds(1_209_600)), ("1w2d", .seconds(777_600)), ("3d04h", .seconds(273_600)),
      ("1m0.5s", .milliseconds(60_500)),
      ("2s500ms", .milliseconds(2500)),
      ("30m1h", nil), ("1m1m", nil), ("1h30", nil), ("h", nil), ("2026-11-21", nil), ("1.2.3s", nil), ("5-3", nil),
      ("0.1ms", nil), ("1h 30m", nil), ("٣s", nil),
    ] as [(String, Duration?)])
  func `spans of time`(text: String, expected: Duration?) { #expect(Spans.duration(text) == expected) }
}
