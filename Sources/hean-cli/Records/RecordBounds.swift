import HeanCore

/// For how long, and how much is kept. What is written to now stays.
struct RecordBounds: Sendable, Equatable {
  /// How many days before today.
  var days: Int
  /// In bytes, of all files of the engine.
  var most: Int

  /// A file that is to be removed.
  struct Removal: Sendable, Equatable {
    var file: RecordedFile
    /// Whether it is too old; else there is no room.
    var isOld: Bool
  }

  /// What has to go: days that are too old, then the oldest prices, then the oldest days.
  /// - Parameters:
  ///   - day: the day that is written to.
  ///   - today: by the clock.
  func removals(of files: [RecordedFile], writing day: Int, today: Int) -> [Removal] {
    let finished = files.filter { $0.name.day != day }
    // Days count from the newest that is finished: a clock that is wrong by years must not empty the folder.
    let newest = finished.last?.name.day ?? today
    let oldest = min(today, newest + 1) - days
    let (old, young) = (finished.filter { $0.name.day < oldest }, finished.filter { $0.name.day >= oldest })
    var removals = old.map { Removal(file: $0, isOld: true) }
    var size = files.reduce(0) { $0 + $1.size } - old.reduce(0) { $0 + $1.size }
    for file in young.filter(\.name.isMarket) + young.filter({ !$0.name.isMarket }) where size > most {
      removals.append(Removal(file: file, isOld: false))
      size -= file.size
    }
    return removals
  }
}
