package io.penstock.collective;

import java.io.Closeable;
import java.io.IOException;

/// A file that a [SharedEngine] has opened for all ranks of a communicator.
///
/// Transfers are complete at this rank or fail; their arguments have been checked.
public interface SharedEngineFile extends Closeable {
  /// Moves this rank's part, whatever the others do. May be called by any number of threads.
  ///
  /// @throws IOException if the file ends early, the device is full or fails
  void move(Direction direction, Part part) throws IOException;

  /// Moves the parts of all ranks, which all call this, one thread of each at a time. When it
  /// returns at a rank, that rank's memory is filled, or may be changed again.
  ///
  /// Elements that several ranks write are in the end those of the highest of them.
  ///
  /// @param mine this rank's part; maybe of no elements
  /// @param pattern the selections of all ranks, that of `mine` among them
  /// @throws IOException if the file ends early, the device is full or fails, at the ranks that
  ///   notice. The others are not told, and do not wait
  void moveAll(Direction direction, Part mine, Pattern pattern) throws IOException;

  /// Brings everything written at this rank to the file, so that other ranks read it.
  ///
  /// @throws IOException if the device fails
  void flush() throws IOException;

  /// Closes the file at this rank alone, where the ranks have fallen out of step; in place of
  /// [#close], which all ranks call, or after it, where it does nothing.
  void abandon();

  /// A description of the method by which the file is moved and the reason, in one line.
  String explain();
}
