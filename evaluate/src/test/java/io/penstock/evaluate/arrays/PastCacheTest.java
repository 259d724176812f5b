package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Task;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class PastCacheTest {
  private static final long BYTES = 12 << 20;

  /// Of a file system that refuses O_DIRECT.
  private static final Path REFUSING = Path.of("/proc/self/status");

  @TempDir Path folder;

  private static Stream<Experiment> experiments() {
    return Stream.of(new ArraysChapter(), new BatchesChapter())
        .flatMap(chapter -> chapter.experiments(setting()).stream());
  }

  private static Setting setting() {
    return Children.setting(BYTES, Effort.FULL, 1, 2);
  }

  static Stream<Entry> approachesPastTheCache() {
    return experiments()
        .flatMap(experiment -> experiment.entries().stream())
        .filter(entry -> entry.approach().contains("-direct"))
        .filter(entry -> entry.program() instanceof Executable.Jvm);
  }

  @ParameterizedTest
  @MethodSource("approachesPastTheCache")
  void anApproachInJavaIsMissingWhereTheFileSystemRefuses(Entry entry) {
    FileWork work = (FileWork) entry.works().getFirst();
    Task task = new Task(work, REFUSING, 0);
    Object array =
        Array.newInstance(
            work.type().arrayClass().componentType(), Math.toIntExact(task.arrayElements()));
    Approach way = (Approach) ((Executable.Jvm) entry.program()).way();
    assertThatExceptionOfType(AbsentException.class).isThrownBy(() -> way.prepare(task, array));
  }

  @ParameterizedTest
  @ValueSource(strings = {"c-direct", "ring-direct"})
  void anApproachInCIsMissingWhereTheFileSystemRefuses(String approach) throws Exception {
    Path library = refusing();
    Experiment experiment =
        experiments()
            .filter(one -> one.entries().stream().anyMatch(c -> c.approach().equals(approach)))
            .findFirst()
            .orElseThrow()
            .only(entry -> entry.approach().equals(approach))
            .each(entry -> preloading(entry, library));
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertThat(outcome.results())
        .isNotEmpty()
        .allSatisfy(result -> assertThat(result.outcome()).isInstanceOf(Outcome.Absent.class));
  }

  /// A library that keeps a program from O_DIRECT.
  private Path refusing() throws IOException, InterruptedException {
    Path source = folder.resolve("refusing.c");
    Path library = folder.resolve("refusing.so");
    Files.writeString(
        source,
        """
        #define _GNU_SOURCE
        #include <errno.h>
        #include <fcntl.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        int open(const char *path, int flags, ...) {
          if (flags & O_DIRECT) {
            errno = EINVAL;
            return -1;
          }
          return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0666);
        }
        """);
    String _ =
        Commands.output(
            List.of("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString()));
    return library;
  }

  private static Entry preloading(Entry entry, Path library) {
    List<String> words = ((Executable.Native) entry.program()).command();
    List<String> command =
        Stream.concat(Stream.of("env", "LD_PRELOAD=" + library), words.stream()).toList();
    return Entry.of(entry.approach(), entry.by(), new Executable.Native(command), entry.works());
  }

  @Test
  void aFileThatIsNotThereIsNoMatterOfItsFileSystem() {
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> PastCache.require(folder.resolve("gone")));
  }
}
