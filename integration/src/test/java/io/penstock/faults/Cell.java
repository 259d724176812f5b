package io.penstock.faults;

import java.util.List;

/// One run of one operation with one fault, and with what fails after it.
///
/// @param nth which call of its kind fails, from 1
record Cell(String operation, Call call, long nth, Fault fault, After after) {
  Cell {
    if (nth < 1) {
      throw new IllegalArgumentException("calls count from 1, not from " + nth);
    }
  }

  /// What fails once the call has failed.
  sealed interface After {
    /// Nothing.
    After ONCE = new Nothing();

    /// All further calls of its kind, in the same way.
    After ON = new Same();

    /// Calls of another kind, by `EIO`.
    static After then(Call call) {
      return new Other(call);
    }
  }

  private record Nothing() implements After {
    @Override
    public String toString() {
      return "once";
    }
  }

  private record Same() implements After {
    @Override
    public String toString() {
      return "on";
    }
  }

  /// @param call that meets the second fault
  record Other(Call call) implements After {
    private static final String THEN = "then ";

    @Override
    public String toString() {
      return THEN + call;
    }
  }

  /// As [#toString] prints it: `create by posix/pwrite/3/ENOSPC/on`.
  ///
  /// @throws IllegalArgumentException if it names nothing that there is
  static Cell of(String text) {
    List<String> parts = List.of(text.split("/", -1));
    if (parts.size() != 5) {
      throw new IllegalArgumentException("a cell has five parts, not '" + text + "'");
    }
    return new Cell(
        parts.get(0),
        Call.named(parts.get(1)),
        Long.parseLong(parts.get(2)),
        Fault.named(parts.get(3)),
        after(parts.get(4)));
  }

  private static After after(String text) {
    return switch (text) {
      case "once" -> After.ONCE;
      case "on" -> After.ON;
      case String then when then.startsWith(Other.THEN) ->
          After.then(Call.named(then.substring(Other.THEN.length())));
      default -> throw new IllegalArgumentException("nothing fails '" + text + "'");
    };
  }

  /// Whether calls of a kind fail more than once: no later one may be of help.
  boolean isLasting(Call kind) {
    return switch (after) {
      case Nothing _ -> false;
      case Same _ -> kind == call;
      case Other other -> kind == other.call;
    };
  }

  /// Whether the operation may end at another call than the first that fails.
  boolean mayEndLater() {
    return !(after instanceof Nothing);
  }

  /// Whether a message tells a cause.
  boolean isToldBy(String message) {
    return fault.isToldBy(message) || (after instanceof Other && Fault.EIO.isToldBy(message));
  }

  @Override
  public String toString() {
    return operation + "/" + call + "/" + nth + "/" + fault + "/" + after;
  }
}
