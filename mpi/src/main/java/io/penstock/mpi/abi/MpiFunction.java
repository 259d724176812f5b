package io.penstock.mpi.abi;

import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.Locale;

/// A function of MPI and its parameters: the one table from which all are bound.
///
/// A letter stands for each parameter; all return an error code.
///
/// | letter | in C |
/// |---|---|
/// | `h` | a handle, of the ABI's width |
/// | `F` | an `MPI_File`, 8 bytes in each ABI |
/// | `p` | a pointer |
/// | `l` | `MPI_Aint`, `MPI_Offset` or `MPI_Count` |
/// | `i` | `int` |
/// | `n` | `int`; in the function with `_c` at its end, `MPI_Count` |
///
/// A function whose form with `_c` has other arrays or results than itself has an entry of its own
/// for it, with `_C`. Source: the prototypes of MPI 5.0. An older library lacks some.
public enum MpiFunction {
  // Life
  INIT_THREAD("ppip"),
  FINALIZE(""),
  INITIALIZED("p"),
  FINALIZED("p"),
  QUERY_THREAD("p"),
  IS_THREAD_MAIN("p"),
  ABORT("hi"),
  GET_VERSION("pp"),
  GET_LIBRARY_VERSION("pp"),
  ABI_GET_VERSION("pp"),
  GET_PROCESSOR_NAME("pp"),

  // Errors
  ERROR_CLASS("ip"),
  ERROR_STRING("ipp"),
  ERRHANDLER_FREE("p"),
  COMM_CREATE_ERRHANDLER("pp"),
  COMM_SET_ERRHANDLER("hh"),
  COMM_GET_ERRHANDLER("hp"),
  COMM_CALL_ERRHANDLER("hi"),
  FILE_CREATE_ERRHANDLER("pp"),
  FILE_SET_ERRHANDLER("Fh"),
  FILE_GET_ERRHANDLER("Fp"),
  FILE_CALL_ERRHANDLER("Fi"),

  // Messages
  SEND("pnhiih"),
  SSEND("pnhiih"),
  RSEND("pnhiih"),
  BSEND("pnhiih"),
  RECV("pnhiihp"),
  ISEND("pnhiihp"),
  ISSEND("pnhiihp"),
  IRSEND("pnhiihp"),
  IBSEND("pnhiihp"),
  IRECV("pnhiihp"),
  SENDRECV("pnhiipnhiihp"),
  SENDRECV_REPLACE("pnhiiiihp"),
  SEND_INIT("pnhiihp"),
  SSEND_INIT("pnhiihp"),
  RECV_INIT("pnhiihp"),
  START("p"),
  STARTALL("ip"),
  PSEND_INIT("pilhiihhp"),
  PRECV_INIT("pilhiihhp"),
  PREADY("ih"),
  PARRIVED("hip"),
  WAIT("pp"),
  WAITALL("ipp"),
  WAITANY("ippp"),
  WAITSOME("ipppp"),
  TEST("ppp"),
  TESTALL("ippp"),
  TESTANY("ipppp"),
  TESTSOME("ipppp"),
  PROBE("iihp"),
  IPROBE("iihpp"),
  MPROBE("iihpp"),
  IMPROBE("iihppp"),
  MRECV("pnhpp"),
  IMRECV("pnhpp"),
  CANCEL("p"),
  TEST_CANCELLED("pp"),
  REQUEST_FREE("p"),
  REQUEST_GET_STATUS("hpp"),
  GET_COUNT("php"),
  GET_COUNT_C("php"),
  GET_ELEMENTS("php"),
  GET_ELEMENTS_C("php"),
  BUFFER_ATTACH("pn"),
  BUFFER_DETACH("pp"),
  BUFFER_DETACH_C("pp"),

  // Collectives
  BARRIER("h"),
  BCAST("pnhih"),
  GATHER("pnhpnhih"),
  GATHERV("pihppphih"),
  GATHERV_C("plhppphih"),
  SCATTER("pnhpnhih"),
  SCATTERV("ppphpihih"),
  SCATTERV_C("ppphplhih"),
  ALLGATHER("pnhpnhh"),
  ALLGATHERV("pihppphh"),
  ALLGATHERV_C("plhppphh"),
  ALLTOALL("pnhpnhh"),
  ALLTOALLV("ppphppphh"),
  ALLTOALLV_C("ppphppphh"),
  ALLTOALLW("pppppppph"),
  ALLTOALLW_C("pppppppph"),
  REDUCE("ppnhhih"),
  ALLREDUCE("ppnhhh"),
  REDUCE_SCATTER("ppphhh"),
  REDUCE_SCATTER_C("ppphhh"),
  REDUCE_SCATTER_BLOCK("ppnhhh"),
  REDUCE_LOCAL("ppnhh"),
  SCAN("ppnhhh"),
  EXSCAN("ppnhhh"),

