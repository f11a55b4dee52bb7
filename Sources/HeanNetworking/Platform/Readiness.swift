import Dispatch

/// Tells once when a descriptor can be read or written. All calls are on the queue that it was made with.
final class Readiness {
  private let readSource: any DispatchSourceRead
  private let writeSource: any DispatchSourceWrite
  private let closing: () -> Void
  private var onReadable: (() -> Void)?
  private var onWritable: (() -> Void)?
  private var isCancelled = false

  /// - Parameter close: closes the descriptor; called once, when nothing watches it any more.
  init(descriptor: Int32, queue: DispatchQueue, close: @escaping () -> Void) {
    closing = close
    readSource = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    writeSource = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
    readSource.setEventHandler { [weak self] in
      guard let self, let waiting = onReadable else { return }
      readSource.suspend()
      onReadable = nil
      waiting()
    }
    writeSource.setEventHandler { [weak self] in
      guard let self, let waiting = onWritable else { return }
      writeSource.suspend()
      onWritable = nil
      waiting()
    }
  }

  deinit { cancel() }

  func whenReadable(_ body: @escaping () -> Void) {
    onReadable = body
    readSource.resume()
  }

  func whenWritable(_ body: @escaping () -> Void) {
    onWritable = body
    writeSource.resume()
  }

  /// Releases whoever waits, and closes the descriptor.
  func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    // Whichever source ends last closes.
    var left = 2
    let closing = closing
    let finish = {
      left -= 1
      if left == 0 { closing() }
    }
    readSource.setCancelHandler(handler: finish)
    writeSource.setCancelHandler(handler: finish)
    readSource.cancel()
    writeSource.cancel()
    // A suspended source does not see its own end, and must not be let go.
    let waiting = [onReadable, onWritable].compactMap { $0 }
    if onReadable == nil { readSource.resume() }
    if onWritable == nil { writeSource.resume() }
    onReadable = nil
    onWritable = nil
    for body in waiting { body() }
  }
}
