package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A JVM in which nobody has allowed Penstock to call C, and forbids what is not allowed.
class NativeAccessDeniedTest {
  private static final String REASON =
      "native access is denied: start Java with --enable-native-access=io.penstock";

  @TempDir Path folder;

  @Test
  void arraysAreMovedInPureJavaAndTheRestIsSaid() throws IOException {
    try (ChildJvm child =
        ChildJvm.startModule(
            List.of("--illegal-native-access=deny"),
            WithoutNativeAccess.class,
            folder.toString())) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      assertThat(child.errors()).as("standard error").isEmpty();
      for (String engine : List.of("auto", "mapped", "channel")) {
        assertThat(said)
            .contains(
                "obstacle of " + engine + ": none",
                "create by " + engine + ": ok",
                "same by " + engine + ": true");
        for (OpenMode mode : List.of(OpenMode.READ, OpenMode.READ_WRITE)) {
          String who = engine + ", " + mode;
          assertThat(said)
              .contains(
                  "interrupted by " + who + ": true",
                  "view by " + who + ": true, from 1 to 3145727.0, read-only true",
                  "nothing by " + who + ": 0, 25165952");
        }
      }
      for (String engine : List.of("posix", "posix-direct")) {
        assertThat(said)
            .contains(
                "obstacle of " + engine + ": " + REASON,
                "create by " + engine + ": IOException: " + REASON);
        assertThat(folder.resolve(engine)).doesNotExist();
      }
      assertThat(said)
          .contains(
              "named posix: IllegalArgumentException: engine 'posix' cannot work here: " + REASON,
              "evict: IOException: " + REASON,
              "resident bytes: OptionalLong.empty");
      for (String use : List.of("", ", writing")) {
        assertThat(said)
            .filteredOn(line -> line.startsWith("explanation of auto" + use + ": auto: channel: "))
            .singleElement()
            .asString()
            .contains("; not posix: " + REASON);
      }
    }
  }

  /// Memory off the heap is bounded, as it may be in a small container.
  @Test
  void whereMemoryOffTheHeapIsShortFilesAreMadeByMappings() throws IOException {
    try (ChildJvm child =
        ChildJvm.start(
            List.of("--illegal-native-access=deny", "-XX:MaxDirectMemorySize=512k"),
            Map.of(),
            LittleMemory.class,
            "make",
            folder.toString())) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      assertThat(said).containsExactly("mapped: ok", "size: 3000000");
    }
  }
}
