/// The lists that are made from the table. Some are older than it and have an order of their own, which is kept: such a
/// list names what stands first, and everything else follows in the order of the table.
extension Settings {
  /// The options that every command takes.
  static var global: [any AnySetting] { all.filter(\.isGlobal) }

  /// The options that only `hean profile add` takes.
  static var ofProfiles: [any AnyOption] {
    all.filter { !$0.isGlobal }.beginning(with: [allowPlainHTTPKey, caFile], \.name).map { $0 as any AnyOption }
  }

  /// The options of a practice world.
  static var world: [any AnyOption] {
    all.filter { $0.key?.place == .practice }.beginning(with: [scenario], \.name).map { $0 as any AnyOption }
  }

  /// hean's own variables, for help.
  static var variables: [SettingVariable] {
    let first = [
      profileVariable, url.variable, apiKeyVariable, apiKeyFile.variable, output.variable, timeout.variable,
      timeZone.variable, codeVariable, websocketVariable, httpVariable,
    ]
    return all.compactMap(\.variable).filter { !$0.isShared }.beginning(with: first.compactMap(\.self), \.name)
  }

  /// The keys of one object of a profile.
  static func keys(in place: SettingKey.Place) -> [SettingKey] {
    all.compactMap(\.key).filter { $0.place == place }
  }

  /// The order in which values are read. Of two wrong ones of the same kind (essential or not), the first is the one that a run
  /// complains about.
  static var settled: [any OrdinarySetting] { ordinary.beginning(with: [timeZone], \.name) }
}

extension Array {
  /// These first, whether they are among the elements or not, then the others.
  fileprivate func beginning(with first: [Element], _ name: (Element) -> String) -> [Element] {
    let names = first.map(name)
    return first + filter { !names.contains(name($0)) }
  }
}
