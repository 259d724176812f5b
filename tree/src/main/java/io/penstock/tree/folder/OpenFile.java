package io.penstock.tree.folder;

import io.penstock.tree.entry.EntryFacts;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.List;

/// An open regular file, the source of a copy or its target. Used by one thread at a time.
///
/// Errors name what failed and why; a caller that knows the path prefixes it.
public interface OpenFile extends Closeable {
  /// Permissions for the owner alone, until owner and permissions are set.
  int PRIVATE = 0600;

  EntryFacts facts() throws IOException;

  /// Its attributes when it was opened for reading.
  EntryFacts openedAs() throws IOException;

  /// Copies the whole of it, from its begin to where a read finds nothing more, into a new, empty
  /// file of the same kind. Holes stay holes.
  ///
  /// @param flow told of every part, at its own pace
  /// @return the bytes, holes among them
  long copyTo(OpenFile target, Flow flow) throws IOException;

  /// Reads up to `count` bytes.
  ///
  /// @return bytes read, 0 at the end
  long read(long offset, MemorySegment target, long count) throws IOException;

  void setMode(int mode) throws IOException;

  /// The mode that it would have without its access control list, where the system tells of one:
  /// the group's own permissions instead of the most that anybody in the list has.
  ///
  /// @param mode that it has
  int modeWithoutList(int mode) throws IOException;

  void setOwner(int owner, int group) throws IOException;

  void setTimes(Instant accessed, Instant modified) throws IOException;

  /// Gives this file the extended attributes of another of the same kind.
  void takeAttributes(OpenFile from) throws IOException;

  /// Whether it takes the place of a regular file, of which it keeps what follows, in this order,
  /// because a change of owner takes away what comes behind it; see
  /// [io.penstock.ffi.InodeAttributes]. Otherwise these do nothing.
  boolean replaces();

  void keepOwner() throws IOException;

  void keepUserAttributes();

  /// Keeps permissions and the access control list; narrower ones where group or list could not be
  /// given.
  void keepPermissions() throws IOException;

  /// The attributes of the replaced file that could not be given: `owner 1000`.
  List<String> lost();

  /// Writes what is in memory to the device.
  void sync() throws IOException;

  /// Forgets what memory holds of it, as far as the system lets us; what is not synced stays.
  void forget();

  /// A controller of the steps in which a file is copied, which is told of each.
  interface Flow {
    /// The most bytes between two reports.
    long step();

    /// Bytes of the file need not be moved.
    ///
    /// @throws IOException if the copy is to end
    void passed(long bytes) throws IOException;

    /// Bytes were moved; returns when more may be.
    ///
    /// @throws IOException if the copy is to end
    void moved(long bytes) throws IOException;
  }
}
