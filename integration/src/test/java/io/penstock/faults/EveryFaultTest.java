package io.penstock.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.faults.Cell.After;
import io.penstock.preload.PreloadedFunctions;
import io.penstock.testing.CampaignFigures;
import io.penstock.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every system call that an operation makes, failing in every way that its manual page lists, once
/// and from then on: what comes of it is an error that names the file and the cause, or success
/// with the right bytes, and nothing is left behind.
class EveryFaultTest {
  /// Names a single cell, as a failure prints it.
  private static final String CELL = "penstock.faults.cell";

  /// Part of the names of the operations that the long campaign is to run.
  private static final String ONLY = "penstock.faults.operations";

  private static final int SAMPLED_OPERATIONS = 22;
  private static final int SAMPLED_JOBS = 2;
  private static final int SAMPLED_CELLS = 14;

  /// Calls that are made to put things back.
  private static final List<Call> CLEANING =
      List.of(
          Call.CLOSE, Call.UNLINK, Call.FTRUNCATE, Call.FSTAT, Call.STAT, Call.RENAME, Call.LOCK);

  /// Faults that this campaign has found to be told wrongly, told by nobody, or to leave something.
  private static final List<String> ONCE_FOUND =
      List.of(
          // "no such folder", although there was one that could not be looked at
          "array create by posix/stat/1/EIO/on",
          "array create in place by posix/stat/2/EACCES/once",
          // errors without a name
          "array create by posix/fstat/2/EIO/once",
          "array create by posix/chmod/1/EPERM/once",
          "array create by channel/close/2/EIO/once",
          "archive pack gz/close/1/EDQUOT/once",
          "text count/pread/1/EIO/once",
          "text count/fstat/1/EIO/once",
          "text index use/read/1/EIO/once",
          "text write/close/1/ENOSPC/once",
          "tree copy, native/fstat/2/EIO/once",
          "tree copy, native/open/4/EMFILE/once",
          "shared write in order by 2 ranks over threads/lock/1/EIO/once",
          // the descriptor of a file that was made and could not be looked at
          "array create in place by posix-direct/stat/3/EIO/once",
          "array bytes by posix-direct/stat/2/EIO/once",
          // a view that nobody could write to, since the open file was taken for a mere name
          "array map by channel/stat/1/EIO/once",
          // an unchecked exception of the JDK
          "text write/write/1/zero/once",
          "zip pack/write/1/zero/on",
          // a loop without an end
          "file copy, java/pwrite/1/zero/on",
          // "is no index", "is no folder", "was removed", all of files that could not be looked at
          "text index use/stat/3/EIO/once",
          "tree copy resumed, native/stat/4/EIO/once",
          "shared write in order by 2 ranks over threads/stat/4/EIO/once",
          // the end of a copy, where an entry's error was due
          "tree copy, java/fsync/9/EIO/once",
          // the wrong sum: a file with two names was counted twice
          "tree walk, java/stat/13/EIO/once",
          // entries that were left out as if they were devices
          "tree copy, java/stat/24/EIO/once",
          "tree copy resumed, java/stat/24/EACCES/once",
          // an open file, since the others left while it was opened
          "shared read by 2 ranks over tcp/receive/175/ECONNRESET/on",
          // a temporary file
          "shared create by 2 ranks over threads/close/2/EIO/once",
          // a listener that could not be made, without its address
          "messages by 2 ranks over tcp/socket/1/EMFILE/once",
          // a connection that stayed open, since an option could not be set
          "messages by 2 ranks over tcp/setsockopt/24/ENOMEM/once",
          // the second failure in place of the first, without a name
          "array create in place by channel/stat/3/EACCES/then close",
          // an empty file at the name that the new one was to get
          "archive pack gz/link/1/EACCES/then close",
          "archive pack gz/link/1/EACCES/then stat",
          // a rank that left the others waiting
          "shared read by 2 ranks over threads/stat/2/EIO/once",
          "shared write by 2 processes over tcp, faults in rank 1/stat/1/EACCES/then close");

  private static Path folder;
  private static Path library;

  @BeforeAll
  static void build() throws IOException {
    folder = Files.createDirectories(Path.of("target", "faults")).toAbsolutePath();
    library = PreloadedFunctions.build(folder);
  }

  @Test
  void aSampleOfFaultsIsToldOrOvercome() throws Exception {
    Optional<String> cell = Optional.ofNullable(System.getProperty(CELL));
    List<CellJvm.Result> results = cell.isPresent() ? single(cell.get()) : sample();
    tell("failing calls", results);
    assertThat(results.stream().filter(result -> !result.verdict().isGood()))
        .as(Matrix.commands(results))
        .isEmpty();
    assertThat(results).anyMatch(result -> result.met() > 0);
  }

  private static void tell(String campaign, List<CellJvm.Result> results) throws IOException {
    CampaignFigures.add(
        campaign, results.stream().filter(result -> result.met() > 0).count(), "cells");
    CampaignFigures.add(
        campaign,
        results.stream().filter(result -> !result.verdict().isGood()).count(),
        "otherwise than required");
  }

