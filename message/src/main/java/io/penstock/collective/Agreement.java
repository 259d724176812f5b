package io.penstock.collective;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.array.AxisSelection;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.Shares;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The agreement of the ranks of a shared file on the call that they make, on its arguments and on
/// its outcome. All ranks call each method together.
final class Agreement {
  private static final List<CollectiveCall> CALLS = List.of(CollectiveCall.values());

  private final Communicator ranks;
  private final Object name;
  private volatile boolean broken;

  /// @param name of the file, for messages
  Agreement(Communicator ranks, Object name) {
    this.ranks = ranks;
    this.name = name;
  }

  /// A collective call, by the name that programs call it by.
  enum CollectiveCall {
    READ_ALL("readAll"),
    WRITE_ALL("writeAll"),
    READ_AT_ALL("readAtAll"),
    WRITE_AT_ALL("writeAtAll"),
    READ_ORDERED("readOrdered"),
    WRITE_ORDERED("writeOrdered"),
    SEEK_SHARED("seekShared"),
    RESIZE("resize"),
    PREALLOCATE("preallocate"),
    SYNC("sync"),
    CLOSE("close");

    private final String label;

    CollectiveCall(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /// One rank's arguments of a collective call, as the other ranks see them.
  ///
  /// @param number a count or position; 0 where the call has none
  /// @param flags bits of the call's own; 0 where it has none
  /// @param selection without axes where the call has none
  record Arguments(long number, long flags, Selection selection) {
    private static final int HEAD = 5;
    private static final int AXIS = 5;
    private static final Arguments NONE = new Arguments(0, 0, Hyperslab.at());

    static Arguments of(Selection selection) {
      return new Arguments(0, 0, selection);
    }

    static Arguments of(long number) {
      return new Arguments(number, 0, Hyperslab.at());
    }

    /// @param axes of the file
    private static int length(int axes) {
      return HEAD + AXIS * Math.max(1, axes);
    }

    private long[] encode(CollectiveCall call, boolean refused, int axes) {
      long[] words = new long[length(axes)];
      words[0] = CALLS.indexOf(call);
      words[1] = refused ? 1 : 0;
      words[2] = number;
      words[3] = flags;
      words[4] = selection.rank();
      for (int axis = 0; axis < selection.rank(); axis++) {
        AxisSelection along = selection.axis(axis);
        long[] numbers = {
          along.start(), along.stride(), along.count(), along.block(), along.last()
        };
        System.arraycopy(numbers, 0, words, HEAD + axis * AXIS, AXIS);
      }
      return words;
    }

    private static Arguments decode(long[] words, int at) {
      List<AxisSelection> perAxis = new ArrayList<>();
      for (int axis = 0; axis < words[at + 4]; axis++) {
        int along = at + HEAD + axis * AXIS;
        perAxis.add(
            new AxisSelection(
                words[along],
                words[along + 1],
                words[along + 2],
                words[along + 3],
                words[along + 4]));
      }
      return new Arguments(words[at + 2], words[at + 3], Selection.of(perAxis));
    }
  }

  /// One rank's part in a collective call that all ranks have agreed on.
  interface Body<T> {
    /// Does this rank's part.
    ///
    /// @param all the arguments of all ranks, by rank
    void run(T mine, List<Arguments> all) throws IOException;
  }

  Communicator ranks() {
    return ranks;
  }

  boolean isRoot() {
    return ranks.rank() == 0;
  }

  /// Whether the ranks have called different operations: they cannot agree on anything again.
  boolean isBroken() {
    return broken;
  }

  /// Makes a collective call: the ranks agree that all make it and that none refuses its arguments,
  /// then each does its part.
  ///
  /// @param axes of the file
  /// @param checked checks this rank's arguments
  /// @param shown the arguments as the other ranks see them
  /// @throws CollectiveMismatchException if ranks make different calls
  /// @throws SharedFileException if a rank refuses its arguments
  /// @throws IllegalStateException if the ranks made different calls earlier
  <T> void call(
      CollectiveCall call,
      int axes,
      Supplier<T> checked,
      Function<T, Arguments> shown,
      Body<T> body)
      throws IOException {
    if (broken) {
      throw new IllegalStateException(
          name + ": the ranks have fallen out of step earlier; close the file");
    }
    try {
      FirstFailure refusal = new FirstFailure();
      @Nullable T mine = refusal.get(checked::get);
      List<Arguments> all =
          exchange(call, axes, mine == null ? Arguments.NONE : shown.apply(mine), refusal);
      body.run(Objects.requireNonNull(mine), all);
    } catch (MessageException e) {
      broken = true;
      throw e;
    }
  }

  /// The arguments of all ranks, by rank.
  ///
  /// @param refusal why this rank cannot take part, if it has failed
  /// @throws CollectiveMismatchException if ranks make different calls
  /// @throws SharedFileException if one cannot take part
  List<Arguments> exchange(CollectiveCall call, int axes, Arguments mine, FirstFailure refusal)
      throws SharedFileException {
    int length = Arguments.length(axes);
    long[] all = new long[Math.multiplyExact(length, ranks.size())];
    ranks.allGather(mine.encode(call, refusal.failed(), axes), all);
    List<Arguments> arguments = new ArrayList<>();
    boolean refused = false;
    for (int rank = 0; rank < ranks.size(); rank++) {
      int at = rank * length;
      requireSame(rank, all[at], all[0]);
      refused |= all[at + 1] != 0;
      arguments.add(Arguments.decode(all, at));
    }
    if (refused) {
      fail(refusal);
    }
    return arguments;
  }

  private void requireSame(int rank, long call, long first) {
    if (call != first) {
      throw new CollectiveMismatchException(
          String.format(
              Locale.ROOT,
              "%s: rank %d calls %s where rank 0 calls %s; all ranks call the same in the same order",
              name,
              rank,
              called(call),
              called(first)));
    }
  }

  private static String called(long call) {
    return call < 0 || call >= CALLS.size()
        ? "what does not exist"
        : CALLS.get((int) call).toString();
  }

  /// Makes sure that all ranks give the same arguments.
  ///
  /// @throws CollectiveMismatchException if not
  void requireEqual(CollectiveCall call, List<Arguments> all, String what) {
    for (int rank = 1; rank < all.size(); rank++) {
      if (!all.get(rank).equals(all.getFirst())) {
        throw new CollectiveMismatchException(
            String.format(
                Locale.ROOT, "%s: rank %d gives %s other %s than rank 0", name, rank, call, what));
      }
    }
  }

  /// Makes sure that all ranks name the same.
  ///
  /// @param named what is named, by what it is, in an order that is the same at all ranks
  /// @throws CollectiveMismatchException if not, with the first rank that differs from rank 0 and
  ///   in what
  void requireEqual(Map<String, String> named) {
    named.forEach(
        (what, mine) -> {
          List<String> all = texts(mine);
          for (int rank = 1; rank < all.size(); rank++) {
            if (!all.get(rank).equals(all.getFirst())) {
              throw new CollectiveMismatchException(
                  String.format(
                      Locale.ROOT,
                      "ranks disagree on the %s of %s: rank %d has %s, rank 0 has %s",
                      what,
                      name,
                      rank,
                      all.get(rank),
                      all.getFirst()));
            }
          }
        });
  }

  /// The texts of all ranks, by rank.
  List<String> texts(String mine) {
    byte[] bytes = mine.getBytes(UTF_8);
    long[] lengths = new long[ranks.size()];
    ranks.allGather(new long[] {bytes.length}, lengths);
    Shares shares = Shares.of(lengths);
    byte[] all = new byte[Math.toIntExact(shares.end())];
    ranks.allGather(bytes, all, shares);
    return IntStream.range(0, lengths.length)
        .mapToObj(
            rank -> new String(all, (int) shares.displacement(rank), (int) lengths[rank], UTF_8))
        .toList();
  }

  /// Ends a step of all ranks: it has succeeded if it has at each.
  ///
  /// @throws SharedFileException if it has failed at one
  void settle(FirstFailure mine) throws SharedFileException {
    byte[] all = new byte[ranks.size()];
    ranks.allGather(new byte[] {(byte) (mine.failed() ? 1 : 0)}, all);
    for (byte failed : all) {
      if (failed != 0) {
        fail(mine);
      }
    }
  }

  /// Has rank 0 take a step for all, and ends it.
  ///
  /// @throws SharedFileException if it has failed
  void settleAtRoot(FirstFailure.Step step) throws SharedFileException {
    settle(isRoot() ? FirstFailure.of(step) : new FirstFailure());
  }

  /// Throws the failures of all ranks, of which there is one at least.
  private void fail(FirstFailure mine) throws SharedFileException {
    Throwable cause = mine.failure();
    List<String> texts = texts(cause == null ? "" : text(cause));
    List<Integer> failed =
        IntStream.range(0, texts.size())
            .filter(rank -> !texts.get(rank).isEmpty())
            .boxed()
            .toList();
    int first = failed.getFirst();
    String others =
        failed.size() == 1
            ? ""
            : failed.stream()
                .skip(1)
                .map(String::valueOf)
                .collect(
                    Collectors.joining(
                        ", ", failed.size() == 2 ? " (and at rank " : " (and at ranks ", ")"));
    SharedFileException thrown =
        new SharedFileException(
            first, String.format(Locale.ROOT, "rank %d: %s%s", first, texts.get(first), others));
    if (cause != null) {
      thrown.initCause(cause);
    }
    throw thrown;
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    if (message == null || message.isBlank()) {
      return e.toString();
    }
    return switch (e) { // whose reason is their class alone
      case AccessDeniedException denied when denied.getReason() == null ->
          message + ": permission denied";
      case NoSuchFileException missing when missing.getReason() == null ->
          message + ": no such file";
      default -> message;
    };
  }
}
