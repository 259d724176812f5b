package io.penstock.faults;

import java.util.List;

/// One run of one operation with one fault.
///
/// @param nth which call of its kind fails, from 1
/// @param lasting whether all that follow fail as well
record Cell(String operation, Call call, long nth, Fault fault, boolean lasting) {
  Cell {
    if (nth < 1) {
      throw new IllegalArgumentException("calls count from 1, not from " + nth);
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
        parts.get(4).equals("on"));
  }

  @Override
  public String toString() {
    return operation + "/" + call + "/" + nth + "/" + fault + "/" + (lasting ? "on" : "once");
  }
}