  private static List<CellJvm.Result> single(String cell) throws IOException {
    try (CellJvm jvm = new CellJvm(library, folder)) {
      CellJvm.Result result = jvm.run(Cell.of(cell));
      System.out.println(result);
      return List.of(result);
    }
  }

  @Test
  void faultsThatWereOnceFoundAreToldOrOvercome() throws IOException {
    List<CellJvm.Result> results = new ArrayList<>();
    try (CellJvm jvm = new CellJvm(library, folder)) {
      for (String cell : ONCE_FOUND) {
        Map<Call, Long> _ = jvm.record(Cell.of(cell).operation());
        results.add(jvm.run(Cell.of(cell)));
      }
    }
    tell("failing calls", results);
    assertThat(results.stream().filter(result -> !result.verdict().isGood()))
        .as(Matrix.commands(results))
        .isEmpty();
    assertThat(results)
        .filteredOn(
            result -> result.cell().call() != Call.RECEIVE) // as many as packets happen to be
        .as("cells whose call is made")
        .allMatch(result -> result.met() > 0);
  }

  private static List<CellJvm.Result> sample() throws IOException {
    Random random = Seed.sow(EveryFaultTest.class);
    List<String> single = new ArrayList<>(Operations.namesOfSingle());
    List<String> jobs = new ArrayList<>(Operations.names()); // they start two or four JVMs
    jobs.removeAll(single);
    Collections.shuffle(single, random);
    Collections.shuffle(jobs, random);
    List<String> operations = new ArrayList<>(single.subList(0, SAMPLED_OPERATIONS));
    operations.addAll(jobs.subList(0, SAMPLED_JOBS));
    List<CellJvm.Result> results = new ArrayList<>();
    try (CellJvm jvm = new CellJvm(library, folder)) {
      for (String operation : operations) {
        List<Cell> cells = cells(operation, jvm.record(operation));
        Collections.shuffle(cells, random);
        for (Cell cell : cells.subList(0, Math.min(SAMPLED_CELLS, cells.size()))) {
          results.add(jvm.run(cell));
        }
      }
    }
    return results;
  }

  @Test
  @Tag("long")
  void everyFaultOfEveryCallIsToldOrOvercome() throws Exception {
    String only = System.getProperty(ONLY, "");
    Queue<String> operations =
        new ConcurrentLinkedQueue<>(
            Operations.names().stream().filter(name -> name.contains(only)).toList());
    Matrix matrix = new Matrix();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        Path own = Files.createDirectories(folder.resolve("worker-" + i));
        workers.add(
            threads.submit(
                () -> {
                  runAll(operations, own, matrix);
                  return null;
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    }
    matrix.write(folder.resolve("matrix.md"));
    tell("every failing call", matrix.all());
    assertThat(matrix.bad()).as(Matrix.commands(matrix.bad())).isEmpty();
    if (only.isEmpty()) {
      assertThat(matrix.cells()).isGreaterThanOrEqualTo(10_000);
    }
  }

  private static void runAll(Queue<String> operations, Path own, Matrix matrix) throws IOException {
    try (CellJvm jvm = new CellJvm(library, own)) {
      for (String operation = operations.poll(); operation != null; operation = operations.poll()) {
        Map<Call, Long> made = jvm.record(operation);
        for (Cell cell : cells(operation, made)) {
          matrix.add(jvm.run(cell));
        }
        System.out.println(operation + ": " + made + ", " + matrix.told(operation));
        matrix.write(folder.resolve("matrix.md"));
      }
    }
  }

  /// The JDK's RandomAccessFile, by which the ranks' shared position is kept, calls write(2) for
  /// ever where that moves nothing and gives no reason.
  private static boolean isEndless(Cell cell) {
    return cell.operation().contains("in order")
        && cell.call() == Call.WRITE
        && cell.fault() == Fault.ZERO;
  }

  /// Every call in every way.
  private static List<Cell> cells(String operation, Map<Call, Long> made) {
    List<Cell> cells = new ArrayList<>();
    made.forEach(
        (call, count) -> {
          if (call.isOnSockets() && !operation.startsWith("messages")) {
            return; // for single cells alone: a rank that cannot join is waited for each time
          }
          for (long nth = 1; nth <= count; nth++) {
            for (Fault fault : call.faults()) {
              cells.add(new Cell(operation, call, nth, fault, After.ONCE));
              Cell lasting = new Cell(operation, call, nth, fault, After.ON);
              if (!isEndless(lasting)) {
                cells.add(lasting);
              }
            }
            cells.addAll(pairs(operation, call, nth));
          }
        });
    return cells;
  }

  /// A call that fails, and then each kind of call that cleans up.
  private static List<Cell> pairs(String operation, Call call, long nth) {
    Optional<Fault> first = call.faults().stream().filter(Fault::ends).findFirst();
    return first.stream()
        .flatMap(
            fault ->
                CLEANING.stream()
                    .filter(then -> then != call && !call.isOnSockets())
                    .map(then -> new Cell(operation, call, nth, fault, After.then(then))))
        .toList();
  }
}
