package io.penstock.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.penstock.evaluate.run.Effort;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What may depend on what in this module.
class ArchitectureTest {
  private static final JavaClasses COMMAND =
      new ClassFileImporter().importPath(Path.of("target", "classes", "io"));

  @Test
  void onlyTheVerbKnowsTheEvaluation() {
    onlyOneKnowsTheEvaluation().check(COMMAND);
  }

  @Test
  void theVerbIsThere() {
    assertThat(COMMAND.contain(EvaluateCommand.class)).isTrue();
  }

  @Test
  void aSecondOneIsNoticed() {
    JavaClasses second = new ClassFileImporter().importClasses(KnowsTheEvaluation.class);
    assertThat(onlyOneKnowsTheEvaluation().evaluate(second).getFailureReport().getDetails())
        .anyMatch(line -> line.contains("KnowsTheEvaluation"));
  }

  private static ArchRule onlyOneKnowsTheEvaluation() {
    return noClasses()
        .that(DescribedPredicate.not(belongToAnyOf(EvaluateCommand.class)))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.penstock.evaluate..")
        .because("the command needs nothing of the evaluation but for its own verb");
  }

  /// Breaks the rule.
  private static final class KnowsTheEvaluation {
    @SuppressWarnings("unused")
    static Effort effort() {
      return Effort.QUICK;
    }
  }
}
