/// How many typing errors turn one word into another: letters added, left out, changed, or two neighbours swapped.
public enum EditDistance {
  private static let longest = 200

  /// The number of typing errors; 0 for equal words. A text of over 200 letters is not compared: the answer is the
  /// length of the longer one.
  public static func between(_ left: String, _ right: String) -> Int {
    let from = Array(left)
    let to = Array(right)
    guard max(from.count, to.count) <= longest else { return max(from.count, to.count) }
    var rows = [Array(0...to.count)]
    for (i, letter) in from.enumerated() {
      var row = [i + 1]
      for (j, other) in to.enumerated() {
        var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == to[j - 1], from[i - 1] == other { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[from.count][to.count]
  }
}
