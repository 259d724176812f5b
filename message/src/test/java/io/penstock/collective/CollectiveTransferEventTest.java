package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.message.threads.RankThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What Java Flight Recorder sees of the transfers of all ranks.
@Timeout(60)
class CollectiveTransferEventTest {
  @TempDir Path folder;

  @Test
  void eachRanksPartOfATransferDuringARecordingIsInIt() throws IOException {
    Path path = folder.resolve("a.npy");
    Path recorded = folder.resolve("a.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(DataAccess.CollectiveTransferEvent.class).withoutThreshold();
      recording.start();
      RankThreads.run(
          2,
          world -> {
            int[] mine = new int[3 + world.rank()];
            try (SharedArrayFile file =
                SharedArrayFile.create(world, path, ElementType.INT, Shape.of(7))) {
              file.writeAll(Hyperslab.at(3L * world.rank()).count(mine.length), mine);
              file.readAtAll(0, mine);
            }
          });
      recording.stop();
      recording.dump(recorded);
    }
    List<String> told =
        RecordingFile.readAllEvents(recorded).stream()
            .filter(
                event -> event.getEventType().getName().equals("io.penstock.CollectiveTransfer"))
            .map(CollectiveTransferEventTest::line)
            .toList();
    assertThat(told)
        .containsExactlyInAnyOrder(
            "WRITE %s 0 of 2, 12 bytes".formatted(path),
            "WRITE %s 1 of 2, 16 bytes".formatted(path),
            "READ %s 0 of 2, 12 bytes".formatted(path),
            "READ %s 1 of 2, 16 bytes".formatted(path));
  }

  private static String line(RecordedEvent event) {
    return "%s %s %d of %d, %d bytes"
        .formatted(
            event.getString("operation"),
            event.getString("path"),
            event.getInt("rank"),
            event.getInt("ranks"),
            event.getLong("bytes"));
  }
}
