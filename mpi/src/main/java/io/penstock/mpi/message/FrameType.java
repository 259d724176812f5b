package io.penstock.mpi.message;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The type of a frame.
enum FrameType {
  /// A message with its payload.
  MESSAGE(0),
  /// A message whose payload is on its way under a number, or held back until it is asked for.
  ANNOUNCEMENT(1),
  /// The payload under a number will be dropped, or is not asked for: its receiver leaves.
  REFUSAL(2),
  /// How much of what was sent unasked is done with.
  CREDIT(3),
  /// The sender leaves the job and sends nothing more of its own. With number 1 its process exits,
  /// and may end the job: who does not leave too is to wait for that.
  BYE(4),
  /// The answer to [#BYE]: nothing more comes from here either.
  FAREWELL(5),
  /// The job cannot go on; the reason follows.
  ABORT(6),
  /// The payload that is held back under a number is asked for, under the tag that is said; with
  /// tag 0 nobody wants it.
  PULL(7);

  private static final List<FrameType> BY_CODE =
      Arrays.stream(values()).sorted(Comparator.comparingInt(FrameType::code)).toList();

  private final int code;

  FrameType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static FrameType coded(int code) {
    return BY_CODE.get(code);
  }
}
