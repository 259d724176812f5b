package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.penstock.ffi.NativeImages;
import io.penstock.testing.Services;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The design's arrows between packages, kept; and, over the package `crooked`, that breaking one
/// is noticed.
class ArchitectureTest {
  private static final ArchitectureRules RULES = new ArchitectureRules("io.penstock");
  private static final ArchitectureRules CROOKED = new ArchitectureRules("io.penstock.crooked");

  private static final List<String> MODULES =
      List.of("core", "text", "tree", "compress", "object", "analysis", "message");

  private static final List<String> PROVIDERS =
      List.of("core", "compress", "zstd", "lz4", "libdeflate", "message", "mpi");

  private static final JavaClasses LIBRARY =
      new ClassFileImporter().importPaths(MODULES.stream().map(ArchitectureTest::classes).toList());
  private static final JavaClasses ALL_MODULES =
      new ClassFileImporter()
          .importPaths(NativeImages.MODULES.stream().map(NativeImages::classes).toList());
  private static final JavaClasses BREAKERS =
      new ClassFileImporter()
          .importPath(Path.of("target", "test-classes", "io", "penstock", "crooked"));

  @Test
  void theArrowsOfTheDesignHold() {
    RULES.arrows().check(LIBRARY);
  }

  @Test
  void noArrowsFormACircle() {
    RULES.noCircles().check(LIBRARY);
  }

  @Test
  void onlyOnePackageCallsNativeCode() {
    RULES.nativeCallsInOnePlace().check(LIBRARY);
  }

  @Test
  void theTableOfSignaturesAloneAsksTheLinker() {
    RULES.oneUserOfTheLinker().check(ALL_MODULES);
  }

  @Test
  void onlyMemoryMappingsAndWindowsMakeSharedArenas() {
    RULES.sharedMemoryInFewPlaces().check(LIBRARY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UpwardArrow leaves the arrows of array",
        "SeesAnotherEngine leaves the arrows of file.channel",
        "SeesItsEngine leaves the arrows of file:",
        "WithoutArrows is in a package without arrows"
      })
  void anArrowAgainstTheDesignIsNoticed(String violation) {
    assertThat(violations(ArchitectureRules::arrows)).anyMatch(line -> line.contains(violation));
  }

  @Test
  void aClassThatKeepsToTheArrowsIsNotAccused() {
    assertThat(violations(ArchitectureRules::arrows)).noneMatch(line -> line.contains("Upright"));
  }

  @Test
  void aCircleIsNoticed() {
    assertThat(violations(ArchitectureRules::noCircles)).isNotEmpty();
  }

  @Test
  void aNativeCallElsewhereIsNoticed() {
    assertThat(violations(ArchitectureRules::nativeCallsInOnePlace))
        .anyMatch(line -> line.contains("CallsNativeCode"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"AsksTheLinker.call", "AsksTheLinker.reference"})
  void anotherUserOfTheLinkerIsNoticed(String method) {
    assertThat(violations(ArchitectureRules::oneUserOfTheLinker))
        .anyMatch(line -> line.contains(method));
  }

  @Test
  void aSharedArenaElsewhereIsNoticed() {
    assertThat(violations(ArchitectureRules::sharedMemoryInFewPlaces))
        .anyMatch(line -> line.contains("SharesMemory"));
  }

  private static List<String> violations(Function<ArchitectureRules, ArchRule> rule) {
    return rule.apply(CROOKED).evaluate(BREAKERS).getFailureReport().getDetails();
  }

  private static Path classes(String module) {
    return Path.of("..", module, "target", "classes");
  }

  static List<String> providers() {
    return PROVIDERS;
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theClassPathHasTheServicesOfTheModule(String module) throws IOException {
    assertThat(Services.ofClassPath(classes(module)))
        .isNotEmpty()
        .isEqualTo(Services.ofModule(classes(module)));
  }
}
