package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// First uses of the library where a program may begin in an odd place, or in a JVM that lacks
/// something: each does its work.
class FirstUsePlacesTest {
  private static final List<String> USES =
      List.of("read", "create", "stream", "copy", "lease", "gzip", "lines", "bind", "read");

  private static final List<String> ALLOWED =
      List.of("--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny");

  @TempDir Path folder;

  /// Where a program is when it uses the library for the first time.
  enum Place {
    MAIN,
    CLASS_INITIALIZER,
    VIRTUAL_THREAD,
    INTERRUPTED_THREAD,
    TWO_THREADS,
    SHUTDOWN_HOOK
  }

  /// A program that makes all first uses in one place and says each one that went well.
  static final class Program {
    private Program() {}

    /// Arguments: the place, a folder.
    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[1]);
      switch (Place.valueOf(arguments[0])) {
        case MAIN -> useAll(folder, "made");
        case CLASS_INITIALIZER -> {
          Initialized.folder = folder;
          Initialized.Now.touch();
        }
        case VIRTUAL_THREAD -> Thread.ofVirtual().start(() -> useAll(folder, "made")).join();
        case INTERRUPTED_THREAD -> {
          Thread.currentThread().interrupt();
          useAll(folder, "made");
          System.out.println(Thread.interrupted() ? "interrupted" : "not interrupted");
        }
        case TWO_THREADS -> {
          Thread other = Thread.ofPlatform().start(() -> useAll(folder, "other"));
          useAll(folder, "made");
          other.join();
        }
        case SHUTDOWN_HOOK ->
            Runtime.getRuntime().addShutdownHook(new Thread(() -> useAll(folder, "made")));
      }
    }

    private static void useAll(Path folder, String made) {
      for (String what : USES) {
        try {
          Files.deleteIfExists(folder.resolve(made));
          String from = folder.resolve("f").toString();
          FirstUses.main(new String[] {what, "penstock", from, folder.resolve(made).toString()});
          System.out.println(what);
        } catch (IOException | RuntimeException | Error e) {
          System.out.println(what + ": " + e);
        }
      }
    }

    private static final class Initialized {
      private static Path folder = Path.of("");

      private static final class Now {
        static {
          useAll(folder, "made");
        }

        static void touch() {}
      }
    }
  }

  private List<String> told(List<String> options, Place place) throws IOException {
    Files.write(folder.resolve("f"), new byte[8 << 10]);
    try (ChildJvm child =
        ChildJvm.start(options, Map.of(), Program.class, place.name(), folder.toString())) {
      return new ArrayList<>(child.hearAll());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"TWO_THREADS", "INTERRUPTED_THREAD"},
      mode = EnumSource.Mode.EXCLUDE)
  void firstUsesWorkWhereverAProgramIs(Place place) throws IOException {
    assertThat(told(ALLOWED, place)).isEqualTo(USES);
  }

  /// A copy may take hours, and ends so by contract.
  @Test
  void anInterruptEndsNoFirstUseButACopyAndStays() throws IOException {
    List<String> told = told(ALLOWED, Place.INTERRUPTED_THREAD);
    int copy = USES.indexOf("copy");
    assertThat(told.get(copy)).endsWith("the thread was interrupted");
    told.set(copy, "copy");
    assertThat(told.subList(0, USES.size())).isEqualTo(USES);
    assertThat(told.getLast()).isEqualTo("interrupted");
  }

  @Test
  void firstUsesByTwoThreadsAtOnceDoNotWaitForEachOtherForGood() throws IOException {
    List<String> twice = new ArrayList<>(USES);
    twice.addAll(USES);
    assertThat(told(ALLOWED, Place.TWO_THREADS)).containsExactlyInAnyOrderElementsOf(twice);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--illegal-native-access=deny",
        "-XX:ActiveProcessorCount=1",
        "-Xmx16m",
        "-XX:MaxDirectMemorySize=64k"
      })
  void firstUsesWorkInAJvmThatLacksSomething(String option) throws IOException {
    assertThat(told(List.of(option), Place.MAIN)).isEqualTo(USES);
  }
}
