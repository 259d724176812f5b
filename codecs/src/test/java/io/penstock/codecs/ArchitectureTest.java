package io.penstock.codecs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What may depend on what in this module.
class ArchitectureTest {
  private static final JavaClasses LIBRARY =
      new ClassFileImporter().importPath(Path.of("target", "classes", "io"));

  @Test
  void codecsDoNotSeeOneAnother() {
    slices().matching("io.penstock.codecs.(*)..").should().notDependOnEachOther().check(LIBRARY);
  }

  @Test
  void eachLibraryIsUsedInOnePlace() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.penstock.codecs.zstd")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.github.luben..")
        .check(LIBRARY);
    noClasses()
        .that()
        .resideOutsideOfPackage("io.penstock.codecs.lz4")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("net.jpountz..")
        .check(LIBRARY);
    noClasses()
        .that()
        .resideOutsideOfPackage("io.penstock.codecs.fory")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.fory..")
        .check(LIBRARY);
  }
}
