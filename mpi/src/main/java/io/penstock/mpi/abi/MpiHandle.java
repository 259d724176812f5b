package io.penstock.mpi.abi;

import java.util.function.ToLongFunction;

/// A predefined handle, which C programs write as `MPI_` and this name.
///
/// Columns: the variable whose address it is in Open MPI, without its `ompi_`; MPICH; standard.
public enum MpiHandle {
  COMM_WORLD("mpi_comm_world", 0x44000000, 0x101),
  COMM_SELF("mpi_comm_self", 0x44000001, 0x102),
  COMM_NULL("mpi_comm_null", 0x04000000, 0x100),
  GROUP_NULL("mpi_group_null", 0x08000000, 0x108),
  GROUP_EMPTY("mpi_group_empty", 0x48000000, 0x109),
  REQUEST_NULL("request_null", 0x2c000000, 0x180),
  MESSAGE_NULL("message_null", 0x2c000000, 0x128),
  MESSAGE_NO_PROC("message_no_proc", 0x6c000000, 0x129),
  INFO_NULL("mpi_info_null", 0x1c000000, 0x130),
  /// Not where [Abi#handle] applies: an `MPI_File` has eight bytes everywhere.
  FILE_NULL("mpi_file_null", 0, 0x118),
  ERRHANDLER_NULL("mpi_errhandler_null", 0x14000000, 0x140),
  ERRORS_ARE_FATAL("mpi_errors_are_fatal", 0x54000000, 0x141),
  ERRORS_RETURN("mpi_errors_return", 0x54000001, 0x143),

  DATATYPE_NULL("mpi_datatype_null", 0x0c000000, 0x200),
  BYTE("mpi_byte", 0x4c00010d, 0x247),
  PACKED("mpi_packed", 0x4c00010f, 0x207),
  CHAR("mpi_char", 0x4c000101, 0x243),
  SIGNED_CHAR("mpi_signed_char", 0x4c000118, 0x244),
  INT("mpi_int", 0x4c000405, 0x209),
  INT8_T("mpi_int8_t", 0x4c000137, 0x240),
  INT16_T("mpi_int16_t", 0x4c000238, 0x248),
  UINT16_T("mpi_uint16_t", 0x4c00023c, 0x249),
  INT32_T("mpi_int32_t", 0x4c000439, 0x250),
  INT64_T("mpi_int64_t", 0x4c00083a, 0x258),
  FLOAT("mpi_float", 0x4c00040a, 0x210),
  DOUBLE("mpi_double", 0x4c00080b, 0x214),
  C_BOOL("mpi_c_bool", 0x4c00013f, 0x238),
  C_FLOAT_COMPLEX("mpi_c_float_complex", 0x4c000840, 0x212),
  C_DOUBLE_COMPLEX("mpi_c_double_complex", 0x4c001041, 0x216),

  OP_NULL("mpi_op_null", 0x18000000, 0x20),
  MAX("mpi_op_max", 0x58000001, 0x23),
  MIN("mpi_op_min", 0x58000002, 0x22),
  SUM("mpi_op_sum", 0x58000003, 0x21),
  PROD("mpi_op_prod", 0x58000004, 0x24),
  LAND("mpi_op_land", 0x58000005, 0x30),
  BAND("mpi_op_band", 0x58000006, 0x28),
  LOR("mpi_op_lor", 0x58000007, 0x31),
  BOR("mpi_op_bor", 0x58000008, 0x29),
  LXOR("mpi_op_lxor", 0x58000009, 0x32),
  BXOR("mpi_op_bxor", 0x5800000a, 0x2a),
  MINLOC("mpi_op_minloc", 0x5800000b, 0x38),
  MAXLOC("mpi_op_maxloc", 0x5800000c, 0x39),
  REPLACE("mpi_op_replace", 0x5800000d, 0x3c),
  NO_OP("mpi_op_no_op", 0x5800000e, 0x3d);

  private final String openMpi;
  private final int mpich;
  private final int standard;

  MpiHandle(String openMpi, int mpich, int standard) {
    this.openMpi = openMpi;
    this.mpich = mpich;
    this.standard = standard;
  }

  /// Its value in libraries of an ABI.
  ///
  /// @param symbols where the library has the variable of a name; asked for Open MPI alone
  public long in(Abi abi, ToLongFunction<String> symbols) {
    return switch (abi) {
      case OPEN_MPI -> symbols.applyAsLong("ompi_" + openMpi);
      case MPICH -> mpich;
      case STANDARD -> standard;
    };
  }
}
