/// A decimal as sign, digits and exponent, read from and written to its bytes in memory.
///
/// Foundation needs from 100 ns to several microseconds to reach the digits, and an answer can hold a million numbers.
/// The layout of the bytes is checked once against Foundation; if it is not the expected one, Foundation's own
/// functions are used.
package struct DecimalParts: Equatable {
  package var isNegative: Bool
  package var significand: UInt128
  package var exponent: Int

  package init(isNegative: Bool, significand: UInt128, exponent: Int) {
    self.isNegative = isNegative
    self.significand = significand
    self.exponent = exponent
  }

  /// - Returns: `nil` when the memory layout of `Decimal` is not the expected one.
  package init?(_ value: Decimal) {
    guard Self.isLayoutKnown else { return nil }
    self.init(bytesOf: value)
  }

  /// The same for any number, by Foundation's own functions where the layout is not known.
  /// - Returns: `nil` for NaN.
  package init?(digitsOf value: Decimal) {
    guard !value.isNaN else { return nil }
    if let parts = DecimalParts(value) {
      self = parts
      return
    }
    guard let significand = UInt128("\(value.significand)") else { return nil }
    self.init(isNegative: value.sign == .minus, significand: significand, exponent: value.exponent)
  }

  private init(bytesOf value: Decimal) {
    (exponent, isNegative, significand) = unsafe withUnsafeBytes(of: value) { bytes in
      let low = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
      let high = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self))
      return unsafe (Int(Int8(bitPattern: bytes[0])), bytes[1] & 8 != 0, UInt128(high) << 64 | UInt128(low))
    }
  }

  /// The decimal. Trailing zeros are moved into the exponent, as Foundation does it.
  /// - Returns: `nil` when no `Decimal` has this exponent.
  package var value: Decimal? {
    guard Self.isLayoutKnown else {
      let sign: FloatingPointSign = isNegative ? .minus : .plus
      guard significand <= UInt128(UInt64.max), (-100...100).contains(exponent) else { return nil }
      return Decimal(sign: sign, exponent: exponent, significand: Decimal(UInt64(truncatingIfNeeded: significand)))
    }
    return packed
  }

  private var packed: Decimal? {
    guard significand != 0 else { return Decimal() }
    var (significand, exponent) = (significand, exponent)
    if significand <= UInt128(UInt64.max) {
      // A 128-bit division takes ten times as long.
      var short = UInt64(truncatingIfNeeded: significand)
      while short % 10 == 0 {
        short /= 10
        exponent += 1
      }
      significand = UInt128(short)
    } else {
      while significand % 10 == 0 {
        significand /= 10
        exponent += 1
      }
    }
    guard let exponent = Int8(exactly: exponent) else { return nil }
    let words = UInt8((128 - significand.leadingZeroBitCount + 15) / 16)
    var value = Decimal()
    unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe bytes[0] = UInt8(bitPattern: exponent)
      unsafe bytes[1] = words << 4 | (isNegative ? 8 : 0) | 4
      unsafe bytes.storeBytes(
        of: UInt64(truncatingIfNeeded: significand).littleEndian, toByteOffset: 4, as: UInt64.self)
      unsafe bytes.storeBytes(
        of: UInt64(truncatingIfNeeded: significand >> 64).littleEndian, toByteOffset: 12, as: UInt64.self)
    }
    return value
  }

  /// Whether it lies well inside the range of `Decimal.figure`. Foundation needs a microsecond to compare a value with
  /// the ends of that range, which is too slow for a list of many rows.
  var isCommonFigure: Bool {
    significand != 0 && significand <= UInt128(UInt64.max) && (-40...10).contains(exponent)
  }

  private static let isLayoutKnown: Bool = {
    guard MemoryLayout<Decimal>.size == 20 else { return false }
    let samples: [(Bool, UInt64, Int)] = [
      (false, 0, 0), (false, 1, 0), (true, 15, -5), (false, 0x0001_0002_0003_0005, 3), (true, .max, -18),
    ]
    return samples.allSatisfy { isNegative, significand, exponent in
      let theirs = Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(significand))
      let parts = DecimalParts(isNegative: isNegative, significand: UInt128(significand), exponent: exponent)
      guard let ours = parts.packed else { return false }
      return unsafe withUnsafeBytes(of: ours) { ours in
        unsafe withUnsafeBytes(of: theirs) { theirs in unsafe ours.elementsEqual(theirs) }
      } && DecimalParts(bytesOf: theirs) == parts
    }
  }()
}
