package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.file.FileEngines;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrayRandomAccessFileProperties {
  private static final int SEQUENCES = 1200;
  private static final int STEPS = 60;

  @TempDir Path folder;

  @Test
  void anySequenceOfCallsDoesWhatTheJdksFileDoes() throws IOException {
    compare(folder, SEQUENCES);
  }

  @Test
  void theSameHoldsAsLongAsNoFunctionIsBound() throws IOException {
    List<String> options =
        List.of(
            "--enable-native-access=io.penstock",
            "-cp",
            System.getProperty("java.class.path"),
            "--add-reads",
            "io.penstock=ALL-UNNAMED");
    try (ChildJvm child = ChildJvm.startModule(options, Unbound.class, folder.toString())) {
      assertThat(child.hearAll()).as(child::errors).containsExactly("bound: false");
    }
  }

  /// The program for that.
  static final class Unbound {
    private static final int FEWER = 300;

    private Unbound() {}

    public static void main(String[] arguments) throws IOException {
      compare(Path.of(arguments[0]), FEWER);
      System.out.println("bound: " + FileEngines.areReady());
    }
  }

  private static void compare(Path folder, int sequences) throws IOException {
    Path expected = folder.resolve("expected");
    Path actual = folder.resolve("actual");
    for (int seed = 0; seed < sequences; seed++) {
      Random random = new Random(seed);
      byte[] content = new byte[random.nextInt(600)];
      random.nextBytes(content);
      Files.write(expected, content);
      Files.write(actual, content);
      try (Elementwise.Random jdk = new Elementwise.Random(expected);
          ArrayRandomAccessFile file =
              new ArrayRandomAccessFile(
                  actual, FileMode.READ_WRITE, ByteOrder.BIG_ENDIAN, bufferBytes(random))) {
        AnyFile ours = AnyFile.of(file);
        Calls calls = new Calls(random, 200);
        for (int i = 0; i < STEPS; i++) {
          String step = "seed " + seed + ", step " + i;
          step(random, calls, jdk, ours, step);
          assertThat(ours.getFilePointer()).as(step).isEqualTo(jdk.getFilePointer());
          if (random.nextInt(6) == 0) {
            assertThat(ours.length()).as(step).isEqualTo(jdk.length());
          }
          if (random.nextInt(12) == 0) {
            file.flush();
            assertThat(Files.readAllBytes(actual)).as(step).isEqualTo(Files.readAllBytes(expected));
          }
        }
      }
      assertThat(Files.readAllBytes(actual))
          .as("seed %d", seed)
          .isEqualTo(Files.readAllBytes(expected));
    }
  }

  private static void step(Random random, Calls calls, AnyFile jdk, AnyFile ours, String step)
      throws IOException {
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> {
        Calls.Write call = calls.write();
        call.to(jdk);
        call.to(ours);
      }
      case 3, 4, 5 -> {
        Calls.Read call = calls.read();
        seekBackInto(jdk, ours);
        assertThat(Calls.outcome(call, ours)).as(step).isEqualTo(Calls.outcome(call, jdk));
      }
      case 6 -> {
        byte[] some = new byte[random.nextInt(100)];
        byte[] same = new byte[some.length];
        assertThat(ours.read(some)).as(step).isEqualTo(jdk.read(same));
        assertThat(some).as(step).isEqualTo(same);
        assertThat(ours.read()).as(step).isEqualTo(jdk.read());
      }
      case 7 -> {
        long length = Math.max(0, jdk.length() + random.nextInt(-100, 60));
        jdk.setLength(length);
        ours.setLength(length);
      }
      default -> {
        long place = random.nextLong(jdk.length() + 40);
        jdk.seek(place);
        ours.seek(place);
      }
    }
  }

  /// From past the end the JDK's `skipBytes` goes backwards; ours stays.
  private static void seekBackInto(AnyFile jdk, AnyFile ours) throws IOException {
    if (jdk.getFilePointer() > jdk.length()) {
      jdk.seek(jdk.length());
      ours.seek(jdk.length());
    }
  }

  private static int bufferBytes(Random random) {
    return random.nextInt(10) == 0 ? Buffers.FILE_BYTES : random.nextInt(Buffers.MIN_BYTES, 80);
  }
}
