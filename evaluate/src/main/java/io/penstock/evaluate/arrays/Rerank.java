package io.penstock.evaluate.arrays;

import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import io.penstock.file.Access;
import io.penstock.lucene.BatchedInput;
import io.penstock.lucene.EngineDirectory;
import io.penstock.lucene.PenstockDirectory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FileDataHint;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;

/// The reads of a search that ranks 1,000 candidates again by their vectors of 768 floats, from a
/// file of vectors in a directory of Lucene's.
final class Rerank implements Question {
  private static final int CANDIDATES = 1000;
  private static final int VECTOR_BYTES = 768 * Float.BYTES;
  private static final long SEED = 768;

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "A search that ranks its candidates again reads them %.1f times as fast by PenstockDirectory"
            + " in batches as by MMapDirectory, where the index is not in the page cache.",
        findings.ratio("batches.rerank.cold", "penstock-mapped", "lucene-mmap"));
  }

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    long vectors = Math.max(1, extent.bytes() / VECTOR_BYTES);
    FileWork work =
        FileWork.read(ElementType.BYTE, vectors * VECTOR_BYTES)
            .request(VECTOR_BYTES)
            .access(new FileWork.Access.Scattered(CANDIDATES, SEED, CANDIDATES));
    return Stream.of(
        rerank("batches.rerank.cold", "from the device", FileState.COLD, work)
            .goal(2, "penstock-mapped", "lucene-mmap"),
        rerank("batches.rerank.cached", "of a cached index", FileState.CACHED, work)
            .goal(0.95, "penstock-mapped", "lucene-mmap"));
  }

  private static Experiment rerank(String id, String where, FileState state, FileWork work) {
    return Experiment.of(
            id, "1,000 vectors of 3 KiB at random places " + where, BatchesChapter.SOURCE, state)
        .measuring(Measure.OPERATIONS)
        .on(work)
        .approach("lucene-mmap", PEER, (task, array) -> Inputs.inTurn(Inputs::mmap, task, array))
        .approach(
            "lucene-mmap-prefetch",
            PEER,
            (task, array) -> Inputs.prefetched(Inputs::mmap, task, array))
        .approach("lucene-niofs", PEER, (task, array) -> Inputs.inTurn(Inputs::niofs, task, array))
        .approach(
            "penstock-mapped-in-turn",
            PENSTOCK,
            (task, array) -> Inputs.inTurn(Inputs::mapped, task, array))
        .approach(
            "penstock-mapped",
            PENSTOCK,
            (task, array) -> Inputs.together(Inputs::mapped, task, array))
        .approach(
            "penstock-direct",
            PENSTOCK,
            PastCache.by((task, array) -> Inputs.together(Inputs::direct, task, array)))
        .remark(
            "The directory, and its input with the hints of a file of vectors, are opened for each"
                + " run. In turn: a seek and a read for each vector, as Lucene gives vectors out.");
  }

  /// Lucene's part, which only workers have.
  private static final class Inputs {
    /// As Lucene opens its files of vectors.
    private static final IOContext VECTORS =
        IOContext.DEFAULT.withHints(
            FileTypeHint.DATA, FileDataHint.KNN_VECTORS, DataAccessHint.RANDOM);

    static Move inTurn(CheckedFunction<Path, Directory> way, Task task, Object array)
        throws AbsentException {
      byte[] target = Steps.bytes(array);
      return () -> {
        try (Directory directory = way.apply(folder(task));
            IndexInput input = open(directory, task)) {
          readInTurn(input, offsets(task), target);
        }
      };
    }

    /// The kernel is told of all places before the first is read.
    static Move prefetched(CheckedFunction<Path, Directory> way, Task task, Object array)
        throws AbsentException {
      byte[] target = Steps.bytes(array);
      return () -> {
        long[] offsets = offsets(task);
        try (Directory directory = way.apply(folder(task));
            IndexInput input = open(directory, task)) {
          for (long offset : offsets) {
            input.prefetch(offset, VECTOR_BYTES);
          }
          readInTurn(input, offsets, target);
        }
      };
    }

    static Move together(CheckedFunction<Path, Directory> way, Task task, Object array)
        throws AbsentException {
      MemorySegment vectors = MemorySegment.ofArray(Steps.bytes(array));
      return () -> {
        try (Directory directory = way.apply(folder(task));
            IndexInput input = open(directory, task)) {
          BatchedInput.of(input).readAll(offsets(task), VECTOR_BYTES, vectors);
        }
      };
    }

    private static void readInTurn(IndexInput input, long[] offsets, byte[] target)
        throws IOException {
      for (int n = 0; n < offsets.length; n++) {
        input.seek(offsets[n]);
        input.readBytes(target, n * VECTOR_BYTES, VECTOR_BYTES);
      }
    }

    /// Of all candidates: there is a place for each in the array, so none is used twice.
    private static long[] offsets(Task task) {
      Block block = task.share();
      return LongStream.range(0, block.count())
          .map(n -> task.scatteredBytes(block.first() + n))
          .toArray();
    }

    private static Path folder(Task task) {
      return Objects.requireNonNull(task.file().toAbsolutePath().getParent());
    }

    static Directory mmap(Path folder) throws IOException {
      return new MMapDirectory(folder);
    }

    static Directory niofs(Path folder) throws IOException {
      return new NIOFSDirectory(folder);
    }

    static Directory mapped(Path folder) throws IOException {
      return new PenstockDirectory(folder);
    }

    static Directory direct(Path folder) throws AbsentException, IOException {
      return new EngineDirectory(folder, Access.read().withEngine(Engines.named("uring-direct")));
    }

    private static IndexInput open(Directory directory, Task task) throws IOException {
      return directory.openInput(task.file().getFileName().toString(), VECTORS);
    }
  }
}
