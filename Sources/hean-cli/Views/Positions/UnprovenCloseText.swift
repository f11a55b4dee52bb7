import HeanCore

extension UnprovenClose {
  /// How many are shown; the others are only counted.
  static let maxListed = 3

  func words(_ view: Viewpoint, _ mode: OperatingMode) -> Guidance {
    let moment = view.timestamp(at)
    if mode.isPaper {
      return isStillOpen
        ? "Close of \(what) at \(moment) was refused, and it is still open: \(.query(.auditRecord, id))"
        : "Close of \(what) at \(moment) was not confirmed: \(.query(.auditRecord, id))"
    }
    return isStillOpen
      ? """
      Close of \(what) at \(moment) was refused, and it is still open; close it at the exchange itself: \
      \(.query(.auditRecord, id))
      """
      : "Close of \(what) at \(moment) was not confirmed; check the exchange itself: \(.query(.auditRecord, id))"
  }
}
