package io.penstock.message.tcp;

import io.penstock.message.match.ProtocolException;

/// A handler of the frames of one connection.
interface FrameHandler {
  /// A head came.
  ///
  /// @param reader is told where the payload goes, if one follows
  /// @return whether a payload follows
  /// @throws ProtocolException if the frame makes no sense
  boolean begin(Frame header, FrameReader reader);

  /// The payload is complete.
  void end(Frame header, FrameReader reader);

  /// The job has failed.
  ///
  /// @param rank which rank brought it down
  /// @param reason in UTF-8
  void abort(long rank, byte[] reason);
}
