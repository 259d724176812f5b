package consumer;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.file.ArrayFile;
import io.penstock.message.threads.RankThreads;
import io.penstock.text.Lines;
import io.penstock.tree.TreeWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// A field in an array file, a text beside it, one archive of each format, and two ranks.
public final class Plate {
  private static final int TAG = 7;

  private Plate() {}

  public static void main(String[] folder) throws IOException {
    Path home = Path.of(folder[0]);
    System.out.println("tile " + tile(home.resolve("field.npy")));
    Path text = Files.writeString(home.resolve("text"), "a\nb\nc\n");
    System.out.println("lines " + Lines.of(text).count());
    System.out.println("formats " + formats(Files.readAllBytes(text)));
    System.out.println("files " + TreeWalk.of(home).total().files());
    RankThreads.run(
        2,
        world -> {
          int[] number = {world.rank() + 41};
          if (world.rank() == 1) {
            world.send(number, 0, TAG);
          } else {
            world.receive(number, 1, TAG);
            System.out.println("received " + number[0]);
          }
        });
  }

  private static boolean tile(Path file) throws IOException {
    double[] field = new double[64 * 64];
    Arrays.setAll(field, i -> i);
    try (ArrayFile array = ArrayFile.create(file, ElementType.DOUBLE, Shape.of(64, 64))) {
      array.write(field);
    }
    double[] tile = new double[16 * 16];
    try (ArrayFile array = ArrayFile.open(file)) {
      array.read(Hyperslab.at(32, 8).count(16, 16), tile);
    }
    return tile[0] == field[32 * 64 + 8];
  }

  private static String formats(byte[] content) throws IOException {
    StringBuilder whole = new StringBuilder();
    for (var codec : Codecs.all()) {
      byte[] archive = Compression.compress(content, Packing.of(codec));
      if (Arrays.equals(Compression.decompress(archive, Limits.defaults()), content)) {
        whole.append(whole.isEmpty() ? "" : " ").append(codec.name());
      }
    }
    return whole.toString();
  }
}
