import HeanCore

/// The engines that can be scraped, by the names of their profiles.
actor ExporterTargets {
  private let session: Session
  private let interval: Duration
  private let tally: ExporterTally
  private var configuration: LoadedConfiguration
  private var checkedAt: Duration
  /// By the name of a profile.
  private var known: [String: EngineLooks] = [:]
  /// By the engine and its key: profiles of one engine share its looks.
  private var engines: [String: EngineLooks] = [:]
  /// The engine of this run.
  let chosen: EngineLooks

  /// How often the file of the configuration is read again, for profiles that came or changed.
  private static let rereading = Duration.seconds(10)

  init(_ session: Session, interval: Duration, tally: ExporterTally) {
    self.session = session
    self.interval = interval
    self.tally = tally
    configuration = session.configuration
    checkedAt = session.context.elapsed()
    chosen = EngineLooks(session, interval: interval, tally: tally)
    engines[session.target.identity] = chosen
  }

  /// Names of all profiles, in their order.
  var names: [String] { configuration.file.profiles.keys.sorted() }

  /// - Throws: `ConfigurationError` when there is no such profile, or when it cannot be used.
  func looks(of name: String) throws(ConfigurationError) -> EngineLooks {
    reread()
    // Its key may be one that only this run was given.
    if name == session.profile { return chosen }
    if let looks = known[name] { return looks }
    var flags = SettingFlags()
    flags[Settings.profile] = name
    let settings = try EffectiveSettings.resolve(flags: flags, environment: environment, file: configuration)
    var other = session
    other.settings = settings
    other.target = EngineTarget(settings, flags: TargetFlags(words: ["-p", name], profile: ["-p", name]))
    let identity = other.target.identity
    let looks = engines[identity] ?? EngineLooks(other, interval: interval, tally: tally)
    engines[identity] = looks
    known[name] = looks
    return looks
  }

  func stop() async { for looks in engines.values { await looks.stop() } }

  private var environment: [String: String] { Settings.withoutOneEngine(session.context.environment) }

  private func reread() {
    let now = session.context.elapsed()
    guard now - checkedAt >= Self.rereading else { return }
    checkedAt = now
    do throws(ConfigurationError) {
      let read = try session.store.load()
      guard read.file != configuration.file || read.storedKeys != configuration.storedKeys else { return }
      configuration = read
      known = [:]
    } catch {
      if session.context.once.isFirst("exporter configuration") {
        session.warn("\(error.message); going on with the profiles as they were")
      }
    }
  }
}

extension EngineTarget {
  /// The same for profiles that mean one engine and one key of it.
  var identity: String { "\(addressName) \(keySource.map { "\($0.value)" } ?? "")" }
}
