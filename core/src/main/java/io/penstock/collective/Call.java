package io.penstock.collective;

import io.penstock.array.Comb;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import java.util.ArrayList;
import java.util.List;

/// The call of one rank, as the others see it.
///
/// @param objection whether it cannot take part, and has a failure to tell
/// @param number what the operation says beside a selection
/// @param remark more of that
record Call(Operation operation, boolean objection, long number, long remark, Selection selection) {
  private static final int HEAD = 4;
  private static final int COMB = 5;
  private static final List<Operation> OPERATIONS = List.of(Operation.values());

  static Call of(Operation operation, Selection selection) {
    return new Call(operation, false, 0, 0, selection);
  }

  static Call of(Operation operation, long number, long remark) {
    return new Call(operation, false, number, remark, Hyperslab.at());
  }

  static Call objecting(Operation operation) {
    return new Call(operation, true, 0, 0, Hyperslab.at());
  }

  /// How long calls on files of so many axes are.
  static int length(int axes) {
    return HEAD + 1 + COMB * Math.max(1, axes);
  }

  /// Puts the call to its place among those of all.
  void encode(long[] words, int at) {
    words[at] = OPERATIONS.indexOf(operation);
    words[at + 1] = objection ? 1 : 0;
    words[at + 2] = number;
    words[at + 3] = remark;
    words[at + HEAD] = selection.rank();
    int next = at + HEAD + 1;
    for (int axis = 0; axis < selection.rank(); axis++) {
      Comb comb = selection.comb(axis);
      words[next] = comb.start();
      words[next + 1] = comb.stride();
      words[next + 2] = comb.count();
      words[next + 3] = comb.block();
      words[next + 4] = comb.last();
      next += COMB;
    }
  }

  static Call decode(long[] words, int at) {
    List<Comb> combs = new ArrayList<>();
    for (int axis = 0; axis < words[at + HEAD]; axis++) {
      int comb = at + HEAD + 1 + axis * COMB;
      combs.add(
          new Comb(
              words[comb], words[comb + 1], words[comb + 2], words[comb + 3], words[comb + 4]));
    }
    return new Call(
        OPERATIONS.get(Math.toIntExact(words[at])),
        words[at + 1] != 0,
        words[at + 2],
        words[at + 3],
        Selection.of(combs));
  }
}
