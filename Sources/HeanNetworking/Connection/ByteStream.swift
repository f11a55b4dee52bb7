/// An open connection that moves bytes without blocking. Used by one owner at a time, from one queue.
protocol ByteStream: AnyObject {
  /// To wait on with `Readiness`.
  var descriptor: Int32 { get }
  func read(atMost count: Int) -> ByteStreamResult<[UInt8]>
  /// - Returns: how many bytes were taken.
  func write(_ bytes: ArraySlice<UInt8>) -> ByteStreamResult<Int>
  func close()
}

enum ByteStreamResult<Value> {
  case done(Value)
  case wouldBlock
  /// The other side has said all it had to say.
  case closed
  /// An error, in words.
  case ended(String)
}

/// How an end without an error is called.
let closedByPeer = "the other side closed the connection"
