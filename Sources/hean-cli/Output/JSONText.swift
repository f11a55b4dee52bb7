import Foundation
import HeanCore

/// JSON with sorted keys, exact decimals, no NaN.
enum JSONText {
  static func encode(_ value: some Encodable, pretty: Bool) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return try encoder.encode(value)
  }

  static func line(_ value: some Encodable) throws -> String {
    String(decoding: try encode(value, pretty: false), as: UTF8.self) + "\n"
  }
}
