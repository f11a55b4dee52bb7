/// A rectangle of the screen, in cells.
struct PaneRectangle: Sendable, Equatable {
  var row: Int
  var column: Int
  var width: Int
  var height: Int
}

/// Divides a rectangle among panes.
indirect enum PaneLayout: Sendable, Equatable {
  case pane(PaneKind)
  /// One below the other.
  case rows([Share])
  /// Side by side, with a line between them.
  case columns([Share])

  /// A part of a rectangle.
  struct Share: Sendable, Equatable {
    /// How much of it.
    enum Size: Sendable, Equatable {
      /// Exactly so many cells.
      case cells(Int)
      /// What the others leave, divided by these weights.
      case weight(Int)
    }

    var size: Size
    var layout: PaneLayout
  }

  static func cells(_ count: Int, _ kind: PaneKind) -> Share { Share(size: .cells(count), layout: .pane(kind)) }
  static func cells(_ count: Int, _ layout: PaneLayout) -> Share { Share(size: .cells(count), layout: layout) }
  static func weight(_ weight: Int, _ kind: PaneKind) -> Share { Share(size: .weight(weight), layout: .pane(kind)) }
  static func weight(_ weight: Int, _ layout: PaneLayout) -> Share { Share(size: .weight(weight), layout: layout) }

  /// The panes in the order in which the tab key goes through them.
  var kinds: [PaneKind] {
    switch self {
    case .pane(let kind): [kind]
    case .rows(let shares), .columns(let shares): shares.flatMap(\.layout.kinds)
    }
  }

  /// Where each pane stands. One for which nothing is left is missing.
  func placed(in rectangle: PaneRectangle) -> [(kind: PaneKind, rectangle: PaneRectangle)] {
    guard rectangle.width > 0, rectangle.height > 0 else { return [] }
    switch self {
    case .pane(let kind): return [(kind, rectangle)]
    case .rows(let shares):
      var place = rectangle
      return zip(shares, Self.divided(rectangle.height, shares)).flatMap { share, height in
        place.height = height
        defer { place.row += height }
        return share.layout.placed(in: place)
      }
    case .columns(let shares):
      // A column of cells between two panes is for the line.
      let lines = max(0, shares.count - 1)
      var place = rectangle
      return zip(shares, Self.divided(rectangle.width - lines, shares)).flatMap { share, width in
        place.width = width
        defer { place.column += width + 1 }
        return share.layout.placed(in: place)
      }
    }
  }

  /// How many cells each share gets; fixed shares go first, and the last weighted one gets what rounding leaves.
  private static func divided(_ whole: Int, _ shares: [Share]) -> [Int] {
    var left = max(0, whole)
    var sizes = shares.map { share -> Int? in
      guard case .cells(let count) = share.size else { return nil }
      let size = min(count, left)
      left -= size
      return size
    }
    var weights = shares.reduce(0) { sum, share in
      if case .weight(let weight) = share.size { sum + weight } else { sum }
    }
    for (index, share) in shares.enumerated() {
      guard case .weight(let weight) = share.size, weights > 0 else { continue }
      let size = left * weight / weights
      sizes[index] = size
      left -= size
      weights -= weight
    }
    return sizes.map { $0 ?? 0 }
  }
}

extension PaneLayout {
  /// How much room there is, by which a workspace has more or fewer panes.
  private enum Room { case tiny, usual, wide, huge }

  /// - Parameters:
  ///   - columns: of the rectangle for panes.
  ///   - rows: of it.
  static func of(_ workspace: Workspace, columns: Int, rows: Int) -> PaneLayout {
    let room: Room =
      columns < 60 || rows < 14
      ? .tiny : columns < 110 || rows < 28 ? .usual : columns < 170 || rows < 44 ? .wide : .huge
    switch workspace {
    case .overview: return overview(room)
    case .positions: return positions(room)
    case .risk: return risk(room)
    case .market: return market(room)
    case .pipeline: return pipeline(room)
    case .events: return .rows([cells(4, .verdicts), weight(1, .events)])
    }
  }

  private static func overview(_ room: Room) -> PaneLayout {
    switch room {
    case .tiny: .rows([cells(4, .verdicts), weight(1, .positions)])
    case .usual:
      .rows([
        cells(6, .verdicts), cells(7, .columns([weight(1, .equity), weight(1, .risk)])), weight(1, .positions),
      ])
    case .wide:
      .columns([
        weight(3, .rows([cells(8, .verdicts), weight(3, .positions), weight(2, .orders), weight(2, .events)])),
        weight(2, .rows([cells(8, .equity), cells(9, .risk), cells(7, .pipeline), weight(1, .strategies)])),
      ])
    case .huge:
      .columns([
        weight(4, .rows([cells(10, .verdicts), weight(3, .positions), weight(2, .orders), weight(3, .events)])),
        weight(3, .rows([cells(8, .equity), cells(9, .risk), cells(8, .pipeline), weight(1, .chart)])),
        weight(2, .rows([weight(2, .prices), weight(1, .strategies), weight(2, .gates)])),
      ])
    }
  }

  private static func positions(_ room: Room) -> PaneLayout {
    switch room {
    case .tiny: .rows([cells(4, .verdicts), weight(1, .positions)])
    case .usual: .rows([cells(4, .verdicts), weight(3, .positions), weight(2, .orders)])
    case .wide, .huge:
      .rows([
        cells(6, .verdicts), weight(2, .positions),
        weight(3, .columns([weight(3, .chart), weight(2, .orders)])),
      ])
    }
  }

  private static func risk(_ room: Room) -> PaneLayout {
    switch room {
    case .tiny: .rows([weight(1, .risk), weight(1, .gates)])
    case .usual: .rows([cells(8, .columns([weight(1, .risk), weight(1, .equity)])), weight(1, .gates)])
    case .wide, .huge:
      .rows([
        cells(6, .verdicts), cells(10, .columns([weight(1, .risk), weight(1, .equity)])), weight(1, .gates),
      ])
    }
  }

  private static func market(_ room: Room) -> PaneLayout {
    switch room {
    case .tiny: .pane(.prices)
    case .usual: .rows([cells(6, .prices), weight(1, .chart)])
    case .wide, .huge: .columns([weight(1, .prices), weight(2, .chart)])
    }
  }

  private static func pipeline(_ room: Room) -> PaneLayout {
    switch room {
    case .tiny: .rows([cells(6, .pipeline), weight(1, .gates)])
    case .usual: .rows([cells(7, .pipeline), weight(2, .gates), weight(1, .strategies)])
    case .wide, .huge:
      .rows([cells(9, .pipeline), weight(1, .columns([weight(3, .gates), weight(2, .strategies)]))])
    }
  }
}
