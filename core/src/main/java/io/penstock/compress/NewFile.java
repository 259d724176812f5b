package io.penstock.compress;

import io.penstock.file.Publication;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Writes files that appear under their name, durably, when they are complete, and not at all when
/// something fails.
public final class NewFile {
  private NewFile() {}

  /// What fills a file.
  public interface Content {
    /// Writes everything; closing the stream is allowed and does nothing.
    ///
    /// @throws IOException if the content cannot be had or written
    void writeTo(OutputStream out) throws IOException;
  }

  /// Writes a file, in place of an older one of its name.
  ///
  /// @throws IOException what `content` throws, or if the folder is missing, may not be written, or
  ///   has no room; an older file stays then as it is
  public static void write(Path target, Content content) throws IOException {
    Publication publication = Publication.of(target);
    boolean published = false;
    try (FileChannel file =
        FileChannel.open(
            publication.temporary(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      publication.guard();
      content.writeTo(new Unclosed(target, Channels.newOutputStream(file)));
      file.force(true);
      publication.publish();
      published = true;
    } finally {
      if (!published) {
        publication.discard();
      }
    }
  }
}
