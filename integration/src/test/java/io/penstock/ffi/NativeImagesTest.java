package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the jars tell a compiler of images: what their tables say, and all that is really called.
@EnabledOnOs(value = OS.LINUX, disabledReason = "native engines are for Linux")
class NativeImagesTest {
  private static final String MPI_LIBRARY = "libmpi.so.40";

  @TempDir Path folder;

  static List<String> modules() {
    return NativeImages.MODULES;
  }

  @ParameterizedTest
  @MethodSource("modules")
  void theMetadataOfAModuleIsWhatItsTablesSay(String module) throws Exception {
    Path committed = NativeImages.file(module);
    String generated = NativeImages.metadata(module);
    Path made = Path.of("target", "native-image", module + ".json");
    Files.createDirectories(made.getParent());
    Files.writeString(made, generated);
    assertThat(Files.exists(committed) ? Files.readString(committed) : "")
        .as(
            "%s; to take over what is generated (no file where that is empty): cp integration/%s %s",
            committed.normalize(), made, Path.of("integration").resolve(committed).normalize())
        .isEqualTo(generated);
  }

  @Test
  void allThatIsAskedOfTheLinkerIsInTheMetadata() throws Exception {
    String core = Files.readString(NativeImages.file("core"));
    String mpi = Files.readString(NativeImages.file("mpi"));
    List<String> asked = asked();
    assertThat(ofModule("core", asked)).isNotEmpty().allMatch(core::contains);
    assertThat(ofModule("mpi", asked)).isNotEmpty().allMatch(line -> (mpi + core).contains(line));
  }

  @Test
  void noSignatureOfTheTableIsForNothing() throws Exception {
    List<String> asked = ofModule("core", asked());
    assertThat(NativeImages.table().stream().map(ReachabilityMetadata::downcall))
        .isNotEmpty()
        .allMatch(asked::contains);
  }

  private List<String> asked() throws IOException {
    Path files = Files.createDirectory(folder.resolve("files"));
    List<String> options =
        List.of("--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny");
    try (ChildJvm child =
        ChildJvm.start(options, Map.of(), BoundFunctions.class, files.toString(), MPI_LIBRARY)) {
      List<String> lines = child.hearAll();
      assertThat(child.end())
          .as("%s (./penstock setup mpi installs %s)", child.errors(), MPI_LIBRARY)
          .isZero();
      return lines;
    }
  }

  private static List<String> ofModule(String module, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(module + " "))
        .map(line -> line.substring(module.length() + 1))
        .distinct()
        .toList();
  }

  static Stream<Map.Entry<MemoryLayout, String>> names() {
    return ReachabilityMetadata.NAMES.entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aNameInTheMetadataDenotesTheLayoutToTheLinker(Map.Entry<MemoryLayout, String> name) {
    MemoryLayout layout = Linker.nativeLinker().canonicalLayouts().get(name.getValue());
    assertThat(layout instanceof AddressLayout address ? address.withoutTargetLayout() : layout)
        .isEqualTo(name.getKey());
  }

  @Test
  void aLayoutOrAnOptionWithoutANameIsNoticed() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () ->
                ReachabilityMetadata.downcall(
                    Signature.of(FunctionDescriptor.ofVoid(ValueLayout.JAVA_SHORT))))
        .withMessageContaining("has no name");
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () ->
                ReachabilityMetadata.downcall(
                    new Signature(
                        FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT),
                        List.of(Linker.Option.firstVariadicArg(1)))))
        .withMessageContaining("has no name");
  }
}
