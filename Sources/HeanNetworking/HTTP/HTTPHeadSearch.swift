/// Finds the end of a head that comes in pieces. What was searched is not searched again: a head that comes byte by byte
/// must not take the square of its length.
struct HTTPHeadSearch: Sendable {
  /// Bytes from the beginning of the head in which no empty line begins.
  private var searched = 0

  /// - Parameter bytes: from the beginning of the head on.
  /// - Returns: how many of them stand before the empty line; `nil` while there is none.
  mutating func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    var place = bytes.startIndex + searched
    while place + 3 < bytes.endIndex {
      if bytes[place] == 13, bytes[place + 1] == 10, bytes[place + 2] == 13, bytes[place + 3] == 10 {
        searched = 0
        return place - bytes.startIndex
      }
      place += 1
    }
    searched = place - bytes.startIndex
    return nil
  }
}
