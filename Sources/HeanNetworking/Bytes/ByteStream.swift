/// An open connection that moves bytes without blocking. Used by one owner at a time, from one queue.
protocol ByteStream: AnyObject {
  /// The file descriptor, for `Readiness` to wait on.
  var descriptor: Int32 { get }
  func read(atMost count: Int) -> ByteStreamResult<[UInt8]>
  /// - Returns: how many bytes the system accepted; the caller sends the rest later.
  func write(_ bytes: ArraySlice<UInt8>) -> ByteStreamResult<Int>
  func close()
}

enum ByteStreamResult<Value> {
  case done(Value)
  case wouldBlock
  /// The other side closed the connection without an error; no more bytes will come.
  case closed
  /// The connection failed; the text says why.
  case ended(String)
}

/// The text that reports a connection which the other side closed without an error.
let closedByPeer = "the other side closed the connection"
