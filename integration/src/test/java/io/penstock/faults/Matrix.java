package io.penstock.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The results of a campaign, as a table of operations and kinds of calls. Safe for use by several
/// threads.
final class Matrix {
  /// The columns of the table: kinds of calls that are about the same.
  private static final Map<String, List<Call>> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("read", List.of(Call.READ, Call.PREAD, Call.PREADV2));
    COLUMNS.put("write", List.of(Call.WRITE, Call.PWRITE));
    COLUMNS.put("copy", List.of(Call.COPY_FILE_RANGE, Call.SENDFILE, Call.CLONE));
    COLUMNS.put("open", List.of(Call.OPEN, Call.CREATE));
    COLUMNS.put("close", List.of(Call.CLOSE));
    COLUMNS.put("sync", List.of(Call.FSYNC, Call.FDATASYNC, Call.SYNCFS));
    COLUMNS.put("size", List.of(Call.FTRUNCATE, Call.FALLOCATE));
    COLUMNS.put("names", List.of(Call.RENAME, Call.LINK, Call.SYMLINK, Call.UNLINK, Call.MKDIR));
    COLUMNS.put("look", List.of(Call.FSTAT, Call.STAT, Call.READLINK, Call.GETDENTS, Call.LSEEK));
    COLUMNS.put("memory", List.of(Call.MMAP, Call.MUNMAP, Call.MEMORY, Call.ADVISE));
    COLUMNS.put("attributes", List.of(Call.CHMOD, Call.CHOWN, Call.UTIMENS, Call.XATTR, Call.LOCK));
    COLUMNS.put(
        "rings",
        List.of(Call.IO_URING_SETUP, Call.IO_URING_ENTER, Call.RING_READ, Call.RING_WRITE));
    COLUMNS.put("sockets", Stream.of(Call.values()).filter(Call::isOnSockets).toList());
  }

  private final Map<String, List<CellJvm.Result>> results = new TreeMap<>();

  synchronized void add(CellJvm.Result result) {
    results.computeIfAbsent(result.cell().operation(), _ -> new ArrayList<>()).add(result);
    if (!result.verdict().isGood()) {
      System.out.println(result);
    }
  }

  /// Those in which a call failed.
  synchronized long cells() {
    return all().stream().filter(result -> result.met() > 0).count();
  }

  synchronized List<CellJvm.Result> bad() {
    return all().stream().filter(result -> !result.verdict().isGood()).toList();
  }

  synchronized List<CellJvm.Result> all() {
    return results.values().stream().flatMap(List::stream).toList();
  }

  /// How often there was each verdict.
  synchronized Map<Verdict, Integer> told(String operation) {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    results
        .getOrDefault(operation, List.of())
        .forEach(result -> counts.merge(result.verdict(), 1, Integer::sum));
    return counts;
  }

  /// How to have each failure again.
  static String commands(List<CellJvm.Result> results) {
    return results.stream()
        .filter(result -> !result.verdict().isGood())
        .map(
            result ->
                "%s%n  again: ./penstock test -pl integration -am -Dtest=EveryFaultTest -Dsurefire.failIfNoSpecifiedTests=false '-Dpenstock.faults.cell=%s'%n"
                    .formatted(result, result.cell()))
        .collect(Collectors.joining("\n"));
  }

  // ---- the table -------------------------------------------------------------------------------

  synchronized void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| operation | "
            + String.join(" | ", COLUMNS.keySet())
            + " | two faults | cells | error | success |");
    lines.add("|---" + "|--:".repeat(COLUMNS.size() + 4) + "|");
    results.forEach((operation, cells) -> lines.add(row(operation, cells)));
    lines.add(row("all", all()));
    Files.write(file, lines);
  }

  private static String row(String name, List<CellJvm.Result> cells) {
    List<CellJvm.Result> met = cells.stream().filter(result -> result.met() > 0).toList();
    List<String> columns = new ArrayList<>(List.of(name));
    COLUMNS
        .values()
        .forEach(
            calls ->
                columns.add(count(met, one -> !isPair(one) && calls.contains(one.cell().call()))));
    columns.add(count(met, Matrix::isPair));
    columns.add(Integer.toString(met.size()));
    columns.add(count(met, one -> one.verdict() == Verdict.REFUSED));
    columns.add(count(met, one -> one.verdict() == Verdict.DONE));
    return "| " + String.join(" | ", columns) + " |";
  }

  private static boolean isPair(CellJvm.Result result) {
    return result.cell().after() instanceof Cell.Other;
  }

  private static String count(List<CellJvm.Result> cells, Predicate<CellJvm.Result> counted) {
    long count = cells.stream().filter(counted).count();
    return count == 0 ? "" : Long.toString(count);
  }
}
