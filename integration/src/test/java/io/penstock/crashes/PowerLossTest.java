package io.penstock.crashes;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.crashes.LoopDisk.Kind;
import io.penstock.crashes.SavingProgram.Manner;
import io.penstock.testing.CampaignFigures;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What real file systems have on their disks while a program saves: everything that it was
/// promised.
@Tag("long")
class PowerLossTest {
  private static final int LOOKS = 100;
  private static final int LOOKS_OF_WEAK = 20;

  @TempDir Path folder;

  /// What is missing, in as many looks.
  private List<String> missing(Kind kind, Manner manner, int looks) throws IOException {
    List<String> missing = new ArrayList<>();
    Path notes = Files.createFile(folder.resolve("notes"));
    int last = 0;
    try (LoopDisk disk = LoopDisk.mount(folder.resolve("area"), kind);
        ChildJvm _ =
            ChildJvm.start(
                SavingProgram.class,
                disk.folder().toString(),
                notes.toString(),
                manner.toString())) {
      for (int look = 0; look < looks; look++) {
        while (Files.size(notes) < last + 1) { // another moment than before
          Thread.onSpinWait();
        }
        int promised = Math.toIntExact(Files.size(notes));
        try {
          disk.afterLossOfPower(left -> SavingProgram.check(left, promised, manner));
        } catch (AssertionError | IOException e) {
          missing.add("round " + promised + ": " + e);
        }
        last = promised;
      }
    }
    System.out.printf(
        "%s, %s: %d looks, %d rounds, %d with losses%n", kind, manner, looks, last, missing.size());
    CampaignFigures.add("losses of power on real file systems", looks, "snapshots");
    return missing;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsPromisedIsOnTheDisk(Kind kind) throws IOException {
    assertThat(missing(kind, Manner.DURABLE, LOOKS)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotSyncedIsSeenToBeLost(Kind kind) throws IOException {
    assertThat(missing(kind, Manner.UNSYNCED, LOOKS_OF_WEAK)).isNotEmpty();
  }
}
