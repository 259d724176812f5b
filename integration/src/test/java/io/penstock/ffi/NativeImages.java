package io.penstock.ffi;

import io.penstock.ReflectiveCalls;
import io.penstock.mpi.abi.MpiFunction;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The reachability metadata of each module, generated from the tables of functions and from the
/// compiled classes.
public final class NativeImages {
  /// All modules of the library.
  public static final List<String> MODULES =
      List.of(
          "core",
          "text",
          "tree",
          "compress",
          "zstd",
          "lz4",
          "libdeflate",
          "object",
          "analysis",
          "fory",
          "message",
          "mpi",
          "mpijava",
          "lucene");

  private NativeImages() {}

  /// Where a module has its metadata.
  public static Path file(String module) {
    return Path.of("..", module, "src", "main", "resources")
        .resolve(Path.of("META-INF", "native-image", "io.penstock", "penstock-" + module))
        .resolve("reachability-metadata.json");
  }

  /// Where a module's compiled classes are.
  public static Path classes(String module) {
    return Path.of("..", module, "target", "classes");
  }

  /// The text of a module's metadata, empty where it needs none.
  static String metadata(String module) throws IOException, ReflectiveOperationException {
    ReachabilityMetadata metadata = new ReachabilityMetadata();
    if (module.equals("core")) {
      metadata.methods(Positional.class.getName(), ownMethods());
    }
    for (ReflectiveCalls.Call call : ReflectiveCalls.in(classes(module))) {
      if (call.callee().equals("MethodHandles.Lookup.findVarHandle")) {
        metadata.field(call.type(), call.text());
      }
    }
    switch (module) {
      case "core" -> metadata.downcalls(table());
      case "mpi" ->
          metadata
              .methods(UnsupportedOperationException.class.getName(), List.of(newWithText()))
              .downcalls(mpiTable());
      // The library's code, where zstd-jni finds no folder for a file of it.
      case "zstd" -> metadata.resource("linux/*/libzstd-jni-*.so");
      default -> {}
    }
    return metadata.isEmpty() ? "" : metadata.json();
  }

  private static ReachabilityMetadata.Method newWithText() {
    return new ReachabilityMetadata.Method("<init>", List.of(String.class.getName()));
  }

  /// Those that [Positional] looks up in itself and gives away as handles.
  private static List<ReachabilityMetadata.Method> ownMethods()
      throws ReflectiveOperationException {
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(Positional.class, MethodHandles.lookup());
    List<ReachabilityMetadata.Method> methods = new ArrayList<>();
    for (Method given : Positional.class.getDeclaredMethods()) {
      if (given.getReturnType() == MethodHandle.class && given.getParameterCount() == 0) {
        MethodHandleInfo own = lookup.revealDirect((MethodHandle) given.invoke(null));
        List<String> parameters =
            own.getMethodType().parameterList().stream().map(Class::getName).toList();
        methods.add(new ReachabilityMetadata.Method(own.getName(), parameters));
      }
    }
    return methods;
  }

  /// The constants of [Signature].
  static List<Signature> table() throws IllegalAccessException {
    List<Signature> table = new ArrayList<>();
    for (var field : Signature.class.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.getType() == Signature.class) {
        table.add((Signature) field.get(null));
      }
    }
    return table;
  }

  /// Any function of MPI may be bound as one that waits or as a brief one.
  private static List<Signature> mpiTable() {
    return Arrays.stream(MpiFunction.values())
        .sorted((a, b) -> Integer.compare(a.parameters(), b.parameters()))
        .map(function -> SharedLibrary.descriptor(function.type()))
        .distinct()
        .flatMap(NativeImages::bothWays)
        .toList();
  }

  private static Stream<Signature> bothWays(FunctionDescriptor type) {
    return Stream.of(Signature.of(type), Signature.brief(type));
  }
}
