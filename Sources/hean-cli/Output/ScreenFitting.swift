import HeanCore

extension Screen {
  /// The screen shortened for a short window.
  /// - Parameter count: the number of lines that a screen takes.
  func fitted(to rows: Int, _ count: (Screen) -> Int) -> Screen {
    var screen = self
    screen.blocks = whole
    func isLong(_ screen: Screen) -> Bool { count(screen) > rows }
    guard isLong(screen) else { return screen }
    // All steps stay where the rest can be cut so far that they fit; else the first stays, and rows have what is left.
    let whole = screen
    screen.cutTables(over: count(screen) - rows, least: nil)
    if isLong(screen) { screen.cutEnd(isLong) }
    if isLong(screen) { screen.cutBlanks() }
    guard isLong(screen) else { return screen }
    screen = whole
    screen.cutSteps()
    if isLong(screen) { screen.cutTables(over: count(screen) - rows, least: nil) }
    if isLong(screen) { screen.cutBlanks() }
    if isLong(screen) { screen.cutEnd(isLong) }
    if isLong(screen) { screen.cutTables(over: count(screen) - rows, least: 1) }
    if isLong(screen) { screen.cutBeforeSteps(isLong) }
    return screen
  }

  /// Cuts what stands below the tables, from its end.
  private mutating func cutEnd(_ isLong: (Screen) -> Bool) {
    guard let last = blocks.lastIndex(where: { if case .table = $0 { true } else { false } }) else { return }
    let whole = blocks.count
    // The line that reports the cut needs a row as well.
    while blocks.count > last + 1, isLong(self) || blocks.count < whole && isLong(with(.rest)) {
      blocks.removeLast()
    }
    if blocks.count < whole { blocks.append(.rest) }
  }

  private func with(_ block: Block) -> Screen {
    var screen = self
    screen.blocks.append(block)
    return screen
  }

  private mutating func cutTables(over: Int, least: Int?) {
    for index in blocks.indices.reversed() {
      guard case .table(let table, var cut?) = blocks[index], over > 0 else { continue }
      // The line that reports the cut needs a row as well.
      let lines = over + (cut.all == nil ? 1 : 0)
      let kept = max(least ?? cut.least, table.count - lines)
      guard kept < table.count else { continue }
      cut.isForWindow = true
      let order = cut.order ?? Array(0..<table.count)
      cut.all = cut.all ?? table.count
      // The table now has only the kept rows, so the order is converted to their new indices.
      let places = Set(order.prefix(kept))
      cut.order = order.prefix(kept).map { place in places.count { $0 < place } }
      blocks[index] = .table(table.keeping(places), cut)
      return
    }
  }

  private mutating func cutSteps() {
    for index in blocks.indices {
      guard case .steps(let steps, let all) = blocks[index] else { continue }
      // Keeps the first step, and if that is a sentence also the first one that can be pasted.
      let command = steps.firstIndex { !$0.step.beginsWithAdvice } ?? 0
      blocks[index] = .steps(command < 2 ? Array(steps.prefix(command + 1)) : [steps[0]], all: all)
    }
  }

  /// Cuts reasons between the verdict on money and the one on trading, the last first, so that the first step stays in
  /// sight.
  private mutating func cutBeforeSteps(_ isLong: (Screen) -> Bool) {
    guard var place = blocks.firstIndex(where: { if case .steps = $0 { true } else { false } }) else { return }
    // Banner, source and money stand above the reasons, and the verdict on trading below. What is old has one more line.
    let money = 2 + (blocks.contains { $0.isOldMark } ? 1 : 0)
    while place - 2 > money, isLong(upTo(place)) {
      blocks.remove(at: place - 2)
      place -= 1
    }
  }

  /// What stands down to this block, with the line that tells of more below.
  private func upTo(_ place: Int) -> Screen {
    var screen = self
    screen.blocks = blocks[...place] + [.rest]
    return screen
  }

  private mutating func cutBlanks() { blocks.removeAll { if case .blank = $0 { true } else { false } } }
}

extension Screen.Block {
  /// Whether it says how old a screen is whose engine does not answer.
  fileprivate var isOldMark: Bool {
    guard case .line(let cell) = self, case .text(let text) = cell.content else { return false }
    return text.hasPrefix(ScreenMark.old.rawValue + ":")
  }
}
