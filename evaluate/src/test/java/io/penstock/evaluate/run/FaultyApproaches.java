package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Approach.Move;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.CountDownLatch;

/// Approaches with which something is wrong.
final class FaultyApproaches {
  private FaultyApproaches() {}

  /// Moves all bytes but the last one.
  static final class Careless extends ChannelApproach {
    @Override
    void piece(Task task, FileChannel channel, ByteBuffer part, long at) throws IOException {
      super.piece(task, channel, part.limit(part.limit() - 1), at);
    }
  }

  /// Moves each block to or from the place beside its own.
  static final class Astray extends ChannelApproach {
    @Override
    void piece(Task task, FileChannel channel, ByteBuffer part, long at) throws IOException {
      super.piece(task, channel, part, at == 0 ? 4096 : at - 4096);
    }
  }

  /// Claims that it is done and does nothing.
  static final class Idle implements Approach {
    @Override
    public Move prepare(Task task, Object array) {
      return () -> {};
    }
  }

  static final class Dying implements Approach {
    @Override
    public Move prepare(Task task, Object array) {
      return () -> {
        System.err.println("the ship sinks");
        Runtime.getRuntime().halt(7);
      };
    }
  }

  static final class Hanging implements Approach {
    @Override
    public Move prepare(Task task, Object array) {
      return () -> new CountDownLatch(1).await();
    }
  }

  /// Rank 1 fails, or cannot do it here, while rank 0 waits for it.
  static final class FailingAtLast implements Approach {
    @Override
    public Move prepare(Task task, Object array) throws Exception {
      if (task.rank() == 0) {
        new CountDownLatch(1).await();
      }
      if (task.work().option("absent", "").equals("true")) {
        throw new AbsentException("no such thing here");
      }
      throw new IOException("the disk is gone");
    }
  }

  /// Moves once in a process, and no more.
  static final class Once extends ChannelApproach {
    private boolean done;

    @Override
    public Move prepare(Task task, Object array) throws AbsentException {
      Move move = super.prepare(task, array);
      return () -> {
        if (done) {
          throw new IOException("has been run before");
        }
        done = true;
        move.run();
      };
    }
  }

  static final class Throwing implements Approach {
    @Override
    public Move prepare(Task task, Object array) {
      return () -> {
        throw new IOException("the disk\nis gone");
      };
    }
  }

  /// Moves by more than one thread, as far as rank 0 is asked.
  static final class NotAloneAtFirst implements Approach {
    @Override
    public Move prepare(Task task, Object array) throws Exception {
      if (task.rank() == 0 && task.work().threads() == 1) {
        throw new AbsentException("one thread is too few");
      }
      return new ChannelApproach().prepare(task, array);
    }
  }

  static final class Absent implements Approach {
    @Override
    public Move prepare(Task task, Object array) throws AbsentException {
      throw new AbsentException("no such thing here");
    }
  }
}
