public import Foundation
import FoundationNetworking
public import HeanCore
public struct APIKey: Sendable { let v: String; public init(_ v: String) { self.v = v } }
public struct TransportConfiguration: Sendable {
  public var baseURL: URL; public var apiKey: APIKey?; public var allowsKeyOverPlainHTTP = false
  public var readDeadline: Duration = .seconds(10); public var controlDeadline: Duration = .seconds(30); public var userAgent = "hean"
  public init(baseURL: URL) { self.baseURL = baseURL }
}
public enum TraceEvent: Sendable { case x; public var line: String { "" } }
public struct URLSessionTransport: RESTTransport {
  let c: TransportConfiguration
  public var displayURL: String { c.baseURL.absoluteString }
  public init(configuration: TransportConfiguration, now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> Double, trace: (@Sendable (TraceEvent) -> Void)? = nil) { c = configuration }
  public func send(_ r: RESTRequest) async throws(TransportError) -> RESTResponse {
    var u = URLComponents(url: c.baseURL, resolvingAgainstBaseURL: false)!; u.path = r.path
    if !r.query.isEmpty { u.queryItems = r.query.map { URLQueryItem(name: $0.name, value: $0.value) } }
    do { let (d, resp) = try await URLSession.shared.data(from: u.url!)
      var h: [String: String] = [:]; for (k, v) in (resp as! HTTPURLResponse).allHeaderFields { h["\(k)".lowercased()] = "\(v)" }
      return RESTResponse(status: (resp as! HTTPURLResponse).statusCode, headers: h, body: d, receivedAt: Date()) } catch { throw .unreachable(reason: "\(error.localizedDescription)") }
  }
}
