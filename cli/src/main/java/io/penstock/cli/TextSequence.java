package io.penstock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/// Texts that are read one after the other.
///
/// @param names as the command line has them; none for standard input
/// @param out where results go
/// @param diagnostics where complaints go
record TextSequence(List<String> names, PrintWriter out, PrintWriter diagnostics) {
  TextSequence {
    names = List.copyOf(names);
  }

  /// What is done with a text.
  interface Job {
    void on(TextSource text) throws IOException;
  }

  /// Does a job for each text. One that cannot be read is complained about, and the others follow.
  ///
  /// @return whether all could be read
  boolean each(Job job) {
    boolean all = true;
    for (TextSource text : sources()) {
      try {
        job.on(text);
      } catch (OutputLostException e) {
        throw e;
      } catch (IOException | Failure e) {
        out.flush();
        Complaints.about(named(text, e), diagnostics);
        all = false;
      }
    }
    return all;
  }

  private List<TextSource> sources() {
    return names.isEmpty()
        ? List.of(TextSource.standardInput())
        : names.stream().map(TextSource::of).toList();
  }

  // Files name themselves in what they throw.
  private static Exception named(TextSource text, Exception e) {
    return text.path().isPresent() ? e : new IOException("standard input: " + e.getMessage(), e);
  }
}
