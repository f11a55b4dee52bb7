import Dispatch
import Testing

@testable import HeanNetworking

@Suite(.timeLimit(.minutes(1)))
struct StreamOpeningTests {
  private final class Late: ByteStream {
    let descriptor: Int32 = -1
    let closed: @Sendable () -> Void

    init(_ closed: @escaping @Sendable () -> Void) { self.closed = closed }

    func read(atMost count: Int) -> ByteStreamResult<[UInt8]> { .wouldBlock }
    func write(_ bytes: ArraySlice<UInt8>) -> ByteStreamResult<Int> { .wouldBlock }
    func close() { closed() }
  }

  @Test func `nobody has to wait for a call that blocks, and what it brings too late is closed`() async {
    let goOn = DispatchSemaphore(value: 0)
    let (events, said) = AsyncStream.makeStream(of: String.self)
    let opening = StreamOpening()
    let task = Task {
      await opening.run {
        said.yield("began")
        goOn.wait()
        return .success(OpenedStream(Late { said.yield("closed") }))
      }
    }
    var heard = events.makeAsyncIterator()
    #expect(await heard.next() == "began")
    task.cancel()
    guard case .failure(.unreachable(reason: "given up")) = await task.value else {
      Issue.record("still waiting")
      return
    }
    goOn.signal()
    #expect(await heard.next() == "closed")
  }

  @Test func `given up before it began, it does not begin`() async {
    let opening = StreamOpening()
    opening.giveUp()
    let result = await opening.run {
      Issue.record("connects for nobody")
      return .failure(.unreachable(reason: "connected"))
    }
    guard case .failure(.unreachable(reason: "given up")) = result else {
      Issue.record("not given up")
      return
    }
  }

  @Test func `a connection is taken out once`() throws {
    let opened = OpenedStream(Late {})
    _ = try opened.take()
    #expect(throws: ConnectError.unreachable(reason: "given up")) { _ = try opened.take() }
  }
}
