import HeanCore

extension Zone {
  /// Central European Time with its rule of today, whatever tz database the machine has.
  static let berlin = Zone(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc
}
