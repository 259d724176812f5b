package io.penstock.mpi.abi;

/// A number or address that C programs write as `MPI_` and this name.
///
/// Columns: Open MPI, MPICH, standard.
public enum MpiConstant {
  ANY_SOURCE(-1, -2, -1),
  ANY_TAG(-1, -1, -2),
  PROC_NULL(-2, -1, -3),
  ROOT(-4, -3, -4),
  UNDEFINED(-32766, -32766, -32766),

  THREAD_SINGLE(0, 0, 0),
  THREAD_FUNNELED(1, 1, 1024),
  THREAD_SERIALIZED(2, 2, 2048),
  THREAD_MULTIPLE(3, 3, 4096),

  /// Addresses, to be given where a pointer is expected.
  STATUS_IGNORE(0, 1, 0),
  STATUSES_IGNORE(0, 1, 0),
  IN_PLACE(1, -1, 1),
  BOTTOM(0, 0, 0),

  ORDER_C(0, 56, 12),
  ORDER_FORTRAN(1, 57, 15),
  DISTRIBUTE_BLOCK(0, 121, 17),
  DISTRIBUTE_CYCLIC(1, 122, 18),
  DISTRIBUTE_NONE(2, 123, 16),
  DISTRIBUTE_DFLT_DARG(-1, -49767, 19),

  IDENT(0, 0, 201),
  CONGRUENT(1, 1, 202),
  SIMILAR(2, 2, 203),
  UNEQUAL(3, 3, 204),
  COMM_TYPE_SHARED(0, 1, 221),

  MODE_CREATE(1, 1, 2),
  MODE_RDONLY(2, 2, 16),
  MODE_WRONLY(4, 4, 256),
  MODE_RDWR(8, 8, 32),
  MODE_DELETE_ON_CLOSE(16, 16, 4),
  MODE_UNIQUE_OPEN(32, 32, 128),
  MODE_EXCL(64, 64, 8),
  MODE_APPEND(128, 128, 1),
  MODE_SEQUENTIAL(256, 256, 64),
  SEEK_SET(600, 600, 403),
  SEEK_CUR(602, 602, 401),
  SEEK_END(604, 604, 402),
  DISPLACEMENT_CURRENT(-54278278, -54278278, -1),

  /// Lengths with the zero at the end, in bytes.
  MAX_ERROR_STRING(256, 512, 512),
  MAX_LIBRARY_VERSION_STRING(256, 8192, 8192),
  MAX_PROCESSOR_NAME(256, 128, 256),
  MAX_OBJECT_NAME(64, 128, 128),
  MAX_INFO_KEY(36, 255, 256),
  MAX_INFO_VAL(256, 1024, 1024),
  MAX_DATAREP_STRING(128, 128, 128);

  private final int openMpi;
  private final int mpich;
  private final int standard;

  MpiConstant(int openMpi, int mpich, int standard) {
    this.openMpi = openMpi;
    this.mpich = mpich;
    this.standard = standard;
  }

  /// Its value in libraries of an ABI.
  public int in(Abi abi) {
    return switch (abi) {
      case OPEN_MPI -> openMpi;
      case MPICH -> mpich;
      case STANDARD -> standard;
    };
  }
}