  // Nonblocking collectives
  IBARRIER("hp"),
  IBCAST("pnhihp"),
  IGATHER("pnhpnhihp"),
  IGATHERV("pihppphihp"),
  IGATHERV_C("plhppphihp"),
  ISCATTER("pnhpnhihp"),
  ISCATTERV("ppphpihihp"),
  ISCATTERV_C("ppphplhihp"),
  IALLGATHER("pnhpnhhp"),
  IALLGATHERV("pihppphhp"),
  IALLGATHERV_C("plhppphhp"),
  IALLTOALL("pnhpnhhp"),
  IALLTOALLV("ppphppphhp"),
  IALLTOALLV_C("ppphppphhp"),
  IALLTOALLW("pppppppphp"),
  IALLTOALLW_C("pppppppphp"),
  IREDUCE("ppnhhihp"),
  IALLREDUCE("ppnhhhp"),
  IREDUCE_SCATTER("ppphhhp"),
  IREDUCE_SCATTER_C("ppphhhp"),
  IREDUCE_SCATTER_BLOCK("ppnhhhp"),
  ISCAN("ppnhhhp"),
  IEXSCAN("ppnhhhp"),

  // Ops
  OP_CREATE("pip"),
  OP_FREE("p"),
  OP_COMMUTATIVE("hp"),

  // Types
  TYPE_CONTIGUOUS("nhp"),
  TYPE_VECTOR("nnnhp"),
  TYPE_CREATE_HVECTOR("nnlhp"),
  TYPE_INDEXED("ipphp"),
  TYPE_INDEXED_C("lpphp"),
  TYPE_CREATE_HINDEXED("ipphp"),
  TYPE_CREATE_HINDEXED_C("lpphp"),
  TYPE_CREATE_INDEXED_BLOCK("iiphp"),
  TYPE_CREATE_INDEXED_BLOCK_C("llphp"),
  TYPE_CREATE_HINDEXED_BLOCK("nnphp"),
  TYPE_CREATE_STRUCT("ipppp"),
  TYPE_CREATE_STRUCT_C("lpppp"),
  TYPE_CREATE_SUBARRAY("ipppihp"),
  TYPE_CREATE_SUBARRAY_C("ipppihp"),
  TYPE_CREATE_DARRAY("iiippppihp"),
  TYPE_CREATE_DARRAY_C("iiippppihp"),
  TYPE_CREATE_RESIZED("hllp"),
  TYPE_DUP("hp"),
  TYPE_COMMIT("p"),
  TYPE_FREE("p"),
  TYPE_SIZE("hp"),
  TYPE_SIZE_C("hp"),
  TYPE_GET_EXTENT("hpp"),
  TYPE_GET_TRUE_EXTENT("hpp"),
  TYPE_GET_NAME("hpp"),
  TYPE_SET_NAME("hp"),
  PACK("pihpiph"),
  PACK_C("plhplph"),
  UNPACK("pippihh"),
  UNPACK_C("plpplhh"),
  PACK_SIZE("ihhp"),
  PACK_SIZE_C("lhhp"),
  GET_ADDRESS("pp"),

  // Groups and communicators
  COMM_RANK("hp"),
  COMM_SIZE("hp"),
  COMM_DUP("hp"),
  COMM_DUP_WITH_INFO("hhp"),
  COMM_IDUP("hpp"),
  COMM_SPLIT("hiip"),
  COMM_SPLIT_TYPE("hiihp"),
  COMM_CREATE("hhp"),
  COMM_CREATE_GROUP("hhip"),
  COMM_FREE("p"),
  COMM_COMPARE("hhp"),
  COMM_GROUP("hp"),
  COMM_TEST_INTER("hp"),
  COMM_GET_NAME("hpp"),
  COMM_SET_NAME("hp"),
  COMM_GET_INFO("hp"),
  COMM_SET_INFO("hh"),
  INTERCOMM_CREATE("hihiip"),
  INTERCOMM_MERGE("hip"),
  COMM_REMOTE_SIZE("hp"),
  GROUP_RANK("hp"),
  GROUP_SIZE("hp"),
  GROUP_INCL("hipp"),
  GROUP_EXCL("hipp"),
  GROUP_RANGE_INCL("hipp"),
  GROUP_UNION("hhp"),
  GROUP_INTERSECTION("hhp"),
  GROUP_DIFFERENCE("hhp"),
  GROUP_TRANSLATE_RANKS("hiphp"),
  GROUP_COMPARE("hhp"),
  GROUP_FREE("p"),

