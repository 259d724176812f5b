package io.penstock.mpi.file;

import io.penstock.mpi.Mpi;
import java.util.Optional;
import java.util.regex.Pattern;

/// A judgement of whether a library's report of a successful write can be believed.
///
/// OMPIO, Open MPI's own MPI-IO, reports success where a device is full and part of what was
/// written is lost (open-mpi/ompi#14278). Open MPI had ROMIO too, and Penstock takes it, until
/// version 6; users may choose otherwise.
///
/// @param version how the library calls itself
/// @param chosen which parts of Open MPI for files the user has named or, behind a `^`, left out
/// @param asked the user's own answer to whether writes are to be checked
record ReportedWrites(String version, Optional<String> chosen, Optional<Boolean> asked) {
  /// Where `true` or `false` decides.
  private static final String PROPERTY = "penstock.mpi.checkWrites";

  private static final Pattern WITH_ROMIO = Pattern.compile("Open MPI v[0-5]\\.");

  /// Of the library that was started.
  static ReportedWrites of(Mpi mpi) {
    return new ReportedWrites(
        mpi.version(),
        Optional.ofNullable(System.getenv("OMPI_MCA_io")),
        Optional.ofNullable(System.getProperty(PROPERTY)).map(Boolean::valueOf));
  }

  /// Whether nothing need be read again.
  boolean areReliable() {
    return asked.map(checks -> !checks).orElse(!maySpeakFalsely());
  }

  private boolean maySpeakFalsely() {
    boolean own =
        chosen.map(ReportedWrites::takesOmpio).orElse(!WITH_ROMIO.matcher(version).lookingAt());
    return version.startsWith("Open MPI") && own;
  }

  private static boolean takesOmpio(String names) {
    boolean leavesOut = names.startsWith("^");
    return names.isBlank() || names.contains("ompio") != leavesOut;
  }
}
