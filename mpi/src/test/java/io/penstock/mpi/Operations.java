package io.penstock.mpi;

import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.message.Communicator;
import io.penstock.message.Intercommunicator;
import io.penstock.message.RankGraph;
import io.penstock.message.RankGrid;
import io.penstock.message.Reduction;
import io.penstock.message.Shares;
import io.penstock.message.Status;
import io.penstock.message.Window;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A rank that takes part in operations with data of every kind, and writes down what they come to,
/// as `operations.py` does by mpi4py.
///
/// ```
/// Operations FOLDER    each rank writes a line for each result to FOLDER/RANK
/// ```
final class Operations {
  private static final int COUNT = 6;
  private static final List<Reduction> ARITHMETIC =
      List.of(Reduction.SUM, Reduction.MINIMUM, Reduction.MAXIMUM);
  private static final List<Reduction> WHOLE =
      List.of(
          Reduction.PRODUCT,
          Reduction.AND,
          Reduction.OR,
          Reduction.XOR,
          Reduction.LOGICAL_AND,
          Reduction.LOGICAL_OR,
          Reduction.LOGICAL_XOR);

  private final Communicator world;
  private final int rank;
  private final int size;
  private final List<String> lines = new ArrayList<>();

  private Operations(Communicator world) {
    this.world = world;
    this.rank = world.rank();
    this.size = world.size();
  }

  public static void main(String[] arguments) throws IOException {
    try (Communicator world = Communicator.world()) {
      run(world, Path.of(arguments[0]));
    }
  }

  static void run(Communicator world, Path folder) throws IOException {
    Operations operations = new Operations(world);
    Map<String, IntFunction<Object>> types = new TreeMap<>();
    types.put("0 SHORT", short[]::new);
    types.put("1 INT", int[]::new);
    types.put("2 LONG", long[]::new);
    types.put("3 DOUBLE", double[]::new);
    types.forEach((name, type) -> operations.of(name.substring(2), type));
    operations.places();
    operations.divided();
    operations.pairByPair();
    operations.truths();
    operations.layouts();
    operations.windows();
    operations.groups();
    Files.write(folder.resolve(Integer.toString(world.rank())), operations.lines);
  }

  // ---- data ------------------------------------------------------------------------------------

  /// Small enough for a short; a third are 0.
  private static int value(int of, int i, int salt) {
    int mixed = of * 7919 + i * 10473 + salt * 31;
    return mixed % 3 == 0 ? 0 : mixed % 20011 - 10005;
  }

  private Elements made(IntFunction<Object> type, int count, int salt) {
    return filled(type.apply(count), i -> value(rank, i, salt));
  }

  private static Elements room(IntFunction<Object> type, int count) {
    return filled(type.apply(count), _ -> -1);
  }

  private static Elements filled(Object array, java.util.function.IntUnaryOperator values) {
    switch (array) {
      case short[] a ->
          IntStream.range(0, a.length).forEach(i -> a[i] = (short) values.applyAsInt(i));
      case int[] a -> Arrays.setAll(a, values);
      case long[] a -> Arrays.setAll(a, values::applyAsInt);
      case double[] a -> Arrays.setAll(a, values::applyAsInt);
      default -> throw new AssertionError(array);
    }
    return Elements.of(array);
  }

  private void say(String name, Elements data) {
    lines.add(name + " " + hex(data.memory()));
  }

  private static String hex(Object array) {
    MemorySegment bytes =
        switch (array) {
          case short[] a -> MemorySegment.ofArray(a);
          case int[] a -> MemorySegment.ofArray(a);
          case long[] a -> MemorySegment.ofArray(a);
          case double[] a -> MemorySegment.ofArray(a);
          default -> throw new AssertionError(array);
        };
    return HexFormat.of().formatHex(bytes.toArray(ValueLayout.JAVA_BYTE));
  }

  // ---- operations ------------------------------------------------------------------------------

  private void of(String name, IntFunction<Object> type) {
    lines.add(name);
    pairs(type);
    rooted(type);
    everywhere(type);
    boolean whole = !(type.apply(0) instanceof double[]);
    Stream.concat(ARITHMETIC.stream(), whole ? WHOLE.stream() : Stream.of())
        .forEach(reduction -> reduced(type, reduction));
    beside(type);
  }

  private void pairs(IntFunction<Object> type) {
    int following = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    Elements got = room(type, COUNT);
    world.sendReceive(made(type, COUNT, 1), following, 4, got, previous, 4);
    say("sendReceive", got);
    Elements both = made(type, COUNT, 2);
    world.sendReceiveReplace(both, following, 5, previous, 5);
    say("sendReceiveReplace", both);
    if (rank > 0) {
      world.send(made(type, rank % COUNT, 3), 0, 100 + rank);
      return;
    }
    for (int other = 1; other < size; other++) {
      Status status = world.probe(other, Communicator.ANY_TAG);
      Elements room = room(type, COUNT);
      world.receive(room, Communicator.ANY_SOURCE, status.tag());
      say("probe " + status.tag() + " " + status.bytes(), room);
    }
  }

