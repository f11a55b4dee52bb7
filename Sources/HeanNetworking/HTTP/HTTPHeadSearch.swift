/// Finds the end of a head that comes in pieces. No byte is searched twice, so that a head that comes byte by byte does
/// not take quadratic time.
struct HTTPHeadSearch: Sendable {
  /// How many bytes from the beginning of the head were searched and hold no beginning of the empty line.
  private var searched = 0

  /// - Parameter bytes: all bytes received since the beginning of the head.
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
