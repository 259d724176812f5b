package io.penstock.codecs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What may depend on what in the modules of codecs.
class CodecArchitectureTest {
  private static final JavaClasses LIBRARY =
      new ClassFileImporter()
          .importPaths(
              Stream.of("zstd", "lz4", "libdeflate", "fory")
                  .map(module -> Path.of("..", module, "target", "classes"))
                  .toList());

  @Test
  void codecsDoNotSeeOneAnother() {
    slices().matching("io.penstock.codecs.(*)..").should().notDependOnEachOther().check(LIBRARY);
  }

  @ParameterizedTest
  @CsvSource({
    "com.github.luben.., zstd",
    "net.jpountz.., lz4",
    "io.airlift.compress.v3.deflate.., deflate",
    "io.airlift.compress.v3.zstd.., zstd",
    "org.apache.fory.., fory",
  })
  void eachLibraryIsUsedInOnePlace(String library, String place) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.penstock.codecs." + place)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(LIBRARY);
  }
}
