package io.penstock.cli.doctor;

import io.penstock.file.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// A probe of the profile that sets the defaults of array files.
///
/// @param file where the profile of this user is kept
record ProfileProbe(Path file) implements Probe {
  private static final String NAME = "profile";

  @Override
  public Finding examine() {
    if (!Files.exists(file)) {
      return Finding.ok(NAME, "none, array files are moved by the library's own choice");
    }
    try {
      return Finding.note(
          NAME, file + ": " + text(Profile.read(file)), "to do without it: rm '" + file + "'");
    } catch (IOException e) {
      return Finding.note(
          NAME, "cannot be used: " + e.getMessage(), "mend it, or: rm '" + file + "'");
    }
  }

  private static String text(Profile profile) {
    return String.format(
        Locale.ROOT,
        "engine %s, threads %d for reads and %d for writes, chunks %s",
        profile.engine(),
        profile.readThreads(),
        profile.writeThreads(),
        profile.chunkBytes() == 0
            ? "as the engine prefers"
            : "of " + (profile.chunkBytes() >> 10) + " KiB");
  }
}
