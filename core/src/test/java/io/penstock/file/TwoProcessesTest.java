package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One file under two JVMs at once.
class TwoProcessesTest {
  private static final int FILES = 4;

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void eachKeepsWhatTheOtherWritesBesideIt(FileEngine engine) throws IOException {
    try (ChildJvm other = ChildJvm.start(Interleaving.class, engine.name())) {
      assertThat(other.hear()).isEqualTo("ready");
      for (int i = 0; i < FILES; i++) {
        Interleaving given = new Interleaving(folder.resolve("f" + i), engine.name(), 20261125 + i);
        ArrayFile.create(given.file(), given.format(), Creation.inPlace()).close();
        other.say(given.seed() + " " + given.file());
        given.fill(0);
        assertThat(other.hear()).isEqualTo("done");
        assertHoldsTheLastValues(given);
      }
      other.say(Interleaving.END);
      assertThat(other.end()).as(other::errors).isZero();
    }
  }

  private static void assertHoldsTheLastValues(Interleaving given) throws IOException {
    int[] found = new int[Math.toIntExact(Interleaving.SHAPE.size())];
    try (ArrayFile file = ArrayFile.open(given.file(), given.format())) {
      file.read(found);
    }
    for (int position = 0; position < found.length; position++) {
      assertThat(found[position])
          .as("%s at %d", given, position)
          .isEqualTo(Interleaving.last(position));
    }
  }
}