  // Attributes
  COMM_CREATE_KEYVAL("pppp"),
  COMM_FREE_KEYVAL("p"),
  COMM_SET_ATTR("hip"),
  COMM_GET_ATTR("hipp"),
  COMM_DELETE_ATTR("hi"),

  // Topologies
  DIMS_CREATE("iip"),
  CART_CREATE("hippip"),
  CART_COORDS("hiip"),
  CART_RANK("hpp"),
  CART_SHIFT("hiipp"),
  CART_SUB("hpp"),
  CART_GET("hippp"),
  CART_MAP("hippp"),
  CARTDIM_GET("hp"),
  TOPO_TEST("hp"),
  GRAPH_CREATE("hippip"),
  DIST_GRAPH_CREATE("hipppphip"),
  DIST_GRAPH_CREATE_ADJACENT("hippipphip"),
  DIST_GRAPH_NEIGHBORS("hippipp"),
  DIST_GRAPH_NEIGHBORS_COUNT("hppp"),
  NEIGHBOR_ALLGATHER("pnhpnhh"),
  NEIGHBOR_ALLGATHERV("pihppphh"),
  NEIGHBOR_ALLGATHERV_C("plhppphh"),
  NEIGHBOR_ALLTOALL("pnhpnhh"),
  NEIGHBOR_ALLTOALLV("ppphppphh"),
  NEIGHBOR_ALLTOALLV_C("ppphppphh"),
  NEIGHBOR_ALLTOALLW("pppppppph"),
  NEIGHBOR_ALLTOALLW_C("pppppppph"),
  INEIGHBOR_ALLGATHER("pnhpnhhp"),
  INEIGHBOR_ALLTOALL("pnhpnhhp"),

  // Info
  INFO_CREATE("p"),
  INFO_SET("hpp"),
  INFO_GET("hpipp"),
  INFO_GET_STRING("hpppp"),
  INFO_GET_VALUELEN("hppp"),
  INFO_GET_NKEYS("hp"),
  INFO_GET_NTHKEY("hip"),
  INFO_DELETE("hp"),
  INFO_DUP("hp"),
  INFO_FREE("p"),

