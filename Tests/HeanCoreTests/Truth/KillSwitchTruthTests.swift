import Foundation
import Testing

@testable import HeanCore

struct KillSwitchTruthTests {
  private func truth(
    own: Bool?, mirrored: Bool?, emergency: Bool?, running: Bool? = true
  ) throws -> KillSwitchTruth {
    func body<Body: EngineBody>(_ json: String) throws -> Body { try Body.read(Data(json.utf8)) }
    return KillSwitchTruth(
      status: try own.map { try body(#"{"triggered":\#($0),"reasons":[]}"#) },
      risk: try mirrored.map { try body(#"{"killswitch_triggered":\#($0),"stop_trading":true}"#) },
      health: try emergency.map { try body(#"{"components":{"killswitch":{"status":"x","triggered":\#($0)}}}"#) },
      isRunning: running)
  }

  @Test func `three sources are merged and none is averaged away`() throws {
    #expect(try truth(own: false, mirrored: false, emergency: false).verdict == .clear)
    #expect(try truth(own: true, mirrored: true, emergency: false).verdict == .triggered)
    #expect(try truth(own: true, mirrored: nil, emergency: nil).verdict == .triggered)
    #expect(try truth(own: true, mirrored: false, emergency: false).verdict == .contradiction)
    #expect(try truth(own: false, mirrored: false, emergency: true).verdict == .emergency)
  }

  @Test func `silence is not good news`() throws {
    #expect(try truth(own: false, mirrored: false, emergency: nil).verdict == .unknown)
    #expect(try truth(own: nil, mirrored: nil, emergency: false).verdict == .unknown)
    #expect(try truth(own: false, mirrored: false, emergency: false, running: nil).verdict == .unknown)
  }

  @Test func `a stopped engine has no switch to read, but an emergency stop outlives it`() throws {
    #expect(try truth(own: false, mirrored: false, emergency: false, running: false).verdict == .notRunning)
    #expect(try truth(own: false, mirrored: false, emergency: true, running: false).verdict == .emergency)
    #expect(try truth(own: false, mirrored: false, emergency: true, running: false).stopTrading == nil)
  }
}
