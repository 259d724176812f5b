package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/// A program that saves one array again and again, the number of the save in every element, and
/// says how far it is.
final class Saver {
  static final int ELEMENTS = 1 << 20;

  private final Path file;
  private final Creation creation;
  private final BufferedReader orders =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final boolean obedient;

  private Saver(Path file, FileEngine engine, boolean obedient) {
    this.file = file;
    this.creation = Creation.whenComplete().withEngine(engine);
    this.obedient = obedient;
  }

  /// Arguments: the file, the engine, and `waits` if it is to go on from each step only when told.
  public static void main(String[] arguments) throws IOException {
    FileEngine engine = FileEngines.named(arguments[1]);
    Saver saver = new Saver(Path.of(arguments[0]), engine, arguments[2].equals("waits"));
    for (int number = 1; ; number++) {
      saver.save(number);
    }
  }

  private void save(int number) throws IOException {
    int[] values = new int[ELEMENTS];
    Arrays.fill(values, number);
    Npy format = Npy.of(ElementType.INT, Shape.of(ELEMENTS));
    try (ArrayFile array = ArrayFile.create(file, format, creation)) {
      reach("begun " + number);
      array.writeAt(0, values, 0, ELEMENTS / 2);
      reach("half " + number);
      array.writeAt(ELEMENTS / 2, values, ELEMENTS / 2, ELEMENTS / 2);
      reach("written " + number);
    }
    reach("saved " + number);
  }

  private void reach(String step) throws IOException {
    System.out.println(step);
    if (obedient) {
      String _ = orders.readLine();
    }
  }
}
