package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.Creation;
import io.penstock.file.Npy;
import io.penstock.message.threads.RankThreads;
import io.penstock.testing.Python;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What ranks write together is what NumPy writes alone.
@Timeout(60)
class SharedNpyInteropTest {
  private static final String SCRIPT =
      """
      import sys, numpy
      a = numpy.arange(100 * 60, dtype='>f4').reshape(100, 60)
      numpy.save(sys.argv[1], a if sys.argv[2] == 'ROW_MAJOR' else numpy.asfortranarray(a))
      """;

  @TempDir Path folder;

  @Test
  void aFileOfThreeRanksEqualsNumPys() throws Exception {
    Shape shape = Shape.of(100, 60);
    Distribution distribution =
        new Distribution(shape, List.of(Dealing.cyclic(7), Dealing.whole()), Shape.of(3, 1));
    for (StorageOrder storage : StorageOrder.values()) {
      Path numpys = folder.resolve("numpy-" + storage + ".npy");
      List<String> _ =
          Python.withNumpy().run(SCRIPT, List.of(), numpys.toString(), storage.toString());
      Path ours = folder.resolve("ours-" + storage + ".npy");
      Npy format = Npy.of(DataType.FLOAT32, ByteOrder.BIG_ENDIAN, shape, storage);
      RankThreads.run(
          3,
          world -> {
            Selection rows = distribution.of(world.rank());
            float[] mine = new float[(int) rows.size()];
            for (int i = 0; i < mine.length; i++) {
              int row = i / 60;
              mine[i] = ((row / 7 * 3 + world.rank()) * 7 + row % 7) * 60f + i % 60;
            }
            try (SharedArrayFile file =
                SharedArrayFile.create(
                    world, ours, format, Creation.whenComplete(), Hints.defaults())) {
              file.writeAll(rows, mine);
            }
          });
      assertThat(Arrays.mismatch(Files.readAllBytes(ours), Files.readAllBytes(numpys)))
          .isEqualTo(-1);
    }
  }
}
