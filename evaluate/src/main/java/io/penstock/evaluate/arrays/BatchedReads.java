package io.penstock.evaluate.arrays;

import static io.penstock.report.By.C;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import io.penstock.evaluate.run.Tools;
import io.penstock.file.Access;
import io.penstock.file.ByteFile;
import io.penstock.file.ReadBatch;
import io.penstock.report.Axis;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.CompletionHandler;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rate of reads at random places, by how many are under way at once: past the page cache, from
/// the device through it, and out of it.
final class BatchedReads implements Question {
  private static final long SEED = 22;
  private static final int SLOTS = 8;

  /// Pages of more than the caches of most processors hold.
  private static final long READS = 20_000;

  private static final long FEW_READS = 4_000;

  private static final int MOST_THREADS = 16;
  private static final long PAGE = 4096;

  private static final String RING = "uring-direct";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Tools tools = setting.tools();
    Extent extent = Extent.of(setting);
    List<Integer> underWay = underWay(extent);
    List<FileWork> pages = works(extent, PAGE, underWay, extent.quick() ? FEW_READS : READS);
    List<FileWork> cachedPages =
        works(extent, PAGE, extent.quick() ? List.of(1, 32) : underWay, READS);
    Stream<Experiment> all =
        Stream.of(
            direct("batches.direct", "4 KiB", pages, tools), cold(pages), cached(cachedPages));
    return extent.quick()
        ? all
        : Stream.concat(
            all,
            Stream.of(
                direct(
                    "batches.direct.large",
                    "64 KiB",
                    works(extent, 16 * PAGE, underWay, READS),
                    tools)));
  }

  private static List<Integer> underWay(Extent extent) {
    return switch (extent.effort()) {
      case QUICK -> List.of(32);
      case NORMAL -> List.of(1, 32, 128);
      case FULL -> List.of(1, 4, 16, 32, 64, 128, 256);
    };
  }

  private static List<FileWork> works(
      Extent extent, long request, List<Integer> underWay, long reads) {
    FileWork work =
        FileWork.read(ElementType.BYTE, extent.bytes())
            .request(request)
            .access(new FileWork.Access.Scattered(reads, SEED, SLOTS));
    return underWay.stream().map(number -> work.threads(number).detailed()).toList();
  }

  private static Experiment about(String id, String title, FileState state, List<FileWork> works) {
    return Experiment.of(id, title, BatchesChapter.SOURCE, state)
        .along(Axis.REQUESTS)
        .measuring(Measure.OPERATIONS)
        .on(works)
        .remark(
            "The reads under way are shared by at most 16 platform threads, or each has a virtual"
                + " thread of its own, or one thread has them all.")
        .remark(
            "processor: seconds of processors, the kernel's for the process included, for a million"
                + " reads. p50 to p99.9: what so many of a hundred reads took at most, in runs of"
                + " their own, from the call, or from the begin of a batch of as many reads as are"
                + " under way, to the end of the read.");
  }

  private static Experiment direct(String id, String size, List<FileWork> works, Tools tools) {
    Experiment jdk =
        about(
                id,
                "Reading " + size + " at random places past the page cache",
                FileState.COLD,
                works)
            .approach(
                "jdk-channel-direct", JDK, PastCache.by(JdkWays.fewChannels(MOST_THREADS, true)))
            .approach(
                "jdk-channel-direct-virtual", JDK, PastCache.by(JdkWays.virtualChannels(true)));
    return Fio.DIRECT_AIO
        .toRandom(Fio.DIRECT_RING.toRandom(Fio.DIRECT.toRandom(jdk)))
        .approach("penstock-batch-direct", PENSTOCK, PastCache.by(batch(RING)))
        .approach("penstock-virtual-direct", PENSTOCK, PastCache.by(virtual(RING)))
        .program("ring-direct", C, tools.rings())
        .goal(0.95, "penstock-batch-direct", "fio-direct-io_uring")
        .goal(1.3, "penstock-batch-direct", "jdk-channel-direct");
  }

  private static Experiment cold(List<FileWork> works) {
    Experiment jdk =
        about(
                "batches.cold",
                "Reading 4 KiB at random places of a file from the device",
                FileState.COLD,
                works)
            .approach("jdk-channel", JDK, JdkWays.fewChannels(MOST_THREADS, false))
            .approach("jdk-channel-virtual", JDK, JdkWays.virtualChannels(false))
            .approach("jdk-asynchronous", JDK, BatchedReads::asynchronous);
    return Fio.COLD_RING
        .toRandom(jdk)
        .approach("penstock-batch", PENSTOCK, batch(Engines.AUTO))
        .approach("penstock-virtual", PENSTOCK, virtual(Engines.AUTO));
  }

  private static Experiment cached(List<FileWork> works) {
    return about(
            "batches.cached",
            "Reading 4 KiB at random places of a cached file",
            FileState.CACHED,
            works)
        .approach("jdk-channel", JDK, JdkWays.fewChannels(MOST_THREADS, false))
        .approach("jdk-asynchronous", JDK, BatchedReads::asynchronous)
        .approach("penstock-batch", PENSTOCK, batch(Engines.AUTO))
        .approach("penstock-auto", PENSTOCK, one(Engines.AUTO))
        .goal(0.98, "penstock-batch", "penstock-auto");
  }

  // ---- Penstock --------------------------------------------------------------------------------

  /// Reads from a file that is opened for the run.
  @FunctionalInterface
  private interface Reads {
    void from(ByteFile file, Task task, byte[] target, Stopwatch watch) throws Exception;
  }

  private static Approach opening(String engine, Reads reads) {
    return (task, array) -> {
      byte[] target = Steps.bytes(array);
      Stopwatch watch = new Stopwatch(task);
      return watch.of(
          () -> {
            Access access = Access.read().withEngine(Engines.named(engine));
            try (ByteFile file = ByteFile.open(task.file(), access)) {
              reads.from(file, task, target, watch);
            }
          });
    };
  }

  /// Batches of as many reads as there are places for them.
  private static Approach batch(String engine) {
    return opening(
        engine,
        (file, task, target, watch) -> {
          if (watch.isRunning()) {
            timed(task, file, target, watch);
          } else {
            together(task, file, target);
          }
        });
  }

  private static void together(Task task, ByteFile file, byte[] target) throws IOException {
    ReadBatch batch = new ReadBatch(task.work().threads());
    List<Block> blocks = task.blocks();
    for (int from = 0; from < blocks.getFirst().count() + 1; from += SLOTS) {
      for (Block block : blocks) {
        for (int n = from; n < Math.min(from + SLOTS, block.count()); n++) {
          add(batch, task, file, target, block, n);
        }
      }
      batch.await();
    }
  }

  private static void add(
      ReadBatch batch, Task task, ByteFile file, byte[] target, Block block, int n) {
    int request = (int) task.work().requestOr(PAGE);
    long offset = task.scatteredBytes(block.first() + n);
    batch.add(file, offset, target, (int) task.slotBytes(block, n), request);
  }

  /// In batches of one read of each block, none of which waits for another to begin.
  private static void timed(Task task, ByteFile file, byte[] target, Stopwatch watch)
      throws IOException {
    ReadBatch batch = new ReadBatch(task.work().threads());
    List<Block> blocks = task.blocks();
    for (int n = 0; n < blocks.getFirst().count() + 1; n++) {
      int[] reads = new int[blocks.size()];
      for (Block block : blocks) {
        if (n < block.count()) {
          reads[batch.size()] = block.index() + n;
          add(batch, task, file, target, block, n);
        }
      }
      long begin = watch.now();
      batch.await(number -> watch.ended(reads[number], begin));
    }
  }

  /// A virtual thread for each read under way.
  private static Approach virtual(String engine) {
    return opening(
        engine,
        (file, task, target, watch) -> {
          try (Move threads =
              Move.byVirtualThreads(task, block -> move(task, file, target, block, watch))) {
            threads.run();
          }
        });
  }

  /// One read after the other by one thread.
  private static Approach one(String engine) {
    return opening(
        engine,
        (file, task, target, watch) -> {
          for (Block block : task.blocks()) {
            move(task, file, target, block, watch);
          }
        });
  }

  private static void move(Task task, ByteFile file, byte[] target, Block block, Stopwatch watch)
      throws IOException {
    Steps.Step read = (first, at, count) -> file.readAt(first, target, at, count);
    Steps.of(task, PAGE).forEach(block, watch.over(block, read));
  }

  // ---- AsynchronousFileChannel -----------------------------------------------------------------

  private static Move asynchronous(Task task, Object array) throws Exception {
    ByteBuffer target = ByteBuffer.wrap(Steps.bytes(array));
    Stopwatch watch = new Stopwatch(task);
    return watch.of(
        () -> {
          try (AsynchronousFileChannel channel =
              AsynchronousFileChannel.open(task.file(), StandardOpenOption.READ)) {
            List<Chain> chains =
                task.blocks().stream()
                    .map(block -> new Chain(task, channel, target, block, watch))
                    .toList();
            chains.forEach(Chain::start);
            for (Chain chain : chains) {
              chain.await();
            }
          }
        });
  }

  /// The reads of a block, each begun when the one before it has completed.
  private static final class Chain implements CompletionHandler<Integer, ByteBuffer> {
    private final Task task;
    private final AsynchronousFileChannel channel;
    private final ByteBuffer array;
    private final Block block;
    private final Stopwatch watch;
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private int next; // handed from thread to thread by the channel
    private long end;
    private long begin;

    Chain(
        Task task,
        AsynchronousFileChannel channel,
        ByteBuffer array,
        Block block,
        Stopwatch watch) {
      this.task = task;
      this.channel = channel;
      this.array = array;
      this.block = block;
      this.watch = watch;
    }

    void start() {
      if (next == block.count()) {
        done.countDown();
        return;
      }
      int request = (int) task.work().requestOr(PAGE);
      long offset = task.scatteredBytes(block.first() + next);
      ByteBuffer slot = array.slice((int) task.slotBytes(block, next), request);
      next++;
      end = offset + request;
      begin = watch.now();
      channel.read(slot, offset, slot, this);
    }

    @Override
    public void completed(Integer count, ByteBuffer slot) {
      if (count < 0) {
        failed(new IOException(task.file() + " ends early"), slot);
      } else if (slot.hasRemaining()) {
        channel.read(slot, end - slot.remaining(), slot, this);
      } else {
        watch.ended(block.index() + next - 1, begin);
        start();
      }
    }

    @Override
    public void failed(Throwable e, ByteBuffer slot) {
      failure.set(e);
      done.countDown();
    }

    void await() throws Exception {
      done.await();
      Throwable thrown = failure.get();
      if (thrown != null) {
        throw new IOException(thrown);
      }
    }
  }
}
