package io.penstock.mpi.library;

import io.penstock.ffi.NativeEnvironment;
import io.penstock.ffi.SharedLibrary;
import io.penstock.ffi.SignalActions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tries to load libraries, and remembers what became of each.
///
/// UCX, which many MPI libraries bring along, replaces the JVM's handler for SIGSEGV as soon as it
/// is loaded, unless it is told not to: it is told, and whatever was replaced is put back.
final class Attempts {
  private static final String ANY_MPI = "MPI_Init_thread";

  /// Loads a library by its name or file.
  interface Loader {
    SharedLibrary load(String name) throws IOException;
  }

  private final Loader loader;
  private final List<String> refused = new ArrayList<>();

  Attempts(Loader loader) {
    this.loader = loader;
  }

  /// By the system's loader.
  static Attempts real() {
    return new Attempts(Attempts::loadUnharmed);
  }

  private static SharedLibrary loadUnharmed(String name) throws IOException {
    NativeEnvironment.setIfAbsent("UCX_ERROR_SIGNALS", "");
    SignalActions signals = SignalActions.save();
    try {
      return SharedLibrary.open(name);
    } finally {
      signals.restore();
    }
  }

  /// Loads a library that has MPI's functions.
  ///
  /// @return empty if that did not succeed
  Optional<SharedLibrary> load(String name) {
    try {
      SharedLibrary library = loader.load(name);
      if (library.find(ANY_MPI).isPresent()) {
        return Optional.of(library);
      }
      refused.add(name + " has no function " + ANY_MPI + ", so it is no MPI library");
    } catch (IOException e) {
      refused.add(String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  /// What was tried, each with the loader's reason.
  String refusals() {
    return String.join("; ", refused);
  }
}
