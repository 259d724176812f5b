package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.Elements;
import io.penstock.message.MessageException;
import io.penstock.message.TestJob;
import io.penstock.message.Window;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the owner of a window does with messages that are no requests: it tells their senders, and
/// goes on to serve.
@Timeout(60)
class WindowServerTest {
  /// No requests, and what is said of them.
  private static final List<String> SAID =
      List.of("3 bytes", "has room for", "operation -1", "kind 11", "reply -2", "without a reply");

  private static byte[] noRequest(int which) {
    RemoteAccess.Operation lock = RemoteAccess.Operation.LOCK;
    return switch (which) {
      case 0 -> new byte[3];
      case 1 -> new byte[(int) (RemoteAccess.HEAD + RemoteAccess.MOST) + 8];
      case 2 -> head(lock, 0, 0, -1);
      case 3 -> head(lock, 0, 1, 11);
      case 4 -> head(lock, -2, 0, 5);
      default -> head(lock, 0, 0, 5);
    };
  }

  private static byte[] head(RemoteAccess.Operation operation, int replyTag, int at, int value) {
    byte[] bytes = new byte[(int) RemoteAccess.HEAD];
    MemorySegment head = MemorySegment.ofArray(bytes);
    RemoteAccess.of(operation, replyTag).write(head);
    head.set(ValueLayout.JAVA_BYTE, at, (byte) value);
    return bytes;
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatIsNoRequestIsItsSendersFailureAndNobodyElses(TestJob job) {
    job.run(
        3,
        world -> {
          RankCommunicator ranks = (RankCommunicator) world.duplicate();
          try (Window window = new WindowCreation(ranks).allocate(8)) {
            if (ranks.pointToPoint.endpoint().sharesMemoryWith((ranks.rank() + 1) % 3)) {
              return; // nobody asks
            }
            for (int which = 0; which < SAID.size(); which++) {
              if (ranks.rank() == 1) {
                ranks.send(noRequest(which), 0, RemoteTarget.REQUEST);
                requireTold(window, SAID.get(which));
              }
              ranks.barrier();
              if (ranks.rank() == 2) {
                requireServed(window, which);
              }
              ranks.barrier();
            }
          }
        });
  }

  private static void requireTold(Window window, String what) {
    window.lock(0);
    window.put(Elements.of(new long[1]), 0, 0);
    assertThatExceptionOfType(MessageException.class)
        .isThrownBy(() -> window.flush(0))
        .withMessageContaining(what);
    window.unlock(0);
  }

  private static void requireServed(Window window, long value) {
    long[] found = {-1};
    window.lock(0);
    window.put(Elements.of(new long[] {value}), 0, 0);
    window.get(Elements.of(found), 0, 0);
    window.unlock(0);
    assertThat(found).containsExactly(value);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anOperationThatDoesNotExistIsRefusedWhereAReplyIsWaitedFor(TestJob job) {
    job.run(
        2,
        world -> {
          RankCommunicator ranks = (RankCommunicator) world.duplicate();
          try (Window _ = new WindowCreation(ranks).allocate(8)) {
            if (ranks.pointToPoint.endpoint().sharesMemoryWith(1 - ranks.rank())) {
              return;
            }
            if (ranks.rank() == 1) {
              int replyTag = 77;
              ranks.send(head(RemoteAccess.Operation.FLUSH, replyTag, 0, 99), 0, 0);
              ReplyPayload reply = new ReplyPayload(Region.of(new byte[0]));
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> ranks.pointToPoint.receive(reply, 0, replyTag))
                  .withMessageContaining("operation 99");
            }
            ranks.barrier();
          }
        });
  }
}
