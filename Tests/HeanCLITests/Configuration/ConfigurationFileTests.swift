import Foundation
import HeanCore
import Testing

@testable import HeanConsole

@Suite struct ConfigurationFileTests {
  private func parse(_ text: String) throws(ConfigurationError) -> (file: ConfigurationFile, warnings: [String]) {
    let (file, warnings) = try ConfigurationParser.parse(Data(text.utf8), path: "/c/config.json")
    return (file, warnings.map(\.message))
  }

  private func failure(_ text: String) -> ConfigurationError? {
    do throws(ConfigurationError) {
      _ = try parse(text)
      return nil
    } catch {
      return error
    }
  }

  private let whole = """
    {
      "current" : "main",
      "profiles" : {
        "main" : {
          "allow_plain_http_key" : true,
          "api_key_command" : "pass show hean",
          "api_key_env" : "KEY",
          "api_key_file" : "~/key",
          "color" : "never",
          "output" : "json",
          "timeout" : "3s",
          "tz" : "Europe/Berlin",
          "url" : "https://engine.example/base"
        },
        "practice" : {
          "practice" : {
            "scenario" : "crash",
            "seed" : 42,
            "speed" : 1.5
          }
        }
      }
    }

    """

  @Test func `every key is read and written back as it was`() throws {
    let (file, warnings) = try parse(whole)
    #expect(warnings == [])
    #expect(file.current == "main")
    #expect(
      file.profiles["main"]
        == ConfigurationFile.Profile([
          "url": "https://engine.example/base", "api_key_file": "~/key", "api_key_command": "pass show hean",
          "api_key_env": "KEY", "allow_plain_http_key": true, "timeout": "3s", "tz": "Europe/Berlin", "output": "json",
          "color": "never",
        ]))
    #expect(
      file.profiles["practice"]?.practice
        == ConfigurationFile.Practice([
          "seed": 42, "scenario": "crash", "speed": .number(try #require(Decimal(string: "1.5"))),
        ]))
    #expect(String(decoding: try file.encoded(), as: UTF8.self) == whole)
  }

  @Test func `unknown keys are warned about with their line and kept on rewrite`() throws {
    let text = """
      {
        "curent": "x",
        "profiles": {
          "main": { "url": "http://a",
            "urll": [1, {"deep": null}],
            "practice": { "sed": 0.10 } }
        }
      }
      """
    var (file, warnings) = try parse(text)
    #expect(
      warnings == [
        "/c/config.json:2: unknown key \"curent\" has no effect",
        "/c/config.json:5: unknown key \"profiles.main.urll\" has no effect",
        "/c/config.json:6: unknown key \"profiles.main.practice.sed\" has no effect",
      ])
    try file.use("main")
    let again = try parse(String(decoding: try file.encoded(), as: UTF8.self)).file
    #expect(again == file)
    #expect(again.unknown == ["curent": "x"])
    #expect(again.profiles["main"]?.unknown == ["urll": [1, ["deep": nil]]])
    #expect(again.profiles["main"]?.practice?.unknown["sed"] == .number(Decimal(string: "0.1") ?? 0))
  }

  @Test func `null and an empty document set nothing`() throws {
    #expect(try parse("{}").file == ConfigurationFile())
    #expect(try parse(#"{"current": null, "profiles": {"a": {"url": null}}}"#).file.profiles["a"]?[Settings.url] == nil)
  }

  @Test(arguments: [
    ("", "/c/config.json:1:1: not valid JSON: the text ends where a value is expected"),
    ("{\n  \"a\": 1\n  \"b\": 2\n}", "/c/config.json:3:3: not valid JSON: \",\" or \"}\" is expected"),
    ("{\n  \"a\": 1,\n}", "/c/config.json:3:1: not valid JSON: a key in double quotes is expected"),
    ("{\"a\" 1}", "/c/config.json:1:6: not valid JSON: \":\" is expected after \"a\""),
    ("{\"a\": [1,]}", "/c/config.json:1:10: not valid JSON: a value is expected"),
    ("{\"a\": [1 2]}", "/c/config.json:1:10: not valid JSON: \",\" or \"]\" is expected"),
    ("{\"a\": yes}", "/c/config.json:1:7: not valid JSON: \"yes\" is no value"),
    ("{\"a\": 01}", "/c/config.json:1:7: not valid JSON: \"01\" is no value"),
    ("{\"a\": \"b\n\"}", "/c/config.json:1:9: not valid JSON: a string has no closing quote on its line"),
    ("{\"a\": \"b", "/c/config.json:1:9: not valid JSON: a string has no closing quote"),
    ("{\"a\": \"b\\", "/c/config.json:1:9: not valid JSON: a backslash is followed by no known escape"),
    ("{} x", "/c/config.json:1:4: not valid JSON: something follows the end of the document"),
    ("{\"a\": 1,\n\"a\": 2}", "/c/config.json:2:4: not valid JSON: \"a\" stands here and on line 1"),
    (
      String(repeating: "[", count: 100_000), "/c/config.json:1:33: not valid JSON: nested too deeply"
    ),
    ("{\"a\": \"\\x\"}", "/c/config.json:1:8: not valid JSON: a backslash is followed by no known escape"),
    ("{\"a\": \"\\u12\"}", "/c/config.json:1:8: not valid JSON: a backslash is followed by no known escape"),
    ("{\"a\": \"\\ud83d\"}", "/c/config.json:1:8: not valid JSON: a backslash is followed by no known escape"),
  ])
  func `broken JSON is shown with its place`(text: String, message: String) {
    #expect(failure(text)?.message == message)
  }

  @Test func `escapes are understood and bytes that are no text refused`() throws {
    #expect(try parse(#"{"current": "\"\\\/\b\f\n\r\t\u0041\uD83D\uDE00"}"#).file.current == "\"\\/\u{8}\u{C}\n\r\tA😀")
    #expect(throws: ConfigurationError.brokenJSON(path: "/c", line: 1, column: 1, problem: "it is not UTF-8 text")) {
      try ConfigurationParser.parse(Data("{\"a\": \"".utf8) + [0xFF] + Data("\"}".utf8), path: "/c")
    }
  }

  @Test(arguments: [
    (
      "[]", "/c/config.json: \"the document\" must be an object, not a list",
      "make \"the document\" in /c/config.json an object"
    ),
    (
      "{\"profiles\":\n {\"m\":\n {\"url\": 1}}}",
      "/c/config.json:3: \"profiles.m.url\" must be a string, not a number",
      "make \"profiles.m.url\" in /c/config.json a string"
    ),
    (
      #"{"profiles": {"m": {"allow_plain_http_key": "yes"}}}"#,
      "/c/config.json:1: \"profiles.m.allow_plain_http_key\" must be true or false, not a string",
      "make \"profiles.m.allow_plain_http_key\" in /c/config.json true or false"
    ),
    (
      #"{"profiles": {"m": {"practice": {"seed": true}}}}"#,
      "/c/config.json:1: \"profiles.m.practice.seed\" must be a number, not true or false",
      "make \"profiles.m.practice.seed\" in /c/config.json a number"
    ),
    (
      #"{"profiles": {"m": []}}"#, "/c/config.json:1: \"profiles.m\" must be an object, not a list",
      "make \"profiles.m\" in /c/config.json an object"
    ),
  ])
  func `a wrong type names the key`(text: String, message: String, nextStep: String) {
    #expect(failure(text)?.message == message)
    #expect(failure(text)?.nextStep.text == nextStep)
  }

  @Test func `names and the practice profile are held to their rules`() {
    let name = failure("{\"profiles\": {\n\"../x\": {}}}")
    #expect(name?.message == "profiles from profiles.../x in /c/config.json:2: \"../x\" cannot be a profile's name")
    #expect(name?.isUsage == false)
    let practice = failure("{\"profiles\":\n{\"practice\": {\n\"url\": \"http://a\"}}}")
    #expect(
      practice?.message
        == "profile \"practice\" is built in: it cannot have a url (/c/config.json:3)")
    #expect(practice?.nextStep == "choose another name for a profile of your own")
  }
}

