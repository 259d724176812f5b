package io.penstock.text;

import java.nio.file.Path;

/// A change of the file that a [LineFollower] follows, other than that it grew.
///
/// @param file the path that is followed
/// @param detail what happened, in a few words
public record FollowEvent(Kind kind, Path file, String detail) {
  /// What has changed.
  public enum Kind {
    /// There is no regular file at the path that can be read. The follower waits for one, and reads
    /// on in the old file meanwhile.
    INACCESSIBLE,

    /// There is another file at the path, which is read from its begin: that of a rotation, or one
    /// where there was none. All lines of the old one have been shown.
    NEW_FILE,

    /// The file has become shorter than what was read of it. It is read from its begin.
    TRUNCATED
  }

  /// In a line: `app.log: was truncated; read from its begin`.
  @Override
  public String toString() {
    return file + ": " + detail;
  }
}
