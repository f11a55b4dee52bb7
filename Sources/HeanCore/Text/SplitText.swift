extension String {
  /// Only its letters and digits, in small letters: so names are compared that people type in many ways.
  package var lettersAndDigits: String { lowercased().filter { $0.isLetter || $0.isNumber } }

  /// The parts between an ASCII character, without empty ones. Byte by byte: to find where characters begin takes ten times
  /// as long, and the tables of a question have thousands of words.
  package func split(atEach separator: Unicode.Scalar) -> [String] {
    let byte = UInt8(ascii: separator)
    return utf8.split { $0 == byte }.map { String(Substring($0)) }
  }
}
