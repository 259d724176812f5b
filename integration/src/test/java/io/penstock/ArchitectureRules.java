package io.penstock;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;

/// What may depend on what, as rules over the packages below a root.
///
/// The root is a parameter so that the rules can be tried on packages that break them.
///
/// @param root the package that stands for `io.penstock`
record ArchitectureRules(String root) {
  ArchRule arrows() {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should(new OnlyFollowTheArrows(root))
        .because("the packages have a direction");
  }

  ArchRule noCircles() {
    return slices().matching(root + ".(**)").should().beFreeOfCycles();
  }

  ArchRule nativeCallsInOnePlace() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(root + ".ffi..")
        .should()
        .dependOnClassesThat(
            belongToAnyOf(Linker.class, SymbolLookup.class, FunctionDescriptor.class))
        .because("restricted calls are confined to one package");
  }

  ArchRule oneUserOfTheLinker() {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(root + ".ffi.Signature")
        .should()
        .accessTargetWhere(asksTheLinker())
        .because("the metadata of native images is generated from the table of signatures");
  }

  private static DescribedPredicate<JavaAccess<?>> asksTheLinker() {
    return DescribedPredicate.describe(
        "the linker makes a function or a stub",
        access ->
            access.getTargetOwner().isEquivalentTo(Linker.class)
                && (access.getName().equals("downcallHandle")
                    || access.getName().equals("upcallStub")));
  }

  // Calls need a few bytes of their own for errno, and ffi lies below memory: it may make them
  // itself.
  ArchRule sharedMemoryInFewPlaces() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(
            root + ".ffi..", root + ".memory..", root + ".file.mapped..", root + ".message.ranks..")
        .should()
        .callMethodWhere(makesSharedArena())
        .because(
            "who frees shared memory, and when, is decided in one place: pools, mappings, and the windows of ranks");
  }

  private static DescribedPredicate<JavaCall<?>> makesSharedArena() {
    return DescribedPredicate.describe(
        "an arena is made that threads share",
        call ->
            call.getTargetOwner().isEquivalentTo(Arena.class)
                && (call.getName().equals("ofShared") || call.getName().equals("ofAuto")));
  }
}
