package io.penstock.mpi.abi;

import java.util.Arrays;

/// The class of an MPI error; in C it is called `MPI_ERR_` and this name.
///
/// Columns: Open MPI, MPICH, standard.
public enum MpiErrorClass {
  BUFFER(1, 1, 1),
  COUNT(2, 2, 2),
  TYPE(3, 3, 3),
  TAG(4, 4, 4),
  COMM(5, 5, 5),
  RANK(6, 6, 6),
  REQUEST(7, 19, 7),
  ROOT(8, 7, 8),
  GROUP(9, 8, 9),
  OP(10, 9, 10),
  TOPOLOGY(11, 10, 11),
  DIMS(12, 11, 12),
  ARG(13, 12, 13),
  /// Also any class that this table does not know.
  UNKNOWN(14, 13, 14),
  TRUNCATE(15, 14, 15),
  OTHER(16, 15, 16),
  INTERN(17, 16, 17),
  IN_STATUS(18, 17, 19),
  PENDING(19, 18, 18),
  ACCESS(20, 20, 20),
  AMODE(21, 21, 21),
  BAD_FILE(23, 22, 23),
  CONVERSION(25, 23, 25),
  DUP_DATAREP(27, 24, 27),
  FILE_EXISTS(28, 25, 28),
  FILE_IN_USE(29, 26, 29),
  FILE(30, 27, 30),
  INFO_KEY(31, 29, 31),
  INFO_NOKEY(32, 31, 32),
  INFO_VALUE(33, 30, 33),
  INFO(34, 28, 34),
  IO(35, 32, 35),
  KEYVAL(36, 48, 36),
  NO_MEM(39, 34, 39),
  NOT_SAME(40, 35, 40),
  NO_SPACE(41, 36, 41),
  NO_SUCH_FILE(42, 37, 42),
  QUOTA(44, 39, 44),
  READ_ONLY(45, 40, 45),
  UNSUPPORTED_DATAREP(51, 43, 54),
  UNSUPPORTED_OPERATION(52, 44, 55);

  private final int openMpi;
  private final int mpich;
  private final int standard;

  MpiErrorClass(int openMpi, int mpich, int standard) {
    this.openMpi = openMpi;
    this.mpich = mpich;
    this.standard = standard;
  }

  /// Its number in libraries of an ABI.
  public int in(Abi abi) {
    return switch (abi) {
      case OPEN_MPI -> openMpi;
      case MPICH -> mpich;
      case STANDARD -> standard;
    };
  }

  /// The error class of a number in libraries of an ABI.
  public static MpiErrorClass of(int number, Abi abi) {
    return Arrays.stream(values())
        .filter(errorClass -> errorClass.in(abi) == number)
        .findFirst()
        .orElse(UNKNOWN);
  }
}
