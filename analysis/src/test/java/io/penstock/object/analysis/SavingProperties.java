package io.penstock.object.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is foretold of `transient` fields against what they really save.
class SavingProperties {
  private final Random random = Seed.sow(SavingProperties.class);

  @Test
  void aSavingIsWhatTheTransientFieldReallySaves() throws Exception {
    for (int i = 0; i < 30; i++) {
      check(random.nextLong());
    }
  }

  @Test
  @Tag("long")
  void thousandsOfSavingsAreWhatTheTransientFieldsReallySave() throws Exception {
    for (int i = 0; i < 2000; i++) {
      check(random.nextLong());
    }
  }

  private void check(long seed) throws Exception {
    byte[] whole = written(Set.of(), seed);
    ObjectAnalysis analysis = Accounts.balanced(whole);
    List<String> names = new ArrayList<>();
    for (FieldSaving saving : analysis.savings()) {
      names.add(saving.name());
      assertThat(saving.saved())
          .as("%s of seed %d", saving.name(), seed)
          .isEqualTo(whole.length - written(Set.of(saving.name()), seed).length);
    }
    Collections.shuffle(names, random);
    Set<String> some = new HashSet<>(names.subList(0, Math.min(names.size(), 3)));
    assertThat(analysis.savingOf(some.toArray(String[]::new)))
        .as("%s of seed %d", some, seed)
        .isEqualTo(whole.length - written(some, seed).length);
  }

  private static byte[] written(Set<String> fields, long seed) throws Exception {
    return new TransientVariant(RandomGraph.class, fields).stream(seed);
  }
}
