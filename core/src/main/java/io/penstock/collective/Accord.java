package io.penstock.collective;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// An agreement of the ranks of a shared file on what each wants and on how it went. All ranks call
/// each method together.
final class Accord {
  private final Communicator ranks;
  private final Object name;

  /// @param name of the file, for messages
  Accord(Communicator ranks, Object name) {
    this.ranks = ranks;
    this.name = name;
  }

  Communicator ranks() {
    return ranks;
  }

  boolean isRoot() {
    return ranks.rank() == 0;
  }

  /// What each rank says, by rank.
  List<String> texts(String mine) {
    byte[] bytes = mine.getBytes(UTF_8);
    long[] lengths = new long[ranks.size()];
    ranks.allGather(new long[] {bytes.length}, lengths);
    Shares shares = Shares.of(lengths);
    byte[] all = new byte[Math.toIntExact(shares.end())];
    ranks.allGather(bytes, all, shares);
    List<String> texts = new ArrayList<>();
    for (int rank = 0; rank < lengths.length; rank++) {
      int from = (int) shares.displacement(rank);
      texts.add(new String(all, from, (int) lengths[rank], UTF_8));
    }
    return texts;
  }

  /// Makes sure that all ranks say the same.
  ///
  /// @param said what is said of what, in an order that is the same everywhere
  /// @throws CollectiveMismatchException if not, with the first rank that differs from rank 0 and
  ///   in what
  void require(Map<String, String> said) {
    for (Map.Entry<String, String> entry : said.entrySet()) {
      List<String> all = texts(entry.getValue());
      for (int rank = 1; rank < all.size(); rank++) {
        if (!all.get(rank).equals(all.getFirst())) {
          throw new CollectiveMismatchException(
              String.format(
                  Locale.ROOT,
                  "ranks disagree on the %s of %s: rank %d has %s, rank 0 has %s",
                  entry.getKey(),
                  name,
                  rank,
                  all.get(rank),
                  all.getFirst()));
        }
      }
    }
  }

  /// What all ranks call, by rank.
  ///
  /// @param axes of the file
  /// @param mine what this rank calls, and whether it can
  /// @throws CollectiveMismatchException if they call different operations
  /// @throws SharedFileException if one cannot take part
  List<Call> calls(Call mine, int axes, Optional<Throwable> objection) throws SharedFileException {
    int length = Call.length(axes);
    long[] words = new long[length];
    mine.encode(words, 0);
    long[] all = new long[Math.multiplyExact(length, ranks.size())];
    ranks.allGather(words, all);
    List<Call> calls = new ArrayList<>();
    for (int rank = 0; rank < ranks.size(); rank++) {
      calls.add(Call.decode(all, rank * length));
    }
    requireSame(calls);
    if (calls.stream().anyMatch(Call::objection)) {
      tell(objection);
    }
    return calls;
  }

  private void requireSame(List<Call> calls) {
    Operation first = calls.getFirst().operation();
    for (int rank = 1; rank < calls.size(); rank++) {
      Operation other = calls.get(rank).operation();
      if (other != first) {
        throw new CollectiveMismatchException(
            String.format(
                Locale.ROOT,
                "%s: rank %d calls %s where rank 0 calls %s; all ranks call the same in the same order",
                name,
                rank,
                other,
                first));
      }
    }
  }

  /// Ends an operation: it has succeeded if it has at all ranks.
  ///
  /// @throws SharedFileException if it has failed at one
  void settle(Outcome mine) throws SharedFileException {
    byte[] all = new byte[ranks.size()];
    ranks.allGather(new byte[] {(byte) (mine.failed() ? 1 : 0)}, all);
    for (byte failed : all) {
      if (failed != 0) {
        tell(mine.failure());
      }
    }
  }

  /// Tells all ranks of the failures, of which there is one at least.
  private void tell(Optional<Throwable> mine) throws SharedFileException {
    List<String> texts = texts(mine.map(Accord::text).orElse(""));
    int[] failed =
        java.util.stream.IntStream.range(0, texts.size())
            .filter(rank -> !texts.get(rank).isEmpty())
            .toArray();
    String others =
        failed.length == 1
            ? ""
            : String.format(
                Locale.ROOT,
                " (and at rank%s %s)",
                failed.length == 2 ? "" : "s",
                String.join(
                    ", ", Arrays.stream(failed).skip(1).mapToObj(Integer::toString).toList()));
    SharedFileException told =
        new SharedFileException(
            failed[0],
            String.format(Locale.ROOT, "rank %d: %s%s", failed[0], texts.get(failed[0]), others));
    mine.ifPresent(told::initCause);
    throw told;
  }

  private static String text(Throwable e) {
    return Optional.ofNullable(e.getMessage()).filter(m -> !m.isBlank()).orElse(e.toString());
  }
}
