/// How a cell of a screen is drawn: attributes and two colours, as SGR sequences (ECMA-48) set them. Eight bytes.
struct CellStyle: Sendable, Hashable {
  struct Attributes: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    static let bold = Attributes(rawValue: 1)
    static let faint = Attributes(rawValue: 2)
    static let italic = Attributes(rawValue: 4)
    static let underlined = Attributes(rawValue: 8)
    static let reversed = Attributes(rawValue: 16)
    static let struck = Attributes(rawValue: 32)
  }

  static let plain = CellStyle()

  /// Attributes above the 26 bits of the colour of the text.
  private var front: UInt32 = 0
  private var back: UInt32 = 0

  private static let colourBits: UInt32 = 0x03FF_FFFF

  var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: front >> 26)) }
    set { front = front & Self.colourBits | UInt32(newValue.rawValue & 0x3F) << 26 }
  }

  /// 0: the terminal's own. Else the kind above 24 bits of value, as `Kind` has it.
  private var foreground: UInt32 {
    get { front & Self.colourBits }
    set { front = front & ~Self.colourBits | newValue }
  }

  private enum Kind {
    static let sixteen: UInt32 = 1 << 24
    static let indexed: UInt32 = 2 << 24
    static let direct: UInt32 = 3 << 24
    static let all: UInt32 = 3 << 24
  }

  /// Whether a blank in this style looks like one without any.
  var isUnseenOnBlanks: Bool { back == 0 && attributes.isDisjoint(with: [.reversed, .underlined, .struck]) }

  /// Takes the parameters of an SGR sequence. Those without a meaning here are passed over.
  mutating func apply(_ parameters: [Int]) {
    if parameters.isEmpty { self = .plain }
    var index = 0
    while index < parameters.count {
      let parameter = parameters[index]
      index += 1
      switch parameter {
      case 0: self = .plain
      case 1: attributes.insert(.bold)
      case 2: attributes.insert(.faint)
      case 3: attributes.insert(.italic)
      case 4: attributes.insert(.underlined)
      case 7: attributes.insert(.reversed)
      case 9: attributes.insert(.struck)
      case 22: attributes.subtract([.bold, .faint])
      case 23: attributes.remove(.italic)
      case 24: attributes.remove(.underlined)
      case 27: attributes.remove(.reversed)
      case 29: attributes.remove(.struck)
      case 30...37: foreground = Kind.sixteen | UInt32(parameter - 30)
      case 39: foreground = 0
      case 40...47: back = Kind.sixteen | UInt32(parameter - 40)
      case 49: back = 0
      case 90...97: foreground = Kind.sixteen | UInt32(parameter - 82)
      case 100...107: back = Kind.sixteen | UInt32(parameter - 92)
      case 38, 48:
        guard let (colour, count) = Self.colour(parameters[index...]) else { return }
        index += count
        if parameter == 38 { foreground = colour } else { back = colour }
      default: break
      }
    }
  }

  /// The colour after 38 or 48, and how many parameters it has; `nil` when they are none.
  private static func colour(_ rest: ArraySlice<Int>) -> (UInt32, Int)? {
    func byte(_ place: Int) -> UInt32 { UInt32(clamping: min(255, rest[rest.startIndex + place])) }
    if rest.count >= 2, rest.first == 5 { return (Kind.indexed | byte(1), 2) }
    if rest.count >= 4, rest.first == 2 { return (Kind.direct | byte(1) << 16 | byte(2) << 8 | byte(3), 4) }
    return nil
  }

  /// The shortest SGR sequence that changes another style into this one; empty when they are the same.
  func sequence(after other: CellStyle) -> [UInt8] {
    guard self != other else { return [] }
    if self == .plain { return Array("\u{1B}[m".utf8) }
    let anew = parameters(after: .plain)
    let changed = parameters(after: other)
    // An empty parameter is 0, and takes one byte less.
    return Array("\u{1B}[".utf8) + (changed.count <= anew.count + 1 ? changed : [UInt8(ascii: ";")] + anew)
      + [UInt8(ascii: "m")]
  }

  private func parameters(after other: CellStyle) -> [UInt8] {
    var parameters: [Int] = []
    let (gone, lost) = (other.attributes.subtracting(attributes), [Attributes.bold, .faint])
    // One parameter ends both, and the one that stays is set again.
    let isWeightAnew = lost.contains(where: gone.contains)
    if isWeightAnew { parameters.append(22) }
    if gone.contains(.italic) { parameters.append(23) }
    if gone.contains(.underlined) { parameters.append(24) }
    if gone.contains(.reversed) { parameters.append(27) }
    if gone.contains(.struck) { parameters.append(29) }
    let new = attributes.subtracting(other.attributes)
    if attributes.contains(.bold), new.contains(.bold) || isWeightAnew { parameters.append(1) }
    if attributes.contains(.faint), new.contains(.faint) || isWeightAnew { parameters.append(2) }
    if new.contains(.italic) { parameters.append(3) }
    if new.contains(.underlined) { parameters.append(4) }
    if new.contains(.reversed) { parameters.append(7) }
    if new.contains(.struck) { parameters.append(9) }
    if foreground != other.foreground { Self.add(foreground, 30, to: &parameters) }
    if back != other.back { Self.add(back, 40, to: &parameters) }
    return Array(parameters.map(String.init).joined(separator: ";").utf8)
  }

  private static func add(_ colour: UInt32, _ first: Int, to parameters: inout [Int]) {
    let value = Int(colour & 0xFF_FFFF)
    switch colour & Kind.all {
    case Kind.sixteen: parameters.append(value < 8 ? first + value : first + 52 + value)
    case Kind.indexed: parameters += [first + 8, 5, value]
    case Kind.direct: parameters += [first + 8, 2, value >> 16, value >> 8 & 0xFF, value & 0xFF]
    default: parameters.append(first + 9)
    }
  }
}
