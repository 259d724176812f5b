package io.penstock.collective;

import java.io.Closeable;
import java.io.IOException;

/// A file that a [SharedEngine] has opened for all ranks of a communicator.
///
/// Transfers are complete at this rank or fail; what they are given has been checked.
public interface SharedEngineFile extends Closeable {
  /// Moves what this rank wants, whatever the others do. May be called by any number of threads.
  ///
  /// @throws IOException if the file ends early, the device is full or fails
  void move(Direction direction, Part part) throws IOException;

  /// Moves what all ranks want, which all call this, one thread of each at a time. When it returns
  /// at a rank, that one's memory is filled, or may be changed again.
  ///
  /// Elements that several ranks write are in the end what the highest of them has.
  ///
  /// @param mine what this rank moves; maybe nothing
  /// @param pattern what all move, `mine` among them
  /// @throws IOException if the file ends early, the device is full or fails, at the ranks that
  ///   notice. The others are not told, and do not wait
  void moveAll(Direction direction, Part mine, Pattern pattern) throws IOException;

  /// Brings everything written at this rank to the file, so that other ranks find it there.
  ///
  /// @throws IOException if that fails
  void flush() throws IOException;

  /// Lets go of the file by itself, where the ranks have fallen out of step; in place of [#close],
  /// which all ranks call.
  void abandon();

  /// How the file is being moved and why, in one line for the user.
  String explain();
}
