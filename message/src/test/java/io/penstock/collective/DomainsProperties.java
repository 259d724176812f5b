package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random file domains: what the ranks move is divided among aggregators without gap or overlap.
class DomainsProperties {
  private static final int CASES = 5000;

  private record Drawn(long start, long end, long dataOffset, int width, Hints hints, int ranks) {
    static Drawn of(SplittableRandom random) {
      int width = 1 << random.nextInt(5);
      long start = random.nextLong(1 << 20);
      Hints hints =
          Hints.defaults()
              .withAggregators(random.nextInt(6))
              .withBufferBytes(4096 + random.nextInt(1 << 16))
              .withAlignmentBytes(
                  random.nextBoolean() ? 1 << random.nextInt(17) : 1 + random.nextInt(10_000));
      long length = random.nextInt(4) == 0 ? random.nextLong(64) : random.nextLong(1 << 20);
      return new Drawn(
          start, start + length, random.nextLong(1000), width, hints, 1 + random.nextInt(9));
    }

    Exchange.Domains domains() {
      return new Exchange.Domains(start, end, dataOffset, width, hints, ranks);
    }
  }

  @Test
  void thePiecesOfAllDomainsAreWhatTheRanksMove() {
    SplittableRandom random = new SplittableRandom(20261129);
    for (int i = 0; i < CASES; i++) {
      Drawn drawn = Drawn.of(random);
      Exchange.Domains domains = drawn.domains();
      long at = drawn.start();
      for (int domain = 0; domain < domains.count(); domain++) {
        for (long round = 0; round < domains.rounds(); round++) {
          assertThat(domains.from(domain, round)).as("%s", drawn).isEqualTo(at);
          at = domains.to(domain, round);
          assertThat(at - domains.from(domain, round))
              .as("%s", drawn)
              .isBetween(0L, domains.piece());
        }
      }
      assertThat(at).as("%s", drawn).isEqualTo(drawn.end());
    }
  }

  @Test
  void aPieceFitsTheBufferAndIsAlmostAsLong() {
    SplittableRandom random = new SplittableRandom(20261130);
    for (int i = 0; i < CASES; i++) {
      Drawn drawn = Drawn.of(random);
      long bytes = drawn.domains().piece() * drawn.width();
      int buffer = drawn.hints().bufferBytes();
      int unit = Math.max(drawn.width(), drawn.hints().alignmentBytes());
      assertThat(bytes)
          .as("%s", drawn)
          .isBetween(buffer < unit ? buffer - drawn.width() + 1L : buffer - unit, (long) buffer);
    }
  }

  @Test
  void piecesBeginAtAlignedPlacesOfTheFile() {
    SplittableRandom random = new SplittableRandom(20261201);
    for (int i = 0; i < CASES; i++) {
      Drawn drawn = Drawn.of(random);
      Exchange.Domains domains = drawn.domains();
      long align = Math.max(1, drawn.hints().alignmentBytes() / drawn.width());
      for (int domain = 0; domain < domains.count(); domain++) {
        long from = domains.from(domain, 0);
        if (from > drawn.start() && from < drawn.end()) {
          long inFile = from + drawn.dataOffset() / drawn.width();
          assertThat(inFile % align).as("%s", drawn).isZero();
        }
      }
    }
  }

  @Test
  void eachDomainHasARankOfItsOwn() {
    SplittableRandom random = new SplittableRandom(20261202);
    for (int i = 0; i < CASES; i++) {
      Drawn drawn = Drawn.of(random);
      Exchange.Domains domains = drawn.domains();
      int asked = drawn.hints().aggregators();
      int most = asked == 0 ? drawn.ranks() : Math.min(asked, drawn.ranks());
      assertThat(domains.count()).as("%s", drawn).isBetween(0, most);
      int last = -1;
      for (int domain = 0; domain < domains.count(); domain++) {
        assertThat(domains.rank(domain)).as("%s", drawn).isBetween(last + 1, drawn.ranks() - 1);
        last = domains.rank(domain);
      }
    }
  }

  @Test
  void littleIsNotWorthSeveralRanksUnlessTheyAreAskedFor() {
    Hints hints = Hints.defaults();
    assertThat(new Exchange.Domains(0, 65536, 0, 4, hints, 4).count()).isOne();
    assertThat(new Exchange.Domains(0, 65537, 0, 4, hints, 4).count()).isEqualTo(2);
    assertThat(new Exchange.Domains(0, 65536, 0, 4, hints.withAggregators(4), 4).count())
        .isEqualTo(4);
    Exchange.Domains none = new Exchange.Domains(0, 0, 0, 4, hints, 4);
    assertThat(none.count()).isZero();
    assertThat(none.rounds()).isZero();
  }
}