@Suite struct ProfileOperationTests {
  private let file = ConfigurationFile(
    current: "main", profiles: ["main": .init(["url": "http://a:1"], unknown: ["x": 1]), "b": .init()])

  @Test func `profiles are listed by name, practice always among them`() {
    #expect(
      file.summaries() == [
        .init(name: "b", isCurrent: false, url: nil, isPractice: false),
        .init(name: "main", isCurrent: true, url: "http://a:1", isPractice: false),
        .init(name: "practice", isCurrent: false, url: nil, isPractice: true),
      ])
  }

  @Test func `a profile is added once, and replaced only on request`() throws {
    var file = file
    try file.add("new", .init(["url": "https://n"]))
    #expect(file.profiles["new"]?[Settings.url] == "https://n")
    #expect(throws: ConfigurationError.profileExists("main")) { try file.add("main", .init()) }
    #expect(ConfigurationError.profileExists("main").message == "profile \"main\" exists already")
    #expect(
      ConfigurationError.profileExists("main").nextStep.text
        == "hean profile add main --replace, or choose another name")
    try file.add("main", .init(["url": "http://c"]), replacing: true)
    #expect(file.profiles["main"] == .init(["url": "http://c"], unknown: ["x": 1]))
  }

  @Test func `bad names and addresses are not added`() {
    var file = file
    for name in ["", "A", ".hidden", "-x", "a/b", "é", String(repeating: "a", count: 65)] {
      #expect(throws: ConfigurationError.invalidProfileName(name)) { try file.add(name, .init()) }
    }
    #expect(throws: ConfigurationError.self) { try file.add("x", .init(["url": "ftp://a"])) }
    #expect(throws: ConfigurationError.practiceIsBuiltIn(problem: "it cannot have a url")) {
      try file.add("practice", .init(["url": "http://a"]))
    }
    #expect(file == self.file)
  }

  @Test func `use and show want a known name`() throws {
    var file = file
    try file.use("b")
    #expect(file.current == "b")
    try file.use("practice")
    #expect(file.current == "practice")
    #expect(try file.show("practice") == .init())
    let error = ConfigurationError.unknownProfile(name: "nope", origin: nil, known: ["b", "main", "practice"])
    #expect(throws: error) { try file.use("nope") }
    #expect(error.message == "there is no profile \"nope\"")
    #expect(error.nextStep.text == "known profiles: b, main, practice", "nobody makes one in order to remove it")
    let chosen = ConfigurationError.unknownProfile(
      name: "nope", origin: .flag("--profile"), known: ["b", "main", "practice"])
    #expect(
      chosen.nextStep.text == "known profiles: b, main, practice; to make it: hean profile add nope --url URL")
  }

  @Test func `removing the current profile leaves none current`() throws {
    var file = file
    #expect(try !file.remove("b"))
    #expect(file.current == "main")
    #expect(try file.remove("main"))
    #expect(file == ConfigurationFile())
    #expect(throws: ConfigurationError.practiceIsBuiltIn(problem: "it cannot be removed")) {
      try file.remove("practice")
    }
    #expect(throws: ConfigurationError.self) { try file.remove("main") }
  }
}
