package io.penstock.mpi.library;

import io.penstock.ffi.SharedLibrary;
import java.nio.file.Path;
import java.util.List;

/// The library that was chosen.
///
/// @param reason why this one, within a sentence
/// @param others files of other MPI libraries, which were not loaded
record Choice(SharedLibrary library, String reason, List<Path> others) {
  Choice {
    others = List.copyOf(others);
  }
}
