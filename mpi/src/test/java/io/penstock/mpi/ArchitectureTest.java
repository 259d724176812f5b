package io.penstock.mpi;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What may depend on what in this module.
class ArchitectureTest {
  private static final String ROOT = "io.penstock.mpi";

  private static final JavaClasses LIBRARY =
      new ClassFileImporter().importPath(Path.of("target", "classes", "io"));

  @Test
  void onlyTheCoreCallsNativeCode() {
    noNativeCalls().check(LIBRARY);
  }

  @Test
  void aNativeCallIsNoticed() {
    JavaClasses caller = new ClassFileImporter().importClasses(CallsNativeCode.class);
    assertThat(noNativeCalls().evaluate(caller).hasViolation()).isTrue();
  }

  @Test
  void theTablesDependOnNothing() {
    outsideOf(ROOT + ".abi", ROOT + ".abi").check(LIBRARY);
  }

  @Test
  void theSearchDependsOnTheTablesAlone() {
    outsideOf(ROOT + ".library", ROOT + ".abi", ROOT + ".library").check(LIBRARY);
  }

  @Test
  void noArrowsFormACircle() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(LIBRARY);
  }

  private static ArchRule noNativeCalls() {
    return noClasses()
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.belongToAnyOf(
                Linker.class, SymbolLookup.class, FunctionDescriptor.class))
        .because("restricted calls are confined to the core's package ffi");
  }

  private static ArchRule outsideOf(String origin, String... targets) {
    DescribedPredicate<JavaClass> others =
        resideInAnyPackage(ROOT + "..").and(resideOutsideOfPackages(targets));
    return noClasses().that().resideInAPackage(origin).should().dependOnClassesThat(others);
  }

  /// Breaks the rule.
  private static final class CallsNativeCode {
    @SuppressWarnings("unused")
    static Linker linker() {
      return Linker.nativeLinker();
    }
  }
}
