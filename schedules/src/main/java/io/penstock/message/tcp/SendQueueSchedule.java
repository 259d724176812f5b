package io.penstock.message.tcp;

import io.penstock.memory.BufferPool;
import io.penstock.memory.Stash;
import io.penstock.schedules.Threads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Two threads send frames to one rank by a socket that takes a part of the first write: frames
/// leave whole, those of a thread in its order, and none stays while the socket takes more.
public final class SendQueueSchedule {
  private static final int FRAMES_EACH = 2;

  private final NarrowChannel channel = new NarrowChannel(Frame.BYTES + 7);
  private final Stash<Frame> spares = new Stash<>(2, Frame::new);
  private final SendQueue queue = new SendQueue(channel, BufferPool.shared(), spares);

  private SendQueueSchedule() {}

  private void send(int sender) throws IOException {
    for (int i = 0; i < FRAMES_EACH; i++) {
      Frame frame = spares.take().of(FrameType.CREDIT);
      frame.tag = sender;
      frame.number = i;
      Threads.require(queue.send(frame), "the queue is closed");
    }
  }

  private void checkSent() throws IOException {
    Threads.require(queue.isEmpty() || queue.isFull(), "a frame stays in the queue");
    while (!queue.isEmpty()) {
      boolean _ = queue.flush();
    }
    queue.abandon(new IllegalStateException("the end"));
    ByteBuffer taken = ByteBuffer.wrap(channel.taken());
    List<String> frames = new ArrayList<>();
    while (taken.remaining() >= Frame.BYTES) {
      Frame frame = new Frame();
      frame.get(taken);
      frames.add(frame.tag + "." + frame.number);
    }
    for (int sender = 0; sender < 2; sender++) {
      String own = sender + ".";
      List<String> expected = List.of(own + 0, own + 1);
      List<String> came = frames.stream().filter(name -> name.startsWith(own)).toList();
      Threads.require(came.equals(expected), "of sender " + sender + " came " + came);
    }
    Threads.require(!taken.hasRemaining(), "half a frame came");
  }

  /// Runs it.
  public static void run() throws Exception {
    SendQueueSchedule schedule = new SendQueueSchedule();
    Threads.run(() -> schedule.send(0), () -> schedule.send(1));
    schedule.checkSent();
  }
}
