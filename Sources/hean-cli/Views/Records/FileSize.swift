import HeanCore

/// Sizes of files for people.
enum FileSize {
  /// `812 bytes`, `3.4 MB`: in units of a thousand, as `df -H` and shops of disks have them.
  static func text(_ bytes: Int) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
    guard let (size, name) = units.first(where: { bytes >= $0.0 }) else { return Figures.counted(bytes, "byte") }
    return "\(Figures.text(Decimal(bytes) / Decimal(size), places: 1)) \(name)"
  }
}