  private Shares backwards() {
    long[] counts = IntStream.rangeClosed(1, size).mapToLong(n -> n).toArray();
    long[] places = new long[size];
    Arrays.setAll(places, r -> IntStream.range(r + 1, size).mapToLong(n -> counts[n]).sum());
    return Shares.of(counts, places);
  }

  private int all() {
    return size * (size + 1) / 2;
  }

  private void rooted(IntFunction<Object> type) {
    int root = size - 1;
    Elements data = made(type, COUNT, 4);
    world.broadcast(data, root);
    say("broadcast", data);
    Elements equal = room(type, rank == root ? size * COUNT : 0);
    Elements shared = room(type, rank == root ? all() : 0);
    world.gather(made(type, COUNT, 5), equal, root);
    world.gather(made(type, rank + 1, 6), shared, backwards(), root);
    if (rank == root) {
      say("gather", equal);
      say("gather shares", shared);
    }
    Elements part = room(type, COUNT);
    world.scatter(made(type, size * COUNT, 7), part, root);
    say("scatter", part);
    Elements share = room(type, rank + 1);
    world.scatter(made(type, all(), 8), backwards(), share, root);
    say("scatter shares", share);
  }

  private void everywhere(IntFunction<Object> type) {
    Elements equal = room(type, size * COUNT);
    world.allGather(made(type, COUNT, 9), equal);
    say("allGather", equal);
    Elements shared = room(type, all());
    world.allGather(made(type, rank + 1, 10), shared, backwards());
    say("allGather shares", shared);
    Elements exchanged = room(type, size * COUNT);
    world.allToAll(made(type, size * COUNT, 11), exchanged);
    say("allToAll", exchanged);
    long[] counts = IntStream.range(0, size).mapToLong(r -> (rank + r) % 3).toArray();
    int sum = (int) Arrays.stream(counts).sum();
    Elements dealt = room(type, sum);
    world.allToAll(made(type, sum, 12), Shares.of(counts), dealt, Shares.of(counts));
    say("allToAll shares", dealt);
  }

  private void reduced(IntFunction<Object> type, Reduction reduction) {
    int root = size / 2;
    Elements atRoot = room(type, COUNT);
    world.reduce(made(type, COUNT, 13), atRoot, reduction, root);
    if (rank == root) {
      say("reduce " + reduction, atRoot);
    }
    Elements atAll = room(type, COUNT);
    world.allReduce(made(type, COUNT, 14), atAll, reduction);
    say("allReduce " + reduction, atAll);
    Elements share = room(type, rank + 1);
    Shares shares = Shares.of(IntStream.rangeClosed(1, size).mapToLong(n -> n).toArray());
    world.reduceScatter(made(type, all(), 15), share, shares, reduction);
    say("reduceScatter " + reduction, share);
    Elements upTo = room(type, COUNT);
    world.scan(made(type, COUNT, 16), upTo, reduction);
    say("scan " + reduction, upTo);
    Elements before = room(type, COUNT);
    world.exclusiveScan(made(type, COUNT, 17), before, reduction);
    if (rank > 0) {
      say("exclusiveScan " + reduction, before);
    }
  }

  /// Pairs of a value and its place.
  private void places() {
    int[] mine = {
      Math.floorMod(value(rank, 0, 18), 5), rank, Math.floorMod(value(rank, 1, 18), 5), rank
    };
    for (Reduction reduction : List.of(Reduction.MINIMUM_PLACE, Reduction.MAXIMUM_PLACE)) {
      Elements got = room(int[]::new, mine.length);
      world.allReduce(Elements.of(mine), got, reduction);
      say("allReduce " + reduction, got);
    }
  }

  private void divided() {
    try (Communicator part = world.split(rank % 2, -rank).orElseThrow()) {
      Elements got = room(int[]::new, part.size());
      part.allGather(Elements.of(new int[] {rank}), got);
      say("split " + part.rank() + " of " + part.size(), got);
    }
    RankGrid grid = RankGrid.balanced(size, 2).withRings(1);
    for (int axis = 0; axis < 2; axis++) {
      RankGrid.Shift shift = grid.shift(rank, axis, 1);
      Elements got = room(int[]::new, 1);
      world.sendReceive(
          Elements.of(new int[] {rank}),
          shift.destination().orElse(Communicator.NO_RANK),
          6,
          got,
          shift.source().orElse(Communicator.NO_RANK),
          6);
      say("shift along axis " + axis, got);
      try (Communicator row = grid.slice(world, axis)) {
        Elements places = room(int[]::new, row.size());
        row.allGather(Elements.of(new int[] {rank}), places);
        say("slice along axis " + axis, places);
      }
    }
  }

