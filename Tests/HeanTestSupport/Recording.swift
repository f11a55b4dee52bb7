import Foundation

/// One request to a real engine and its answer, as recorded.
package struct Recording: Decodable, Sendable {
  package struct Request: Decodable, Sendable {
    package var method: String
    package var target: String
    package var body: String?
  }

  package struct Response: Decodable, Sendable {
    package var status: Int
    package var headers: [String: String]
    package var body: String
  }

  package var request: Request
  package var response: Response
  /// When it was asked (UTC), where that was recorded.
  package var at: String?

  /// - Parameter name: the path of its file under `Fixtures/recordings`, without `.json`.
  package static func load(_ name: String) throws -> Recording {
    let file = Fixtures.recordings.appending(path: name + ".json")
    return try JSONDecoder().decode(Recording.self, from: Data(contentsOf: file))
  }

  /// All recordings of one folder, by file name without `.json`.
  package static func all(in folder: String) throws -> [String: Recording] {
    let files = try FileManager.default.contentsOfDirectory(atPath: Fixtures.recordings.appending(path: folder).path)
    let names = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try load("\(folder)/\($0)")) })
  }
}
