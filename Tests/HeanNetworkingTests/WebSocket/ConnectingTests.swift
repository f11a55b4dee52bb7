import Dispatch
import Synchronization
import Testing

@testable import HeanNetworking

@Suite(.timeLimit(.minutes(1)))
struct ConnectingTests {
  private final class Late: ByteStream {
    let descriptor: Int32 = -1
    let closed: DispatchSemaphore

    init(_ closed: DispatchSemaphore) { self.closed = closed }

    func read(atMost count: Int) -> ByteStreamResult<[UInt8]> { .wouldBlock }
    func write(_ bytes: ArraySlice<UInt8>) -> ByteStreamResult<Int> { .wouldBlock }
    func close() { closed.signal() }
  }

  @Test func `nobody has to wait for a call that blocks, and what it brings too late is closed`() async {
    let goOn = DispatchSemaphore(value: 0)
    let closed = DispatchSemaphore(value: 0)
    let task = Task {
      await Connecting().run {
        goOn.wait()
        return .success(WebSocketAddress.Opened(Late(closed)))
      }
    }
    task.cancel()
    guard case .failure(.unreachable(reason: "given up")) = await task.value else {
      Issue.record("still waiting")
      return
    }
    goOn.signal()
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        closed.wait()
        done.resume()
      }
    }
  }

  @Test func `a connection is taken out once`() throws {
    let opened = WebSocketAddress.Opened(Late(DispatchSemaphore(value: 0)))
    _ = try opened.take()
    #expect(throws: WebSocketError.unreachable(reason: "given up")) { _ = try opened.take() }
  }
}
