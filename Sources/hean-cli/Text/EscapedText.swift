extension String {
  /// With a backslash before each of these characters. Scalars are compared, because a combining mark behind one makes
  /// another `Character` of it.
  func escaping(_ special: String) -> String {
    let special = special.unicodeScalars
    var text = UnicodeScalarView()
    for scalar in unicodeScalars {
      if special.contains(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }
}