  // Files
  FILE_OPEN("hpihp"),
  FILE_CLOSE("p"),
  FILE_DELETE("ph"),
  FILE_SET_SIZE("Fl"),
  FILE_PREALLOCATE("Fl"),
  FILE_GET_SIZE("Fp"),
  FILE_GET_GROUP("Fp"),
  FILE_GET_AMODE("Fp"),
  FILE_SET_INFO("Fh"),
  FILE_GET_INFO("Fp"),
  FILE_SET_VIEW("Flhhph"),
  FILE_GET_VIEW("Fpppp"),
  FILE_GET_TYPE_EXTENT("Fhp"),
  REGISTER_DATAREP("ppppp"),
  FILE_READ_AT("Flpnhp"),
  FILE_WRITE_AT("Flpnhp"),
  FILE_READ_AT_ALL("Flpnhp"),
  FILE_WRITE_AT_ALL("Flpnhp"),
  FILE_IREAD_AT("Flpnhp"),
  FILE_IWRITE_AT("Flpnhp"),
  FILE_IREAD_AT_ALL("Flpnhp"),
  FILE_IWRITE_AT_ALL("Flpnhp"),
  FILE_READ("Fpnhp"),
  FILE_WRITE("Fpnhp"),
  FILE_READ_ALL("Fpnhp"),
  FILE_WRITE_ALL("Fpnhp"),
  FILE_IREAD("Fpnhp"),
  FILE_IWRITE("Fpnhp"),
  FILE_IREAD_ALL("Fpnhp"),
  FILE_IWRITE_ALL("Fpnhp"),
  FILE_SEEK("Fli"),
  FILE_GET_POSITION("Fp"),
  FILE_GET_BYTE_OFFSET("Flp"),
  FILE_READ_SHARED("Fpnhp"),
  FILE_WRITE_SHARED("Fpnhp"),
  FILE_IREAD_SHARED("Fpnhp"),
  FILE_IWRITE_SHARED("Fpnhp"),
  FILE_READ_ORDERED("Fpnhp"),
  FILE_WRITE_ORDERED("Fpnhp"),
  FILE_SEEK_SHARED("Fli"),
  FILE_GET_POSITION_SHARED("Fp"),
  FILE_READ_AT_ALL_BEGIN("Flpnh"),
  FILE_READ_AT_ALL_END("Fpp"),
  FILE_WRITE_AT_ALL_BEGIN("Flpnh"),
  FILE_WRITE_AT_ALL_END("Fpp"),
  FILE_READ_ALL_BEGIN("Fpnh"),
  FILE_READ_ALL_END("Fpp"),
  FILE_WRITE_ALL_BEGIN("Fpnh"),
  FILE_WRITE_ALL_END("Fpp"),
  FILE_READ_ORDERED_BEGIN("Fpnh"),
  FILE_READ_ORDERED_END("Fpp"),
  FILE_WRITE_ORDERED_BEGIN("Fpnh"),
  FILE_WRITE_ORDERED_END("Fpp"),
  FILE_SET_ATOMICITY("Fi"),
  FILE_GET_ATOMICITY("Fp"),
  FILE_SYNC("F"),

  // One-sided
  WIN_CREATE("plnhhp"),
  WIN_ALLOCATE("lnhhpp"),
  WIN_ALLOCATE_SHARED("lnhhpp"),
  WIN_SHARED_QUERY("hippp"),
  WIN_SHARED_QUERY_C("hippp"),
  WIN_FREE("p"),
  WIN_FENCE("ih"),
  WIN_LOCK("iiih"),
  WIN_UNLOCK("ih"),
  WIN_LOCK_ALL("ih"),
  WIN_UNLOCK_ALL("h"),
  WIN_FLUSH("ih"),
  WIN_FLUSH_ALL("h"),
  WIN_FLUSH_LOCAL("ih"),
  WIN_SYNC("h"),
  WIN_SET_ERRHANDLER("hh"),
  PUT("pnhilnhh"),
  GET("pnhilnhh"),
  ACCUMULATE("pnhilnhhh"),
  GET_ACCUMULATE("pnhpnhilnhhh"),
  FETCH_AND_OP("pphilhh"),
  COMPARE_AND_SWAP("ppphilh"),
  ALLOC_MEM("lhp"),
  FREE_MEM("p");

  private final String signature;

  MpiFunction(String signature) {
    this.signature = signature;
  }

  /// Its name in C, such as `MPI_File_read_at`.
  public String symbol() {
    return "MPI_" + name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  /// The name of its form for counts above 2³¹ - 1; of use where there is one.
  public String largeSymbol() {
    return symbol() + "_c";
  }

  /// Whether MPI 4 has the same function for counts above 2³¹ - 1.
  public boolean hasLargeForm() {
    return signature.indexOf('n') >= 0;
  }

  /// The number of its arguments.
  public int parameters() {
    return signature.length();
  }

  /// The letter of an argument, as the table above says.
  public char letter(int parameter) {
    return signature.charAt(parameter);
  }

  /// Whether an argument fits its parameter, in the form for large counts or in the function
  /// itself.
  public boolean takes(int parameter, long argument, boolean large) {
    char letter = letter(parameter);
    boolean isInt = letter == 'i' || (letter == 'n' && !large);
    return !isInt || argument == (int) argument;
  }

  /// The type of its method handle: every parameter is a `long`.
  ///
  /// Each is in a register of its own, or takes eight bytes of the stack, in the conventions of
  /// 64-bit Linux; of one that is shorter in C the callee reads its lower half alone (System V ABI
  /// for AMD64, section 3.2.3; Procedure Call Standard for AArch64, section 6.8.2). Thus functions
  /// differ in the number of their parameters alone, and the few forms are made in little time.
  public MethodType type() {
    return MethodType.methodType(int.class, Collections.nCopies(parameters(), long.class));
  }
}
