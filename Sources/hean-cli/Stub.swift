import Foundation
import HeanNetworking
import HeanPractice
struct Setting<Value: Sendable>: Sendable { var value: Value; var origin: String = "default" }
struct SettingFlags: Sendable { var profile: String?; var url: String?; var practice = false }
struct EffectiveSettings: Sendable {
  var profile = Setting(value: "default"); var url = Setting(value: URL(string: "http://127.0.0.1:8000")!)
  var isPractice = false; var practice = Setting(value: PracticeConfiguration(seed: 1, scenario: .calm, speed: 1))
  var output = Setting(value: OutputFormat.table); var timeout = Setting(value: Duration.seconds(10))
  var allowsKeyOverPlainHTTP = Setting(value: false)
  func apiKey(_ c: Context) throws -> APIKey? { nil }
}
struct ConfigurationError: Error { var message: String; var nextStep: String }
enum SnapshotError: Error { case x }
struct StandardFolders { var environment: [String: String]; init(environment: [String: String]) throws { self.environment = environment }; var state: URL { URL(filePath: "/tmp/hs") }; static func create(_ u: URL) throws { try FileManager.default.createDirectory(at: u, withIntermediateDirectories: true) } }
enum SnapshotFormat: String, CaseIterable, Sendable { case csv, ndjson, json; init(path: String) { self = .csv } }
struct SnapshotPeriod: Sendable { init?(_ s: String) {}; func key(for d: Date) -> String { "" } }
struct PnLSnapshot: Sendable { var asOf: Date, period: String, profile: String, mode: String, engineState: String, equity: Decimal?, balance: Decimal?, realizedPnL: Decimal?, unrealizedPnL: Decimal?, fees: Decimal?, dayPnL: Decimal?, drawdownPct: Decimal?, positions: Int?, riskState: String?
 func text(_ f: SnapshotFormat) throws -> String { "" } }
struct SnapshotFile { enum R { case appended, alreadyRecorded(String) }; func append(_ s: PnLSnapshot, format: SnapshotFormat, to: String) throws -> R { .appended } }
enum ProfileCommand { static let spec = CommandSpec(name: "profile", summary: "p", subcommands: [List.spec])
  struct List: Command { static let spec = CommandSpec(name: "list", summary: "p"); init(_ l: ParsedLine) {}; func run(_ s: Session) async throws -> Output { .text("") } }
  typealias Add = List; typealias Use = List; typealias Show = List; typealias Remove = List }
enum ProfileFields { static let all: [Field<Int>] = []; static let effective: [Field<Int>] = [] }
struct LoginCommand: Command { static let spec = CommandSpec(name: "login", summary: "p"); init(_ l: ParsedLine) {}; func run(_ s: Session) async throws -> Output { .text("") } }
extension Session { init(context: Context, line: ParsedLine) throws {
  self.context = context; self.line = line; settings = EffectiveSettings(); timeZone = .gmt; maxAge = nil
  if let u = line.string(GlobalOptions.url) { settings.url.value = URL(string: u)! }
  if line.flag(GlobalOptions.json) { settings.output.value = .json }; if let o = line.string(GlobalOptions.output) { settings.output.value = OutputFormat(rawValue: o)! }
  let e = context.environment
  renderer = ReportRenderer(format: settings.output.value, fields: line.string(GlobalOptions.fields).map { $0.split(separator: ",").map(String.init) }, width: ColourDecision.width(isTerminal: context.output.isTerminal, columns: context.columns, environment: e), palette: Palette(isEnabled: ColourDecision.isColoured(isTerminal: context.output.isTerminal, choice: .auto, environment: e)), zone: .gmt, isTerminal: context.output.isTerminal) } }

extension Failure { init(snapshot error: SnapshotError) { self.init(.cannotWrite, "x") } }
