import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Whatever the table of settings declares is taken by the parser and by profiles, shown, told in help, and looked up in
/// one order.
struct SettingsTableTests {
  enum Source { case flag, variable, file }

  /// The name of the option; a row of the table is no value that a test can be named by.
  static let names = Settings.all.map(\.name)

  private func setting(_ name: String) throws -> any AnySetting {
    try #require(Settings.all.first { $0.name == name })
  }

  /// Texts that can be given for a setting, and how `hean profile show` shows each. Of a setting that takes one of a few
  /// words they are those words; any other is named here.
  private func samples(_ setting: any AnySetting) throws -> [(text: String, shown: String)] {
    let choices = setting.spec.shape.choices
    if choices.count > 1 { return (0..<3).map { (choices[$0 % choices.count], choices[$0 % choices.count]) } }
    let texts: [String: [String]] = [
      "profile": ["main", "other", "third"], "url": ["http://a:1", "http://b:2", "http://c:3"],
      "api-key-file": ["/a", "/b", "/c"], "api-key-command": ["print"], "api-key-env": ["KEY"],
      "allow-plain-http-key": ["true"], "read-only": ["true", "true"], "totp-file": ["/secret"],
      "no-motion": ["true", "true", "true"], "group-digits": ["true", "true", "true"],
      "no-input": ["true", "true", "true"], "pager": ["more", "most"],
      "ca-file": ["/a.pem", "/b.pem", "/c.pem"], "timeout": ["1s", "2s", "3s"],
      "tz": ["Asia/Tokyo", "Europe/Berlin", "UTC"], "seed": ["2", "3", "4"], "speed": ["2", "3", "4"],
      "live-keys": ["close=d,quit=Q"], "exchange-url": ["https://x"], "exchange-key-file": ["/k"],
      "ssh": ["user@host", "host:2222", "other"], "group": ["eu", "us"],
    ]
    let known = try #require(texts[setting.name], "give --\(setting.name) some texts here")
    return known.map { text in
      switch setting.name {
      case "api-key-file": (text, "file \(text)")
      case "api-key-command": (text, "api_key_command")
      case "api-key-env": (text, "environment variable \(text)")
      case "allow-plain-http-key", "read-only", "no-motion", "group-digits", "no-input": (text, "yes")
      default: (text, text)
      }
    }
  }

  /// The name of its row; the sources of the key share one.
  private func title(_ setting: any AnySetting) -> String {
    setting.name.hasPrefix("api-key") ? "api_key" : setting.title
  }

  private func json(_ text: String, _ key: SettingKey) -> JSONValue {
    switch key.kind {
    case .text, .path: .string(text)
    case .truth: true
    case .number: Decimal(exactly: text).map(JSONValue.number) ?? .null
    }
  }

  /// From the one with the highest priority on.
  private func sources(_ setting: any AnySetting) -> [Source] {
    let flag: [Source] = setting.isGlobal ? [.flag] : []
    let variable: [Source] = setting.variable == nil ? [] : [.variable]
    let file: [Source] = setting.key == nil && setting.name != "profile" ? [] : [.file]
    return setting.variable?.isShared == true ? flag + file + variable : flag + variable + file
  }

