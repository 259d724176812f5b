package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.pack.Walk;
import io.penstock.testing.RandomSelections;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random selections, against a walk over them.
class OrdinalsProperties {
  private static final int CASES = 3000;

  @Test
  void elementsBeforeAPositionAreThoseThatAWalkMeetsBeforeIt() {
    SplittableRandom random = new SplittableRandom(20261124);
    for (int i = 0; i < CASES; i++) {
      boolean pairs = random.nextInt(4) == 0;
      Shape shape = new RandomSelections(random).shape(300);
      shape = pairs ? shape.append(2) : shape;
      StorageOrder storage =
          random.nextBoolean() ? StorageOrder.ROW_MAJOR : StorageOrder.COLUMN_MAJOR;
      View view = new View(shape, storage, pairs);
      Selection selection = new RandomSelections(random).within(shape);
      check(view, selection);
    }
  }

  private static void check(View view, Selection selection) {
    Exchange.Ordinals ordinals = new Exchange.Ordinals(view, selection);
    assertThat(ordinals.size()).isEqualTo(selection.size());
    Walk walk = new Walk();
    view.walk(walk, selection);
    long next = 0;
    for (walk.seek(0); walk.remaining() > 0; walk.advance(1)) {
      if (walk.element() == 0) {
        assertThat(ordinals.first()).isEqualTo(walk.position());
      }
      for (; next <= walk.position(); next++) {
        assertThat(ordinals.before(next))
            .as("%s, %s at %d", view, selection, next)
            .isEqualTo(walk.element());
      }
    }
    assertThat(ordinals.end()).isEqualTo(next);
    assertThat(ordinals.before(next)).isEqualTo(selection.size());
    assertThat(ordinals.before(view.shape().size())).isEqualTo(selection.size());
  }
}
