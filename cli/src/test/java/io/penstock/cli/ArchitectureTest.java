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
  void onlyTheVerbAndItsProgressKnowTheEvaluation() {
    onlyTwoKnowTheEvaluation().check(COMMAND);
  }

  @Test
  void bothOfThemAreThere() {
    assertThat(COMMAND.contain(EvaluateCommand.class)).isTrue();
    assertThat(COMMAND.contain(EvaluationProgress.class)).isTrue();
  }

  @Test
  void aThirdOneIsNoticed() {
    JavaClasses third = new ClassFileImporter().importClasses(KnowsTheEvaluation.class);
    assertThat(onlyTwoKnowTheEvaluation().evaluate(third).getFailureReport().getDetails())
        .anyMatch(line -> line.contains("KnowsTheEvaluation"));
  }

  private static ArchRule onlyTwoKnowTheEvaluation() {
    return noClasses()
        .that(
            DescribedPredicate.not(belongToAnyOf(EvaluateCommand.class, EvaluationProgress.class)))
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
