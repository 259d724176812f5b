package io.penstock.evaluate.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.TextWork;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreshProcessTest {
  private static final long ANSWER = 42;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("source"), "some text\n");
  }

  @Test
  void theTimeIsWhatTheProgramSays() throws Exception {
    try (Exercise.Session session = prepared(new FreshProcess.Program(), words("echo 1234 42"))) {
      session.arm(1);
      assertThat(session.run().amount()).isEqualTo(1234);
      assertThat(session.fault(1)).isEmpty();
    }
  }

  @Test
  void everyRunBeginsWithoutTheFileThatItMakes() throws Exception {
    Drill drill =
        words("mkdir {to}").with(FreshProcess.SAID, ""); // which fails where there is something
    try (Exercise.Session session = prepared(new FreshProcess.Command(), drill)) {
      for (int run = 0; run < 3; run++) {
        assertThat(session.run().operations()).isEqualTo(1);
      }
    }
  }

  @Test
  void aProgramThatComesToAnotherAnswerIsFound() throws Exception {
    assertThat(fault(new FreshProcess.Program(), words("echo 1234 43")))
        .hasValueSatisfying(fault -> assertThat(fault).contains("43 instead of 42"));
  }

  @Test
  void aCommandThatPrintsSomethingElseIsFound() throws Exception {
    Drill drill = words("echo 43").with(FreshProcess.SAID, "{answer}");
    assertThat(fault(new FreshProcess.Command(), drill)).isPresent();
    assertThat(fault(new FreshProcess.Command(), drill.with(FreshProcess.WORDS, "echo\n42")))
        .isEmpty();
  }

  @Test
  void aFileThatDiffersFromTheSourceIsFound() throws Exception {
    Drill drill =
        words("cp {from} {to}")
            .with(FreshProcess.SAID, "")
            .with(FreshProcess.WRITTEN, FreshProcess.Written.AT_END.name());
    assertThat(fault(new FreshProcess.Command(), drill)).isEmpty();
    assertThat(fault(new FreshProcess.Command(), drill.with(FreshProcess.WORDS, "touch\n{to}")))
        .isPresent();
    assertThat(
            fault(
                new FreshProcess.Command(), drill.with(FreshProcess.WORDS, "cp\n{archive}\n{to}")))
        .isPresent();
  }

  @Test
  void anArchiveHasToHoldTheSource() throws Exception {
    Drill drill =
        words("cp {archive} {to}")
            .with(FreshProcess.SAID, "")
            .with(FreshProcess.WRITTEN, FreshProcess.Written.GZIP.name());
    assertThat(fault(new FreshProcess.Command(), drill)).isEmpty();
    Path shorter = folder.resolve("shorter.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(shorter))) {
      out.write('s');
    }
    assertThat(
            fault(
                new FreshProcess.Command(),
                drill.with(FreshProcess.WORDS, "cp\n" + shorter + "\n{to}")))
        .isPresent();
  }

  @Test
  void aCommandThatFailsOrIsNotThereHasNoFigures() {
    Drill failing = words("false").with(FreshProcess.SAID, "");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> fault(new FreshProcess.Command(), failing))
        .withMessageContaining("exit status 1");
    Drill missing = words("no-such-program").with(FreshProcess.SAID, "");
    assertThatExceptionOfType(AbsentException.class)
        .isThrownBy(() -> fault(new FreshProcess.Command(), missing));
  }

  @Test
  void aLibraryThatIsNotThereIsAbsent() {
    Drill drill = words("no.such.Program").with(FreshProcess.CLASSES, "no.such.Library");
    assertThatExceptionOfType(AbsentException.class)
        .isThrownBy(() -> fault(new FreshProcess.Jvm(), drill));
  }

  @Test
  void aFileOfNumbersHoldsThoseOfTheArray() throws IOException {
    Numbers numbers = new Numbers(8 * 1000);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long sum = numbers.write(out).getOrDefault(Numbers.SUM, 0L);
    long[] read = new long[1000];
    ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.nativeOrder()).asLongBuffer().get(read);
    assertThat(read).isEqualTo(Numbers.first(1000)).doesNotHaveDuplicates();
    assertThat(Numbers.sum(read)).isEqualTo(sum);
    long first = read[0];
    read[0] = read[1];
    read[1] = first;
    assertThat(Numbers.sum(read)).isNotEqualTo(sum);
  }

  private Drill words(String command) {
    return Drill.of("fresh", 1, Duration.ZERO)
        .with(TextWork.FILE, file.toString())
        .with(TextWork.ANSWER, Long.toString(ANSWER))
        .with(FreshProcess.WORDS, command.replace(' ', '\n'));
  }

  private Exercise.Session prepared(Exercise exercise, Drill drill) throws Exception {
    Path meeting = folder.resolve("meeting-" + System.nanoTime());
    return exercise.prepare(new DrillTask(drill, 0, meeting));
  }

  private Optional<String> fault(Exercise exercise, Drill drill) throws Exception {
    try (Exercise.Session session = prepared(exercise, drill)) {
      session.arm(1);
      var _ = session.run();
      return session.fault(1);
    }
  }
}
