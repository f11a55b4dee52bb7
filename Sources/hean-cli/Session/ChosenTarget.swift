extension TargetFlags {
  init(_ line: ParsedLine) {
    if line[GlobalOptions.practice] { words.append("--\(GlobalOptions.practice.name)") }
    let choosing: [any AnyOption] = [Settings.profile, Settings.url, Settings.apiKeyFile]
    for option in choosing + GlobalOptions.world {
      for value in line.texts(option) { words += ["--\(option.name)", value] }
    }
    if let name = line.text(Settings.profile) { profile = ["--\(Settings.profile.name)", name] }
  }
}
