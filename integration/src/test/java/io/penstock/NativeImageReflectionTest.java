package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.ffi.NativeImages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The reflective calls of the library, all of them, and why an image that is compiled ahead of
/// time has what they reach.
class NativeImageReflectionTest {
  private static final String METADATA = "the module's metadata names it";
  private static final String PROVIDERS = "native-image takes all providers of a service";
  private static final String PRIMITIVE = "the array is of a primitive type, which each image has";
  private static final String PROGRAM = "the class is the program's, and so is its metadata";

  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("io.penstock.array.kernel.ConvertingKernel Array.newInstance", PRIMITIVE),
          Map.entry("io.penstock.codecs.zstd.NativeZstd Class.getResourceAsStream", METADATA),
          Map.entry("io.penstock.codecs.zstd.NativeZstd ModuleReference.open", METADATA),
          Map.entry("io.penstock.collective.SharedEngine ServiceLoader.load", PROVIDERS),
          Map.entry("io.penstock.compress.Codecs ServiceLoader.load", PROVIDERS),
          Map.entry("io.penstock.compress.DeflateBlocks ServiceLoader.load", PROVIDERS),
          Map.entry("io.penstock.ffi.Positional MethodHandles.Lookup.findStatic", METADATA),
          Map.entry("io.penstock.file.FileEngines ServiceLoader.load", PROVIDERS),
          Map.entry("io.penstock.file.Npy Array.newInstance", PRIMITIVE),
          Map.entry(
              "io.penstock.memory.Depot$MagazineStack MethodHandles.Lookup.findVarHandle",
              METADATA),
          Map.entry("io.penstock.memory.Pins MethodHandles.Lookup.findVarHandle", METADATA),
          Map.entry("io.penstock.memory.ThreadCache MethodHandles.Lookup.findVarHandle", METADATA),
          Map.entry("io.penstock.message.Transports ServiceLoader.load", PROVIDERS),
          Map.entry("io.penstock.message.launch.MainMethod Class.forName", PROGRAM),
          Map.entry("io.penstock.message.launch.MainMethod Class.getDeclaredConstructors", PROGRAM),
          Map.entry("io.penstock.message.launch.MainMethod Class.getDeclaredMethods", PROGRAM),
          Map.entry("io.penstock.message.launch.MainMethod Constructor.newInstance", PROGRAM),
          Map.entry("io.penstock.message.launch.MainMethod Method.invoke", PROGRAM),
          Map.entry("io.penstock.message.ranks.Region Array.newInstance", PRIMITIVE),
          Map.entry(
              "io.penstock.mpi.library.MpiLibrary MethodHandles.Lookup.findConstructor", METADATA),
          Map.entry("io.penstock.object.AllowedClasses Class.forName", PROGRAM),
          Map.entry("io.penstock.object.JdkObjectCodec$Reading ObjectInputStream.<init>", PROGRAM),
          Map.entry("io.penstock.object.JdkObjectCodec$Writing ObjectOutputStream.<init>", PROGRAM),
          Map.entry("io.penstock.object.PrimitiveArray Array.newInstance", PRIMITIVE),
          Map.entry(
              "io.penstock.object.analysis.ObjectAnalysis ObjectOutputStream.<init>", PROGRAM),
          Map.entry(
              "io.penstock.object.analysis.ObjectAnalysis ObjectOutputStream.writeObject", PROGRAM),
          Map.entry("mpi.BaseType Array.newInstance", PRIMITIVE),
          Map.entry("mpi.ObjectBytes ObjectInputStream.readObject", PROGRAM),
          Map.entry("mpi.ObjectBytes ObjectOutputStream.<init>", PROGRAM),
          Map.entry("mpi.ObjectBytes ObjectOutputStream.writeObject", PROGRAM),
          Map.entry("mpi.ObjectBytes$Input Class.forName", PROGRAM),
          Map.entry("mpi.ObjectBytes$Input ObjectInputStream.<init>", PROGRAM),
          Map.entry("mpi.ObjectBytes$Input Proxy.newProxyInstance", PROGRAM),
          Map.entry("mpi.TypedRange Array.newInstance", PRIMITIVE));

  @Test
  void eachReflectiveCallHasAReasonToWorkInAnImage() throws IOException {
    Map<String, String> calls = new TreeMap<>();
    for (String module : NativeImages.MODULES) {
      for (String place : ReflectiveCalls.placesIn(NativeImages.classes(module))) {
        calls.put(place, REASONS.getOrDefault(place, "NEW: name it in metadata, or say why not"));
      }
    }
    assertThat(calls).containsExactlyInAnyOrderEntriesOf(REASONS);
  }

  @Test
  void aCallThatNeedsMetadataIsOfAModuleThatHasSome() throws IOException {
    for (String module : NativeImages.MODULES) {
      List<String> needing =
          ReflectiveCalls.placesIn(NativeImages.classes(module)).stream()
              .filter(place -> METADATA.equals(REASONS.get(place)))
              .toList();
      assertThat(Files.exists(NativeImages.file(module)) || needing.isEmpty())
          .as("%s has metadata for %s", module, needing)
          .isTrue();
    }
  }

  @Test
  void theJarOfCoreTurnsSharedArenasOn() throws IOException {
    Path properties = NativeImages.file("core").resolveSibling("native-image.properties");
    assertThat(Files.readString(properties)).contains("-H:+SharedArenaSupport");
  }
}
