package io.penstock.mpi.library;

import io.penstock.ffi.NativeEnvironment;
import io.penstock.ffi.SharedLibrary;
import io.penstock.ffi.SignalActions;
import io.penstock.message.MessageException;
import io.penstock.mpi.abi.Abi;
import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An MPI library that this process has loaded. Its functions may be called as MPI allows: most of
/// them after `MPI_Init_thread` alone.
///
/// Safe for any thread.
public final class MpiLibrary {
  private static final int LONGEST_VERSION = 8192;
  private static final MethodType POINTERS =
      MethodType.methodType(int.class, long.class, long.class);
  private static final MethodType SETTING = MethodType.methodType(int.class, int.class);
  private static final MethodHandle NEW_UNSUPPORTED = newUnsupported();

  private final LibrarySearch.Choice choice;
  private final Abi abi;
  private final String version;

  private MpiLibrary(LibrarySearch.Choice choice) {
    this.choice = choice;
    this.abi = abi(choice.library());
    this.version = version(choice.library());
  }

  /// Finds and loads the library that belongs to this process: the one that the system property
  /// `penstock.mpi.library` or the variable `PENSTOCK_MPI_LIBRARY` names, else that of the
  /// launcher, else the first of the usual names.
  ///
  /// @param launched this process as a rank; null if no launcher started it
  /// @throws MessageException if there is none; the message says what was tried and what to do
  /// @throws UnsupportedOperationException if this process may not call native code
  public static MpiLibrary load(Map<String, String> environment, @Nullable LaunchedRank launched) {
    return new MpiLibrary(
        new LibrarySearch(environment, launched, MpiLibrary::loadUnharmed).find());
  }

  // UCX, which many MPI libraries bring along, replaces the JVM's handler for SIGSEGV as soon as it
  // is loaded, unless a variable forbids it: the variable is set, and replaced handlers are
  // restored.
  private static SharedLibrary loadUnharmed(String name) throws IOException {
    NativeEnvironment.setIfAbsent("UCX_ERROR_SIGNALS", "");
    SignalActions signals = SignalActions.save();
    try {
      return SharedLibrary.open(name);
    } finally {
      signals.restore();
    }
  }

  // MPICH's own ABI has the function too, and says there that it is no standard one. A library of
  // the standard ABI may rest on one that has Open MPI's variables.
  private static Abi abi(SharedLibrary library) {
    boolean hasVariables = library.find("ompi_mpi_comm_world").isPresent();
    if (isStandard(library) && (!hasVariables || library.name().contains("mpi_abi"))) {
      return Abi.STANDARD;
    }
    return hasVariables ? Abi.OPEN_MPI : Abi.MPICH;
  }

  private static boolean isStandard(SharedLibrary library) {
    Optional<MethodHandle> function = library.function("MPI_Abi_get_version", POINTERS);
    if (function.isEmpty()) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment version = arena.allocate(ValueLayout.JAVA_INT, 2);
      long major = version.address();
      int code = (int) function.get().invokeExact(major, major + Integer.BYTES);
      return code == 0 && version.get(ValueLayout.JAVA_INT, 0) >= 1;
    } catch (Throwable e) {
      throw new AssertionError("MPI_Abi_get_version does not throw", e);
    }
  }

  private static String version(SharedLibrary library) {
    Optional<MethodHandle> function = library.function("MPI_Get_library_version", POINTERS);
    if (function.isEmpty()) {
      return "MPI of unknown version";
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(LONGEST_VERSION);
      MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
      int code = (int) function.get().invokeExact(text.address(), length.address());
      String version = code == 0 ? text.getString(0) : "";
      return tidy(version);
    } catch (Throwable e) {
      throw new AssertionError("MPI_Get_library_version does not throw", e);
    }
  }

  // Open MPI: `Open MPI v4.1.4, package: ...`; MPICH: `MPICH Version:\t4.0.2`, and more lines.
  private static String tidy(String version) {
    String first = version.lines().findFirst().orElse("").replaceFirst(",.*", "");
    return first.replace("Version:", "").replaceAll("\\s+", " ").strip();
  }

  public Abi abi() {
    return abi;
  }

  /// As it calls itself, in one line.
  public String version() {
    return version;
  }

  /// The file or name that it was loaded by.
  public String name() {
    return choice.library().name();
  }

  /// Which library this is, why it was chosen, and which were not.
  public String explain() {
    String others =
        choice.others().isEmpty()
            ? ""
            : "; also here, not loaded: "
                + choice.others().stream().map(Path::toString).collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%s in %s with %s, because %s%s",
        version,
        name(),
        abi.title(),
        choice.reason(),
        others);
  }

  /// The value of a predefined handle.
  ///
  /// @throws MessageException if the library lacks it
  public long handle(MpiHandle handle) {
    return handle.in(abi, this::variable);
  }

  private long variable(String symbol) {
    return choice
        .library()
        .find(symbol)
        .orElseThrow(
            () ->
                new MessageException(
                    String.format(Locale.ROOT, "%s has no variable %s", name(), symbol)));
  }

  /// The value of a constant.
  public int constant(MpiConstant constant) {
    return constant.in(abi);
  }

  /// Whether the library has a function.
  public boolean has(MpiFunction function) {
    return choice.library().find(function.symbol()).isPresent();
  }

  /// A function, of the type [MpiFunction#type()], to be called as MPI allows. One that the library
  /// lacks throws an [UnsupportedOperationException] that says so when it is called.
  public MethodHandle function(MpiFunction function) {
    return choice
        .library()
        .function(function.symbol(), function.type())
        .orElseGet(() -> missing(function.symbol(), function.type()));
  }

  /// The same for a function that does little, never waits and never calls back.
  public MethodHandle briefFunction(MpiFunction function) {
    return choice
        .library()
        .briefFunction(function.symbol(), function.type())
        .orElseGet(() -> missing(function.symbol(), function.type()));
  }

  /// The form of a function whose counts are `MPI_Count`, of the same type.
  ///
  /// @return empty if the library or MPI has none
  public Optional<MethodHandle> largeFunction(MpiFunction function) {
    return function.hasLargeForm()
        ? choice.library().function(function.largeSymbol(), function.type())
        : Optional.empty();
  }

  /// Open MPI's switch for yielding the processor in calls that find nothing to do, which takes 1
  /// or 0 and returns in its lowest byte what was set before.
  ///
  /// @return empty if this is another library
  public Optional<MethodHandle> yieldingSwitch() {
    return choice.library().briefFunction("opal_progress_set_yield_when_idle", SETTING);
  }

  private MethodHandle missing(String symbol, MethodType type) {
    String text =
        String.format(
            Locale.ROOT,
            "%s in %s has no function %s: use a newer MPI library",
            version,
            name(),
            symbol);
    MethodHandle thrower =
        MethodHandles.throwException(type.returnType(), UnsupportedOperationException.class);
    MethodHandle failing =
        MethodHandles.foldArguments(
            thrower, MethodHandles.insertArguments(NEW_UNSUPPORTED, 0, text));
    return MethodHandles.dropArguments(failing, 0, type.parameterList());
  }

  private static MethodHandle newUnsupported() {
    try {
      return MethodHandles.publicLookup()
          .findConstructor(
              UnsupportedOperationException.class, MethodType.methodType(void.class, String.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a constructor of the JDK is missing", e);
    }
  }
}
