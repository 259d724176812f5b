package io.penstock.evaluate.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.start.FreshProcess.Check;
import io.penstock.evaluate.start.FreshProcess.Site;
import io.penstock.evaluate.start.FreshProcess.Start;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreshProcessTest {
  private static final long ANSWER = 42;
  private static final Check ANY = Check.prints();

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("source"), "some text\n");
  }

  @Test
  void theTimeIsWhatTheProgramSays() throws Exception {
    try (Exercise.Session session = prepared(itself("echo 1234 42"))) {
      session.arm(1);
      assertThat(session.run().amount()).isEqualTo(1234);
      assertThat(session.fault(1)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"42", "0 42", "-7 42", "soon 42", "1234", ""})
  void aProgramThatPrintsNoTimeHasNoFigures(String printed) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> fault(itself("echo " + printed)))
        .withMessageContaining("it printed no time and what it came to, but: " + printed);
  }

  @Test
  void everyRunBeginsWithoutTheFileThatItMakes() throws Exception {
    Start mkdir = site -> List.of("mkdir", to(site)); // which fails where there is something
    try (Exercise.Session session = prepared(FreshProcess.whole(mkdir, ANY))) {
      for (int run = 0; run < 3; run++) {
        assertThat(session.run().operations()).isEqualTo(1);
      }
    }
  }

  @Test
  void aProgramThatComesToAnotherAnswerIsFound() throws Exception {
    assertThat(fault(itself("echo 1234 43")))
        .hasValueSatisfying(fault -> assertThat(fault).contains("43 instead of 42"));
  }

  @Test
  void aCommandThatPrintsSomethingElseIsFound() throws Exception {
    assertThat(fault(FreshProcess.whole(words("echo 43"), Check.printsAnswer()))).isPresent();
    assertThat(fault(FreshProcess.whole(words("echo 42"), Check.printsAnswer()))).isEmpty();
    assertThat(fault(FreshProcess.whole(words("echo one two"), Check.prints("one", "three"))))
        .isPresent();
  }

  @Test
  void aFileThatDiffersFromTheSourceIsFound() throws Exception {
    assertThat(fault(copying(site -> List.of("cp", from(site), to(site))))).isEmpty();
    assertThat(fault(copying(site -> List.of("touch", to(site))))).isPresent();
    assertThat(fault(copying(site -> List.of("cp", site.archive().toString(), to(site)))))
        .isPresent();
  }

  private static FreshProcess copying(Start start) {
    return FreshProcess.whole(start, ANY).making(".copy", Check.endsLikeSource());
  }

  @Test
  void anArchiveHasToHoldTheSource() throws Exception {
    assertThat(fault(packing(site -> List.of("cp", site.archive().toString(), to(site)))))
        .isEmpty();
    Path shorter = folder.resolve("shorter.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(shorter))) {
      out.write('s');
    }
    assertThat(fault(packing(site -> List.of("cp", shorter.toString(), to(site))))).isPresent();
  }

  private static FreshProcess packing(Start start) {
    return FreshProcess.whole(start, ANY).making(".gz", Check.isArchive());
  }

  @Test
  void aFileHasTheNameThatACommandGivesIt() throws Exception {
    Start gzip = site -> List.of("gzip", "-k", from(site));
    assertThat(fault(packing(gzip))).isEmpty();
  }

  @Test
  void aCommandThatFailsOrIsNotThereHasNoFigures() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> fault(FreshProcess.whole(words("false"), ANY)))
        .withMessageContaining("exit status 1");
    assertThatExceptionOfType(AbsentException.class)
        .isThrownBy(() -> fault(FreshProcess.whole(words("no-such-program"), ANY)));
  }

  @Test
  void aLibraryThatIsNotThereIsAbsent() {
    FreshProcess.Jvm jvm =
        new FreshProcess.Jvm(FirstUse.class, List.of("no.such.Library"), _ -> List.of());
    assertThatExceptionOfType(AbsentException.class)
        .isThrownBy(() -> fault(FreshProcess.timingItself(jvm::bare, ANY)))
        .withMessageContaining("no.such.Library");
  }

  @Test
  void aFileOfNumbersHoldsThoseOfTheArray() throws IOException {
    RawLongs numbers = new RawLongs(8 * 1000);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long sum = numbers.write(out).getOrDefault(RawLongs.SUM, 0L);
    long[] read = new long[1000];
    ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.nativeOrder()).asLongBuffer().get(read);
    assertThat(read).isEqualTo(RawLongs.first(1000)).doesNotHaveDuplicates();
    assertThat(RawLongs.sum(LongBuffer.wrap(read))).isEqualTo(sum);
    long first = read[0];
    read[0] = read[1];
    read[1] = first;
    assertThat(RawLongs.sum(LongBuffer.wrap(read))).isNotEqualTo(sum);
  }

  private static FreshProcess itself(String command) {
    return FreshProcess.timingItself(words(command), Check.comesTo(Site::answer));
  }

  private static Start words(String command) {
    return _ -> List.of(command.split(" "));
  }

  private static String from(Site site) {
    return site.from().toString();
  }

  private static String to(Site site) {
    return site.to().toString();
  }

  private Exercise.Session prepared(Exercise exercise) throws Exception {
    Drill drill =
        Drill.of("fresh", 1, Duration.ZERO)
            .with(TextWork.FILE, file.toString())
            .with(TextWork.ANSWER, Long.toString(ANSWER));
    Path meeting = folder.resolve("meeting-" + System.nanoTime());
    return exercise.prepare(new DrillTask(drill, 0, meeting));
  }

  private Optional<String> fault(Exercise exercise) throws Exception {
    try (Exercise.Session session = prepared(exercise)) {
      session.arm(1);
      var _ = session.run();
      return session.fault(1);
    }
  }
}
