package io.penstock.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A library in C that has the functions of MPI that its start needs, and answers as told. It says
/// on standard output what it is asked to end, and where two calls that take time overlap.
final class FakeLibrary {
  private static final String SOURCE =
      """
      #include <stdatomic.h>
      #include <stdio.h>
      #include <string.h>
      #include <unistd.h>
      int MPI_Init_thread(int *count, char ***words, int wanted, int *granted) {
        *granted = GRANTED;
        return 0;
      }
      int MPI_Query_thread(int *granted) { *granted = GRANTED; return 0; }
      int MPI_Initialized(int *flag) { *flag = INITIALIZED; return 0; }
      int MPI_Finalized(int *flag) { *flag = FINALIZED; return 0; }
      int MPI_Finalize(void) { printf("finalized\\n"); fflush(stdout); return 0; }
      int MPI_Abort(int communicator, int code) { printf("aborted\\n"); fflush(stdout); return 0; }
      int MPI_Comm_set_errhandler(int communicator, int handler) { return 0; }
      int MPI_Comm_rank(int communicator, int *rank) { *rank = 0; return 0; }
      int MPI_Comm_size(int communicator, int *size) { *size = 1; return 0; }
      int MPI_Get_library_version(char *text, int *length) {
        strcpy(text, "Fake MPI 1.0");
        *length = 12;
        return 0;
      }
      static atomic_int inside;
      static int take_time(void) {
        if (atomic_fetch_add(&inside, 1) > 0) {
          printf("two at once\\n");
          fflush(stdout);
        }
        usleep(500);
        atomic_fetch_sub(&inside, 1);
        return 0;
      }
      int MPI_Wait(void *request, void *status) { return take_time(); }
      int MPI_Waitall(int count, void *requests, void *statuses) { return take_time(); }
      int MPI_Start(void *request) { return take_time(); }
      int MPI_Cancel(void *request) { return take_time(); }
      int MPI_Request_free(void *request) { return take_time(); }
      int MPI_Test(void *request, int *flag, void *status) { *flag = 1; return take_time(); }
      int MPI_File_sync(void *file) { return take_time(); }
      """;

  private FakeLibrary() {}

  /// Builds one that has the ABI of MPICH.
  ///
  /// @param granted the level of threads: 0 to 3
  static Path build(Path folder, int granted, boolean initialized, boolean finalized)
      throws IOException, InterruptedException {
    Path source = Files.writeString(folder.resolve("fake.c"), SOURCE);
    return CompiledLibrary.of(
        source,
        "cc",
        folder,
        "-DGRANTED=" + granted,
        "-DINITIALIZED=" + (initialized ? 1 : 0),
        "-DFINALIZED=" + (finalized ? 1 : 0));
  }
}
