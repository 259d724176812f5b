package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SystemProgramsTest {

  @Test
  void aProgramThatIsAbsentIsNamedWithWhatBringsIt() {
    assertThatThrownBy(() -> SystemPrograms.require("no-such-program"))
        .isInstanceOf(AbsentException.class)
        .hasMessage(
            "no-such-program is not installed; run ./penstock setup, or install no-such-program");
  }

  @Test
  void aProgramOnThePathIsThere() {
    assertThatCode(() -> SystemPrograms.require("sh")).doesNotThrowAnyException();
  }
}
