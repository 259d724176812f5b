/* An MPI library for tests that stands before another one, and lets one rank's calls for files go
 * wrong. What it does not have itself is found in the library that it is linked with.
 *
 *   MPI_FAULT=short   a write leaves out its second half, and the status tells
 *   MPI_FAULT=lie     a write leaves out its second half, and the status has all of it
 *   MPI_FAULT=full    a write leaves out everything, and reports that there is no space
 *   MPI_FAULT=sync    what was written cannot be synced
 *   MPI_FAULT=open    the file cannot be opened by that rank for itself
 *   MPI_FAULT=group   that rank cannot make a group of processes
 *   MPI_FAULT=communicator  that rank gets no communicator of a group, which the others have
 *   MPI_FAULT=type    the first step of the first datatype is refused, the second of the second ...
 *   MPI_FAULT=none    nothing
 *   MPI_FAULT_RANK=N  which rank of MPI_COMM_WORLD
 *
 * Each rank says at the end of MPI how many files and datatypes it has: `N files are open`,
 * `N datatypes are left`. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int open_files;
static int datatypes;

static int fails(const char *fault) {
  const char *wanted = getenv("MPI_FAULT");
  const char *where = getenv("MPI_FAULT_RANK");
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return wanted && where && !strcmp(wanted, fault) && atoi(where) == rank;
}

typedef int writer(MPI_File, MPI_Offset, const void *, int, MPI_Datatype, MPI_Status *);

static int write_part(writer *write, MPI_File file, MPI_Offset at, const void *data, int count,
                      MPI_Datatype type, MPI_Status *status) {
  if (fails("full")) {
    write(file, at, data, 0, type, status);
    return MPI_ERR_NO_SPACE;
  }
  if (fails("short")) {
    return write(file, at, data, count / 2, type, status);
  }
  if (fails("lie")) {
    int code = write(file, at, data, count / 2, type, status);
    MPI_Status_set_elements(status, type, count);
    return code;
  }
  return write(file, at, data, count, type, status);
}

int MPI_File_write_at(MPI_File file, MPI_Offset at, const void *data, int count, MPI_Datatype type,
                      MPI_Status *status) {
  return write_part(PMPI_File_write_at, file, at, data, count, type, status);
}

int MPI_File_write_at_all(MPI_File file, MPI_Offset at, const void *data, int count,
                          MPI_Datatype type, MPI_Status *status) {
  return write_part(PMPI_File_write_at_all, file, at, data, count, type, status);
}

int MPI_File_sync(MPI_File file) {
  int code = PMPI_File_sync(file);
  return fails("sync") ? MPI_ERR_IO : code;
}

int MPI_File_open(MPI_Comm communicator, const char *name, int mode, MPI_Info info,
                  MPI_File *file) {
  int alone;
  PMPI_Comm_compare(communicator, MPI_COMM_SELF, &alone);
  if (alone == MPI_IDENT && fails("open")) {
    return MPI_ERR_NO_SUCH_FILE;
  }
  int code = PMPI_File_open(communicator, name, mode, info, file);
  open_files += code == MPI_SUCCESS;
  return code;
}

int MPI_File_close(MPI_File *file) {
  int code = PMPI_File_close(file);
  open_files -= code == MPI_SUCCESS;
  return code;
}

int MPI_Group_incl(MPI_Group all, int count, const int ranks[], MPI_Group *some) {
  return fails("group") ? MPI_ERR_GROUP : PMPI_Group_incl(all, count, ranks, some);
}

int MPI_Comm_create_group(MPI_Comm all, MPI_Group group, int tag, MPI_Comm *some) {
  int code = PMPI_Comm_create_group(all, group, tag, some);
  return fails("communicator") ? MPI_ERR_INTERN : code;
}

static int refused_step = 1;
static int step;

static int refuses_step(void) {
  if (!fails("type") || ++step < refused_step) {
    return 0;
  }
  refused_step++;
  step = 0;
  return 1;
}

static int made(int code) {
  datatypes += code == MPI_SUCCESS;
  return code;
}

int MPI_Type_contiguous(int count, MPI_Datatype of, MPI_Datatype *type) {
  return refuses_step() ? MPI_ERR_INTERN : made(PMPI_Type_contiguous(count, of, type));
}

int MPI_Type_create_hvector(int count, int length, MPI_Aint distance, MPI_Datatype of,
                            MPI_Datatype *type) {
  return refuses_step() ? MPI_ERR_INTERN
                        : made(PMPI_Type_create_hvector(count, length, distance, of, type));
}

int MPI_Type_create_struct(int count, const int lengths[], const MPI_Aint places[],
                           const MPI_Datatype types[], MPI_Datatype *type) {
  return refuses_step() ? MPI_ERR_INTERN
                        : made(PMPI_Type_create_struct(count, lengths, places, types, type));
}

int MPI_Type_create_resized(MPI_Datatype of, MPI_Aint from, MPI_Aint extent, MPI_Datatype *type) {
  return refuses_step() ? MPI_ERR_INTERN : made(PMPI_Type_create_resized(of, from, extent, type));
}

int MPI_Type_commit(MPI_Datatype *type) {
  return refuses_step() ? MPI_ERR_INTERN : PMPI_Type_commit(type);
}

int MPI_Type_free(MPI_Datatype *type) {
  int code = PMPI_Type_free(type);
  datatypes -= code == MPI_SUCCESS;
  return code;
}

int MPI_Finalize(void) {
  printf("%d files are open\n%d datatypes are left\n", open_files, datatypes);
  fflush(stdout);
  return PMPI_Finalize();
}
