package io.penstock.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FioFileTest {
  private static final Path FILE = Path.of("/data/file");
  private static final Jobs JOBS = Jobs.on(FILE, 1 << 20);

  @TempDir private Path folder;

  @Test
  void readsPastThePageCacheAreThreadsOfPread() throws Exception {
    Jobs jobs = JOBS.by(FileEngines.of(FileEngine.Direct.class)).random().workers(2, 8).seed(7);
    Map<String, Map<String, String>> sections = sections(new FioFile(jobs.job()).text());
    assertThat(sections).containsOnlyKeys("global", "penstock");
    assertThat(section(sections, "global"))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("filename", "/data/file"),
                Map.entry("ioengine", "psync"),
                Map.entry("direct", "1"),
                Map.entry("bs", "4096"),
                Map.entry("rw", "randread"),
                Map.entry("norandommap", "1"),
                Map.entry("filesize", "1048576"),
                Map.entry("time_based", "1"),
                Map.entry("runtime", "1s"),
                Map.entry("ramp_time", "1000ms"),
                Map.entry("randseed", "7"),
                Map.entry("thread", "1"),
                Map.entry("group_reporting", "1"),
                Map.entry("invalidate", "0"),
                Map.entry("fadvise_hint", "0")));
    assertThat(section(sections, "penstock")).isEqualTo(Map.of("numjobs", "16", "size", "1048576"));
  }

  @Test
  void writesGoOverWhatIsThereAndAreSynced() throws Exception {
    Map<String, String> global = global(JOBS.reads(0).sync(3).seconds(20));
    assertThat(global)
        .containsEntry("rw", "write")
        .containsEntry("direct", "0")
        .containsEntry("fsync", "3")
        .containsEntry("overwrite", "1")
        .containsEntry("runtime", "20s")
        .containsEntry("ramp_time", "1000ms");
    assertThat(global).doesNotContainKeys("rwmixread", "norandommap");
  }

  @Test
  void aNameThatLeadsThroughALinkIsOfTheSameFile() throws Exception {
    Path real = Files.createDirectories(folder.resolve("real/deep"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    Path file = Files.writeString(folder.resolve("real/file"), "measured");
    Files.writeString(folder.resolve("file"), "another");
    Map<String, String> global = global(Jobs.on(link.resolve("../file"), 1 << 20));
    Path name = Path.of(Objects.requireNonNull(global.get("filename")));
    assertThat(Files.isSameFile(name, file)).isTrue();
  }

  @Test
  void aMixHasItsPartOfReads() throws Exception {
    assertThat(global(JOBS.reads(30))).containsEntry("rw", "rw").containsEntry("rwmixread", "30");
    assertThat(global(JOBS.reads(1).random()))
        .containsEntry("rw", "randrw")
        .containsEntry("rwmixread", "1");
  }

  @Test
  void mappedFilesAreFiosMapped() throws Exception {
    assertThat(global(JOBS.by(FileEngines.of(FileEngine.Mapped.class))))
        .containsEntry("ioengine", "mmap");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 16, 255, 256})
  void sequentialRegionsAreThoseOfTheJob(int workers) throws Exception {
    BenchJob job = JOBS.workers(workers, 1).job();
    int worker = 0;
    for (Map<String, String> section : sections(new FioFile(job).text()).values()) {
      int jobs = section.containsKey("numjobs") ? number(section, "numjobs") : 0;
      for (int i = 0; i < jobs; i++) {
        int offset = number(section, "offset") + i * number(section, "offset_increment");
        assertThat((long) offset).isEqualTo(job.regionStart(worker) * job.block());
        assertThat((long) offset + number(section, "size"))
            .isEqualTo(job.regionStart(worker + 1) * job.block());
        worker++;
      }
    }
    assertThat(worker).isEqualTo(workers);
  }

  @Test
  void namesAreEscaped() throws Exception {
    assertThat(global(Jobs.on(Path.of("/a:b/c d:"), 4096)))
        .containsEntry("filename", "/a\\:b/c d\\:");
    assertThat(global(Jobs.on(Path.of("here"), 4096)))
        .containsEntry("filename", Path.of("here").toAbsolutePath().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a#b", "a;b", "${HOME}", "a\\b", "a\nb", "a ", "a\"b"})
  void aNameThatFioHasNoWayToWriteIsRefused(String name) {
    Path file = folder.resolve(name);
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> new FioFile(Jobs.on(file, 4096).job()).text())
        .withMessageContaining("fio cannot name this file");
  }

  static Stream<Jobs> jobs() {
    Jobs direct = JOBS.by(FileEngines.of(FileEngine.Direct.class));
    return Stream.of(
        JOBS,
        direct.random().workers(2, 8),
        JOBS.workers(3, 1),
        JOBS.reads(0).sync(3),
        direct.reads(30).random(),
        JOBS.by(FileEngines.of(FileEngine.Mapped.class)),
        Jobs.on(Path.of("/a:b/c d:"), 4096));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void fioUnderstandsIt(Jobs jobs) throws Exception {
    SpokenAssumption.that(isFioThere(), "no fio");
    Path file = Files.writeString(folder.resolve("job.fio"), new FioFile(jobs.job()).text());
    Process fio =
        new ProcessBuilder("fio", "--parse-only", file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(fio.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).isEmpty();
    assertThat(fio.waitFor()).isZero();
  }

  private static boolean isFioThere() {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    return Stream.of(path.split(":", -1)).anyMatch(f -> Files.isExecutable(Path.of(f, "fio")));
  }

  private static Map<String, String> global(Jobs jobs) throws IOException {
    return section(sections(new FioFile(jobs.job()).text()), "global");
  }

  private static Map<String, String> section(
      Map<String, Map<String, String>> sections, String name) {
    return Objects.requireNonNull(sections.get(name));
  }

  private static int number(Map<String, String> section, String key) {
    return Integer.parseInt(Objects.requireNonNull(section.get(key)));
  }

  private static Map<String, Map<String, String>> sections(String text) {
    Map<String, Map<String, String>> sections = new LinkedHashMap<>();
    Map<String, String> section = Map.of();
    for (String line : lines(text)) {
      if (line.startsWith("[")) {
        section = new LinkedHashMap<>();
        assertThat(sections.put(line.substring(1, line.length() - 1), section)).isNull();
      } else {
        int equals = line.indexOf('=');
        assertThat(section.put(line.substring(0, equals), line.substring(equals + 1))).isNull();
      }
    }
    return sections;
  }

  private static List<String> lines(String text) {
    return text.lines().filter(line -> !line.startsWith("#")).toList();
  }
}
