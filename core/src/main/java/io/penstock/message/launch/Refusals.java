package io.penstock.message.launch;

import java.net.SocketAddress;
import java.util.Optional;
import java.util.function.Consumer;

/// Tells of callers that were turned down: a line for each of the first ten, and then, however many
/// there are, one whenever their number has doubled. Safe for use by several threads.
final class Refusals {
  private static final long TOLD_EACH = 10;

  private final String who;
  private final Consumer<String> report;
  private long count;
  private long next = TOLD_EACH * 2;

  /// @param who whose door it is, as a line begins
  Refusals(String who, Consumer<String> report) {
    this.who = who;
    this.report = report;
  }

  void add(SocketAddress caller, String reason) {
    line(caller, reason).ifPresent(report);
  }

  private synchronized Optional<String> line(SocketAddress caller, String reason) {
    count++;
    String line = who + ": turned " + Callers.text(caller) + " away: " + reason;
    if (count <= TOLD_EACH) {
      return Optional.of(line);
    }
    if (count < next) {
      return Optional.empty();
    }
    next *= 2;
    return Optional.of(line + " (the " + count + "th; most are not told)");
  }
}
