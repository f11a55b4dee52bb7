/// How the bytes of one connection come: whole, one by one, or in pieces whose sizes a seed decides.
enum Pieces {
  case whole, single
  case seeded(UInt8)

  func cut(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    switch self {
    case .whole: return [Array(bytes)]
    case .single: return bytes.map { [$0] }
    case .seeded(let seed):
      var state = UInt32(seed) &* 2_654_435_761 | 1
      var pieces: [[UInt8]] = []
      var rest = bytes
      while !rest.isEmpty {
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        // Mostly small, so that many places are cut; now and then large, so that long bodies come to an end.
        let size = Int(state & 7 == 0 ? state >> 20 : state >> 4 & 31) + 1
        pieces.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      return pieces
    }
  }
}
