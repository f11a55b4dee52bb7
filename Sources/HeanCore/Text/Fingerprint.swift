extension Sequence<UInt8> {
  /// FNV-1a of 64 bits: it shows whether something has changed; it is no protection against forgery.
  package var fnv1a: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}

extension UInt64 {
  /// A hash whose upper bits depend on all of its bits, for those who use only some of them.
  package var mixed: UInt64 { self &* 0xFF51_AFD7_ED55_8CCD }
}
