extension TargetFlags {
  init(_ line: ParsedLine) {
    if line[GlobalOptions.practice] { words.append("--\(GlobalOptions.practice.name)") }
    let choosing: [any AnyOption] = [GlobalOptions.profile, GlobalOptions.url, GlobalOptions.apiKeyFile]
    for option in choosing + GlobalOptions.world {
      for value in line.texts(option) { words += ["--\(option.name)", value] }
    }
    if let name = line.text(GlobalOptions.profile) { profile = ["--\(GlobalOptions.profile.name)", name] }
  }
}
