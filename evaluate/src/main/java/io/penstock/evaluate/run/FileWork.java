package io.penstock.evaluate.run;

import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// Moving an array between memory and a file.
///
/// @param operation which way
/// @param access in which order
/// @param type of the array
/// @param elements in the file
/// @param order of the bytes in the file
/// @param threads in each process
/// @param processes that share the file, each with its own part of it
/// @param requestBytes asked for in one call, where the approach has such a size
/// @param options further settings that the approach knows, name to value
public record FileWork(
    Operation operation,
    Access access,
    ElementType type,
    long elements,
    ByteOrder order,
    int threads,
    int processes,
    OptionalLong requestBytes,
    SortedMap<String, String> options)
    implements Work {
  private static final String DETAILED = "detailed";

  /// The direction of a transfer.
  public enum Operation {
    /// From the file into the array.
    READ,
    /// From the array into the file.
    WRITE
  }

  /// @throws IllegalArgumentException if a number is not positive, the access does not fit the
  ///   elements, the processes or the request size, or an option's name is one of the work's own
  public FileWork {
    positive(elements, "elements");
    positive(threads, "threads");
    positive(processes, "processes");
    requestBytes.ifPresent(size -> positive(size, "request bytes"));
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    options.keySet().forEach(name -> TaskLine.checkOption(name, TaskLine.OF_FILES));
    switch (access) {
      case Access.Sequential _ -> {}
      case Access.Tiles(var shape, _) -> {
        if (Access.Tiles.product(shape) != elements) {
          throw new IllegalArgumentException("not " + elements + " elements: " + shape);
        }
      }
      case Access.Scattered _ -> {
        long size =
            requestBytes.orElseThrow(
                () -> new IllegalArgumentException("scattered reads need a request size"));
        if (operation == Operation.WRITE
            || size % type.bytes() != 0
            || elements * type.bytes() < size) {
          throw new IllegalArgumentException(
              "scattered requests are reads of whole elements inside the file: " + size);
        }
      }
      case Access.Distributed(var distribution) -> {
        if (distribution.shape().size() != elements
            || distribution.grid().size() != processes
            || threads != 1) {
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "%d elements and %d processes of %d threads do not go with %s",
                  elements,
                  processes,
                  threads,
                  distribution));
        }
      }
      case Access.InTurn _ -> {
        long size =
            requestBytes.orElseThrow(
                () -> new IllegalArgumentException("pieces in turn need a request size"));
        if (size % type.bytes() != 0
            || elements * type.bytes() % (size * processes) != 0
            || threads != 1) {
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "pieces of %d bytes do not come out even for %d processes of one thread each",
                  size,
                  processes));
        }
      }
    }
  }

  /// Reading a whole file, in native byte order, by one thread.
  public static FileWork read(ElementType type, long elements) {
    return of(Operation.READ, type, elements);
  }

  /// Writing a whole file, in native byte order, by one thread.
  public static FileWork write(ElementType type, long elements) {
    return of(Operation.WRITE, type, elements);
  }

  /// Moving a whole file, in native byte order, by one thread.
  public static FileWork of(Operation operation, ElementType type, long elements) {
    return new FileWork(
        operation,
        new Access.Sequential(),
        type,
        elements,
        ByteOrder.nativeOrder(),
        1,
        1,
        OptionalLong.empty(),
        new TreeMap<>());
  }

  /// The same bytes as an array of another type.
  public FileWork as(ElementType other) {
    long number = fileBytes() / other.bytes();
    return new FileWork(
        operation, access, other, number, order, threads, processes, requestBytes, options);
  }

  /// With another number of elements.
  public FileWork elements(long number) {
    return new FileWork(
        operation, access, type, number, order, threads, processes, requestBytes, options);
  }

  /// With another access.
  public FileWork access(Access other) {
    return new FileWork(
        operation, other, type, elements, order, threads, processes, requestBytes, options);
  }

  /// With another byte order in the file.
  public FileWork order(ByteOrder other) {
    return new FileWork(
        operation, access, type, elements, other, threads, processes, requestBytes, options);
  }

  /// With another number of threads in each process.
  public FileWork threads(int number) {
    return new FileWork(
        operation, access, type, elements, order, number, processes, requestBytes, options);
  }

  /// With another number of processes.
  public FileWork processes(int number) {
    return new FileWork(
        operation, access, type, elements, order, threads, number, requestBytes, options);
  }

  /// With a size for each request.
  public FileWork request(long bytes) {
    OptionalLong size = OptionalLong.of(bytes);
    return new FileWork(
        operation, access, type, elements, order, threads, processes, size, options);
  }

  /// With the demand for details of each run: the time of processors, and the times of single
  /// requests.
  ///
  /// @throws IllegalArgumentException if its requests have no size
  public FileWork detailed() {
    if (requestBytes.isEmpty()) {
      throw new IllegalArgumentException("nobody knows how many requests there are");
    }
    return with(DETAILED, "true");
  }

  /// Whether details are asked for.
  public boolean isDetailed() {
    return options.containsKey(DETAILED);
  }

  /// How many requests a run makes.
  ///
  /// @throws java.util.NoSuchElementException if they have no size
  double requests() {
    return (double) bytes() / requestBytes.orElseThrow();
  }

  /// With one more option.
  @Override
  public FileWork with(String name, String value) {
    TreeMap<String, String> more = new TreeMap<>(options);
    more.put(name, value);
    return new FileWork(
        operation, access, type, elements, order, threads, processes, requestBytes, more);
  }

  /// The value of an option, or `otherwise` where it was not given.
  public String option(String name, String otherwise) {
    return options.getOrDefault(name, otherwise);
  }

  /// The request size, or `otherwise` where none was given.
  public long requestOr(long otherwise) {
    return requestBytes.orElse(otherwise);
  }

  /// The size of the file.
  public long fileBytes() {
    return Math.multiplyExact(elements, (long) type.bytes());
  }

  /// The bytes that one run moves.
  @Override
  public long bytes() {
    return access instanceof Access.Scattered scattered
        ? scattered.reads() * requestBytes.orElseThrow()
        : fileBytes();
  }

  /// The same, with a place of its own in the array for everything that is moved, so that all of it
  /// can be compared afterwards.
  FileWork allKept() {
    return switch (access) {
      case Access.Scattered(long reads, long seed, _) -> {
        long slots = Math.ceilDiv(reads, (long) threads * processes);
        yield access(new Access.Scattered(reads, seed, Math.toIntExact(slots + 1)));
      }
      case Access.InTurn _ -> access(new Access.InTurn(Math.toIntExact(items() / processes)));
      default -> this;
    };
  }

  /// After how many bytes that which is written repeats itself.
  long period() {
    return access instanceof Access.InTurn(int slots)
        ? slots * requestBytes.orElseThrow() * processes
        : fileBytes();
  }

  /// The items that are dealt to processes and threads.
  long items() {
    return switch (access) {
      case Access.Sequential _ -> elements;
      case Access.Tiles tiles -> tiles.count();
      case Access.Scattered scattered -> scattered.reads();
      case Access.Distributed _ -> processes;
      case Access.InTurn _ -> fileBytes() / requestBytes.orElseThrow();
    };
  }

  private static void positive(long value, String what) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " must be positive: " + value);
    }
  }

  /// In which order the parts of a file are moved, and where they come to rest in the array.
  ///
  /// What is dealt to processes and threads are the access's _items_: elements, tiles or reads.
  public sealed interface Access {

    /// From the first element to the last; the array is an image of the file.
    record Sequential() implements Access {}

    /// Reads of one request each at scattered places of the file.
    ///
    /// Read `k` starts at request number [ContentPattern#scattered]. A thread that has read `k` as
    /// the `n`-th of its own puts it into its slot `n % slots`, so that a small array is used again
    /// and again, as programs that look things up do.
    ///
    /// @param reads in all processes and threads together
    /// @param seed of the sequence
    /// @param slots of one request each that every thread has
    record Scattered(long reads, long seed, int slots) implements Access {
      /// @throws IllegalArgumentException if a number is not positive or the seed is negative
      public Scattered {
        if (reads < 1 || slots < 1 || seed < 0) {
          throw new IllegalArgumentException(
              "reads and slots must be positive, the seed not negative: " + reads + ", " + slots);
        }
      }
    }

    /// A matrix of any rank, row-major, tile after tile; the array holds one tile after the other,
    /// each row-major.
    ///
    /// @param shape of the matrix, in elements
    /// @param tile its extent in each dimension, a divisor of the shape's
    record Tiles(List<Long> shape, List<Long> tile) implements Access {
      /// @throws IllegalArgumentException if the ranks differ or an extent is no divisor
      public Tiles {
        shape = List.copyOf(shape);
        tile = List.copyOf(tile);
        if (shape.isEmpty() || shape.size() != tile.size()) {
          throw new IllegalArgumentException(
              "shape and tile differ in rank: " + shape + ", " + tile);
        }
        for (int d = 0; d < shape.size(); d++) {
          if (tile.get(d) < 1 || shape.get(d) < 1 || shape.get(d) % tile.get(d) != 0) {
            throw new IllegalArgumentException(
                "each extent of the tile must divide the shape's: " + tile + ", " + shape);
          }
        }
      }

      /// How many tiles cover the matrix.
      public long count() {
        return product(shape) / product(tile);
      }

      /// The elements of one tile.
      public long tileElements() {
        return product(tile);
      }

      /// The elements of one row of a tile, which lie side by side in the file.
      public long rowElements() {
        return tile.getLast();
      }

      /// The rows of one tile.
      public long rows() {
        return tileElements() / rowElements();
      }

      /// Where tile number `index` (row-major among the tiles) starts in each dimension, in
      /// elements.
      public long[] start(long index) {
        long[] start = new long[shape.size()];
        long rest = index;
        for (int d = start.length - 1; d >= 0; d--) {
          long across = shape.get(d) / tile.get(d);
          start[d] = rest % across * tile.get(d);
          rest /= across;
        }
        return start;
      }

      /// Where row number `row` of tile number `index` starts in the file, in elements.
      public long rowStart(long index, long row) {
        long[] start = start(index);
        long rest = row;
        for (int d = start.length - 2; d >= 0; d--) {
          start[d] += rest % tile.get(d);
          rest /= tile.get(d);
        }
        long element = 0;
        for (int d = 0; d < start.length; d++) {
          element = element * shape.get(d) + start[d];
        }
        return element;
      }

      static long product(List<Long> extents) {
        return extents.stream().reduce(1L, Math::multiplyExact);
      }
    }

    /// A row-major array that is dealt to the processes, as the ranks of a parallel program hold
    /// it; each process's array is its part, row-major and without gaps.
    ///
    /// @param distribution to as many ranks as there are processes
    record Distributed(Distribution distribution) implements Access {}

    /// Pieces of one request each, dealt in turn: process `p` of `n` moves the pieces `p`, `p + n`,
    /// `p + 2 n` and so on. A process puts its `k`-th piece into its slot `k % slots`, or takes it
    /// from there, so that a small array is used again and again.
    ///
    /// What is written thus repeats itself after as many pieces as all processes have slots.
    ///
    /// @param slots of one request each that every process has
    record InTurn(int slots) implements Access {
      /// @throws IllegalArgumentException if there is no slot
      public InTurn {
        if (slots < 1) {
          throw new IllegalArgumentException("slots must be positive: " + slots);
        }
      }
    }
  }
}
