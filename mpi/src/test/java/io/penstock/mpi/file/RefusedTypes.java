package io.penstock.mpi.file;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.MpiDatatype;
import io.penstock.mpi.MpiException;
import java.util.List;

/// A rank that makes a datatype again and again, until the library refuses none of its steps, and
/// says how often it was refused.
final class RefusedTypes {
  private RefusedTypes() {}

  public static void main(String[] arguments) {
    Mpi mpi = Mpi.start();
    Selection selection =
        Selection.of(
            List.of(
                new AxisSelection(1, 4, 1, 2, 1),
                new AxisSelection(1, 4, 1, 2, 2),
                new AxisSelection(0, 3, 3, 2, 1),
                new AxisSelection(0, 2, 3, 1, 1),
                AxisSelection.range(0, 4)));
    int refusals = 0;
    boolean made = false;
    while (!made) {
      try (MpiDatatype _ = MpiDatatype.ofBytes(mpi, Shape.of(2, 3, 8, 6, 4), selection, 3)) {
        made = true;
      } catch (MpiException e) {
        refusals++;
      }
    }
    System.out.println("refused " + (refusals > 0 ? "and made" : "never"));
  }
}