  private func row(
    _ setting: any AnySetting, _ given: [(source: Source, text: String)]
  ) throws -> SettingRow {
    let isOfPractice = setting.key?.place == .practice
    var flags = SettingFlags()
    var environment: [String: String] = [:]
    var file = ConfigurationFile(current: isOfPractice ? "practice" : "main", profiles: [:])
    for name in ["main", "other", "third", "practice"] { file.profiles[name] = .init() }
    if setting.name == "profile" { file.current = nil }
    for (source, text) in given {
      switch source {
      case .flag: flags[setting] = text
      case .variable: environment[try #require(setting.variable).name] = text
      case .file:
        guard let key = setting.key else {
          file.current = text
          continue
        }
        let values = [key.name: json(text, key)]
        file.profiles[isOfPractice ? "practice" : "main"] =
          isOfPractice ? .init(practice: .init(values)) : .init(values)
      }
    }
    let settings = try EffectiveSettings.resolve(
      flags: flags, environment: environment, file: LoadedConfiguration(path: "/c/config.json", file: file))
    return try #require(settings.rows().first { $0.name == title(setting) }, "profile show has no such row")
  }

  private func origin(_ source: Source, of setting: any AnySetting) -> String {
    switch source {
    case .flag: "flag --\(setting.name)"
    case .variable: "environment \(setting.variable?.name ?? "")"
    case .file where setting.key == nil: "current in /c/config.json"
    case .file: "profile \(setting.key?.place == .practice ? "practice" : "main") (/c/config.json)"
    }
  }

  @Test(arguments: names)
  func `a flag wins over the environment, the environment over the profile, the profile over the default`(
    name: String
  ) throws {
    let setting = try setting(name)
    let (sources, samples) = (sources(setting), try samples(setting))
    try #require(!sources.isEmpty && sources.count <= samples.count)
    let given = Array(zip(sources, samples))
    for first in given.indices {
      let row = try row(setting, given[first...].map { ($0.0, $0.1.text) })
      #expect(row.value == given[first].1.shown)
      #expect(row.origin == origin(given[first].0, of: setting))
    }
    #expect(try row(setting, []).origin == "default")
    for source in sources where source == .variable {
      #expect(try row(setting, [(source, "")]).origin == "default", "an empty variable counts as unset")
    }
  }

  @Test(arguments: names)
  func `its option is taken, and told in help`(name: String) throws {
    let setting = try setting(name)
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    let command = setting.isGlobal ? ["status"] : ["profile", "add", "x"]
    let text = try samples(setting)[0].text
    let line = try parser.parse(command + ["--\(name)"] + (setting.spec.takesValue ? [text] : []))
    let isTaken = line.isGiven(setting)
    #expect(isTaken)
    #expect(SettingFlags(line)[setting] == (setting.isGlobal ? text : nil))
    let topic = HelpTopic.all.first { $0.name == "options" }
    let help = setting.isGlobal ? topic?.text ?? "" : CommandTable.help(on: line.spec, path: line.path)
    #expect(help.contains("--\(name)\(setting.spec.placeholder.map { " \($0)" } ?? "") "))
    #expect(GlobalOptions.all.filter { $0.name == name }.count == (setting.isGlobal ? 1 : 0))
  }

  @Test func `every variable has one line in the help on the environment`() async {
    let page = await Console().run("help", "environment").output.split(separator: "\n")
    let loose = [Settings.apiKeyVariable, Settings.codeVariable, Settings.websocketVariable, Settings.httpVariable]
    for variable in Settings.all.compactMap(\.variable) + loose {
      #expect(page.filter { $0.hasPrefix("  \(variable.name) ") }.count == 1, "\(variable.name)")
    }
  }

  @Test(arguments: names.filter { name in Settings.all.contains { $0.name == name && $0.key?.place == .profile } })
  func `profile add stores it, profile show shows it, and no key is unknown`(name: String) async throws {
    let setting = try setting(name)
    let key = try #require(setting.key)
    var (text, shown) = try samples(setting)[0]
    let home = Console.freshHome()
    if setting.name == Settings.caFile.name {
      text = home + "/ca.pem"
      shown = text
      try "-----BEGIN CERTIFICATE-----\n".write(toFile: text, atomically: true, encoding: .utf8)
    }
    let words = ["profile", "add", "main", "--\(name)"] + (setting.spec.takesValue ? [text] : [])
    let added = await Console(home: home).run(words)
    #expect(added.code == .ok && added.errors.isEmpty, "\(added)")
    let path = home + "/.config/hean/config.json"
    let (file, warnings) = try ConfigurationParser.parse(try Data(contentsOf: URL(filePath: path)), path: path)
    #expect(warnings.isEmpty)
    #expect(file.profiles["main"] == .init([key.name: json(text, key)]))
    #expect(file.profiles["main"]?[setting] == text)
    let ran = await Console(columns: 200, home: home).run("profile", "show")
    let row = ran.output.split(separator: "\n").first { $0.hasPrefix(title(setting) + " ") } ?? ""
    #expect(row.contains(shown), "\(ran)")
    #expect(row.contains("profile main ("), "\(ran)")
    if setting.isGlobal {
      #expect(CommandTable.help(on: ProfileCommand.Add.spec, path: ["profile", "add"]).contains("--\(name)"))
    }
  }

  @Test func `a profile with every key is read without a warning and written as it was`() throws {
    var members: [SettingKey.Place: [String: JSONValue]] = [:]
    for setting in Settings.all {
      guard let key = setting.key else { continue }
      members[key.place, default: [:]][key.name] = json(try samples(setting)[0].text, key)
    }
    let profile = ConfigurationFile.Profile(
      members[.profile] ?? [:], practice: .init(members[.practice] ?? [:]))
    let file = ConfigurationFile(current: "main", profiles: ["main": profile])
    let again = try ConfigurationParser.parse(try file.encoded(), path: "/c/config.json")
    #expect(again.warnings.isEmpty && again.file == file)
    #expect(members.values.map(\.count).reduce(0, +) == Settings.all.compactMap(\.key).count, "keys are not unique")
  }

  @Test(arguments: Settings.all.compactMap { $0.key?.path })
  func `a key of a wrong type is an error that names it`(path: String) throws {
    let key = try #require(Settings.all.compactMap(\.key).first { $0.path == path })
    let text = key.place == .practice ? #"{"practice": {"\#(key.name)": []}}"# : #"{"\#(key.name)": []}"#
    do throws(ConfigurationError) {
      _ = try ConfigurationParser.parse(Data(#"{"profiles": {"main": \#(text)}}"#.utf8), path: "/c")
      Issue.record("taken")
    } catch {
      #expect(error.message == "/c:1: \"profiles.main.\(path)\" must be \(key.kind.phrase), not a list")
    }
  }

  // Any text can be a pager.
  @Test(
    arguments: Settings.ordinary.filter { $0.variable?.isShared == false && $0.name != Settings.pager.name }.map(\.name)
  )
  func `in an emergency a wrong value gives way, unless it is essential`(name: String) throws {
    let setting = try #require(Settings.ordinary.first { $0.name == name })
    let variable = try #require(setting.variable)
    let file = LoadedConfiguration(path: "/c/config.json", file: ConfigurationFile())
    for isEmergency in [false, true] {
      let settings = try? EffectiveSettings.resolve(
        flags: SettingFlags(), environment: [variable.name: "nonsense"], file: file, isEmergency: isEmergency)
      #expect((settings != nil) == (isEmergency && !setting.isEssential))
      guard let settings else { continue }
      #expect(settings.notes.count == 1 && settings.notes[0].hasSuffix("; going on with the default"))
      #expect(settings.rows().first { $0.name == setting.title }?.origin == "default")
    }
  }
}
