package io.penstock.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.soak.Sample.Resource;
import io.penstock.testing.CampaignFigures;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.Seed;
import io.penstock.testing.SmallFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// All parts at once in one JVM for a long time: nothing fails, and what the JVM holds does not
/// grow.
class SoakTest {
  /// The property that names how many hours to go on.
  private static final String HOURS = "penstock.soak.hours";

  private static final Path REPORT = Path.of("target", "soak");
  private static final long SMALL_DISK = 24L << 20;

  @TempDir Path folder;

  @Test
  void someSecondsOfAllPartsLeaveNothing() throws Exception {
    List<Sample> samples = run(Duration.ofSeconds(12));
    assertThat(samples.getLast().of(Resource.BLOCKS)).isZero();
  }

  @Tag("long")
  @Test
  void whatIsHeldIsSteady() throws Exception {
    double hours = Double.parseDouble(System.getProperty(HOURS, "0.1"));
    List<Sample> samples = run(Duration.ofSeconds(Math.round(hours * 3600)));
    new SoakReport(samples).write(Files.createDirectories(REPORT));
    assertThat(SoakReport.growth(samples)).isEmpty();
  }

  @Test
  void aResourceThatGrowsIsNamed() {
    assertThat(SoakReport.growth(samples(10, 0))).isEmpty();
    assertThat(SoakReport.growth(samples(10, 1)))
        .singleElement()
        .asString()
        .startsWith("descriptors: ");
  }

  @Test
  void whatIsHeldOnlyOnceIsNoGrowth() {
    List<Sample> samples = samples(10, 0);
    samples.set(0, sample(0, 1000));
    samples.set(39, sample(39, 1000));
    assertThat(SoakReport.growth(samples)).isEmpty();
  }

  private static List<Sample> samples(long first, long each) {
    return new ArrayList<>(
        LongStream.range(0, 40).mapToObj(i -> sample(i, first + each * i)).toList());
  }

  private static Sample sample(long second, long descriptors) {
    Map<Resource, Long> held = new EnumMap<>(Resource.class);
    for (Resource resource : Resource.values()) {
      held.put(resource, resource == Resource.DESCRIPTORS ? descriptors : 10);
    }
    return new Sample(second, second, held);
  }

  private List<Sample> run(Duration duration) throws Exception {
    long seed = Seed.sow(SoakTest.class).nextLong();
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), SMALL_DISK)) {
      return run(duration, seed, disk.folder().toString());
    } catch (TestAbortedException e) {
      System.out.println("SoakTest: without full disks: " + e.getMessage());
      return run(duration, seed);
    }
  }

  private List<Sample> run(Duration duration, long seed, String... disk) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(folder.toString(), Long.toString(duration.toSeconds()), Long.toString(seed)));
    arguments.addAll(List.of(disk));
    List<Sample> samples = new ArrayList<>();
    try (ChildJvm child =
        ChildJvm.start(
            List.of(
                ChildJvm.NATIVE_ACCESS,
                "-Dpenstock.message.deadlockSeconds=1",
                "-Dpenstock.faults.patienceSeconds=120"),
            Map.of(),
            SoakProgram.class,
            arguments.toArray(String[]::new))) {
      String line = child.hear();
      while (!line.startsWith("end ")) {
        Sample.of(line).ifPresent(samples::add);
        assertThat(line).startsWith("sample ");
        line = child.hear();
      }
      System.out.println("SoakTest: " + line.substring("end ".length()));
      assertThat(child.end()).as(child.errors()).isZero();
      CampaignFigures.add("soak", duration.toSeconds(), "seconds");
      CampaignFigures.add("soak", samples.size(), "samples of what the JVM holds");
    }
    return samples;
  }
}
