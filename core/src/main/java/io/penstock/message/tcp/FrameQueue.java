package io.penstock.message.tcp;

import io.penstock.message.match.SpinLock;

/// Frames in the order in which they are to be sent.
///
/// Safe for any thread.
final class FrameQueue {
  private final SpinLock lock = new SpinLock();
  private final Frame head = new Frame();
  private Frame last = head;
  private boolean closed;
  private volatile boolean empty = true;

  FrameQueue() {
    head.next = Frame.NONE;
  }

  /// Adds a frame at the end.
  ///
  /// @return false if the queue was closed: then the frame is still the caller's
  boolean add(Frame frame) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      frame.next = Frame.NONE;
      last.next = frame;
      last = frame;
      empty = false;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Lets nothing more in; what is in can still be taken out.
  void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  /// Takes the first; [Frame#NONE] if there is none.
  Frame poll() {
    if (empty) {
      return Frame.NONE;
    }
    lock.lock();
    try {
      Frame first = head.next;
      if (first != Frame.NONE) {
        head.next = first.next;
        empty = first.next == Frame.NONE;
        last = empty ? head : last;
        first.next = first;
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    return empty;
  }
}