  /// Neighbours in a grid, and in a graph whose ranks may be neighbours twice.
  private void beside(IntFunction<Object> type) {
    RankGrid grid = RankGrid.balanced(size, 2).withRings(1);
    Elements gathered = room(type, 4 * COUNT);
    world.neighbourAllGather(made(type, COUNT, 19), gathered, grid);
    say("neighbourAllGather in a grid", gathered);
    Elements exchanged = room(type, 4 * COUNT);
    world.neighbourAllToAll(made(type, 4 * COUNT, 20), exchanged, grid);
    say("neighbourAllToAll in a grid", exchanged);
    int[] sources = {(rank + size - 1) % size, Math.floorMod(rank - 3, size)};
    int[] destinations = {(rank + 1) % size, (rank + 3) % size};
    RankGraph graph = RankGraph.adjacent(world, sources, destinations);
    Elements both = room(type, 2 * COUNT);
    world.neighbourAllGather(made(type, COUNT, 21), both, graph);
    say("neighbourAllGather in a graph", both);
    Elements shares = room(type, 5);
    world.neighbourAllToAll(made(type, 5, 22), Shares.of(2, 3), shares, Shares.of(2, 3), graph);
    say("neighbourAllToAll in a graph", shares);
  }

  /// A type of its own for each pair of ranks.
  private void pairByPair() {
    List<IntFunction<Object>> types = List.of(short[]::new, int[]::new, double[]::new);
    List<Elements> sent = new ArrayList<>();
    List<Elements> received = new ArrayList<>();
    for (int other = 0; other < size; other++) {
      IntFunction<Object> type = types.get((rank + other) % 3);
      int count = 1 + (rank + other) % 4;
      sent.add(made(type, count, 23 + other));
      received.add(room(type, count));
    }
    world.allToAll(sent, received);
    lines.add(
        "allToAll of lists "
            + received.stream().map(part -> hex(part.memory())).collect(Collectors.joining()));
  }

  private void truths() {
    boolean[] mine = new boolean[COUNT];
    for (int i = 0; i < COUNT; i++) {
      mine[i] = value(rank, i, 40) != 0;
    }
    for (Reduction reduction : List.of(Reduction.AND, Reduction.OR, Reduction.XOR)) {
      boolean[] got = new boolean[COUNT];
      world.allReduce(mine, got, reduction);
      byte[] bytes = new byte[COUNT];
      for (int i = 0; i < COUNT; i++) {
        bytes[i] = (byte) (got[i] ? 1 : 0);
      }
      lines.add("booleans " + reduction + " " + HexFormat.of().formatHex(bytes));
    }
  }

  /// A column is sent, and received as another column.
  private void layouts() {
    Shape shape = Shape.of(5, 7);
    Elements own = made(int[]::new, 35, 41);
    Elements other = room(int[]::new, 35);
    Tile sent = new Tile(own, shape, Hyperslab.at(0, 2).count(5, 1));
    Tile received = new Tile(other, shape, Hyperslab.at(0, 4).count(5, 1));
    world.sendReceive(sent, (rank + 1) % size, 8, received, (rank + size - 1) % size, 8);
    say("columns", other);
  }

  private void windows() {
    Elements data = made(long[]::new, size + 2, 42);
    long[] memory = (long[]) data.memory();
    int following = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    try (Window window = world.createWindow(MemorySegment.ofArray(memory))) {
      window.fence();
      window.put(Elements.of(new long[] {rank}), following, rank);
      window.fence();
      say("window after put", data);
      window.fence();
      Elements got = room(long[]::new, 2);
      window.get(got, previous, 0);
      window.accumulate(Elements.of(new long[] {1 + rank, 7}), 0, size, Reduction.SUM);
      window.fence();
      say("get", got);
      say("window after accumulate", data);
      window.fence();
      window.lock(following);
      Elements before = room(long[]::new, 1);
      window.getAccumulate(Elements.of(new long[] {5}), before, following, 1, Reduction.MAXIMUM);
      window.unlock(following);
      say("getAccumulate", before);
    }
    say("window at the end", data);
  }

  /// The ranks below the half, and the others.
  private void groups() {
    int half = size / 2;
    boolean low = rank < half;
    try (Communicator own = world.split(low ? 0 : 1, rank).orElseThrow();
        Intercommunicator both = own.createIntercommunicator(0, world, low ? half : 0, 9)) {
      Elements data = made(int[]::new, COUNT, 43);
      int sender = own.rank() == 0 ? Intercommunicator.ROOT : Communicator.NO_RANK;
      both.broadcast(data, low ? sender : 0);
      say("broadcast between groups", data);
      Elements gathered = room(int[]::new, both.remoteSize() * COUNT);
      both.allGather(made(int[]::new, COUNT, 44), gathered);
      say("allGather between groups", gathered);
      Elements sum = room(int[]::new, COUNT);
      both.allReduce(made(int[]::new, COUNT, 45), sum, Reduction.SUM);
      say("allReduce between groups", sum);
      try (Communicator one =
          both.merge(low ? Intercommunicator.Place.LAST : Intercommunicator.Place.FIRST)) {
        Elements places = room(int[]::new, size);
        one.allGather(Elements.of(new int[] {rank}), places);
        say("merge", places);
      }
    }
  }
}
