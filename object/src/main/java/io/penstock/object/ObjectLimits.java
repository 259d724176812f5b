package io.penstock.object;

import java.util.Locale;

/// Upper bounds of an object that is read.
///
/// ```java
/// ObjectLimits.defaults().depth(1000).bytes(1L << 30)
/// ```
///
/// @param depth how many objects may be nested
/// @param references how many objects, and references to objects, there may be; and how many fields
///   their classes may have together, each of which takes more memory than bytes
/// @param unfolded how many objects a walk would meet that follows every reference, such as a
///   `hashCode` does: objects that share a part count it twice. This is what stops a set of sets of
///   sets, a few hundred bytes that take longer than the age of the world to read. Hashing all keys
///   of hash tables takes as many steps at most, where each 64 bytes of an array or of a string
///   inside a key are a step too
/// @param comparisons how many steps may be spent on comparing keys of hash tables with each other
///   while these are filled: for each comparison one for each object of a key, and one for each 64
///   bytes of it. Which keys are compared is known from their hash codes before a table has them.
///   Ordinary keys have few neighbours, so tables of millions take fewer steps than they have keys;
///   keys that were chosen to have the same hash code are compared with each other all, 14,000 of
///   them within the default. Keys of one class of the JDK with an order, such as strings, count 32
///   comparisons at most in tables that make use of it, as `HashMap` does, `Map.copyOf` does not
/// @param arrayLength elements of one array, list or table
/// @param bytes of the whole object as it is written, at most 2 GiB - 9
public record ObjectLimits(
    int depth, long references, long unfolded, long comparisons, long arrayLength, long bytes) {
  private static final long MOST_BYTES = Integer.MAX_VALUE - 8;

  /// @throws IllegalArgumentException if a limit is less than 1, `comparisons` or `arrayLength`
  ///   less than 0, or `bytes` above 2 GiB - 9
  public ObjectLimits {
    if (depth < 1
        || references < 1
        || unfolded < 1
        || comparisons < 0
        || arrayLength < 0
        || bytes < 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "limits that allow no object: depth %d, references %d, unfolded %d, comparisons %d, array %d, bytes %d",
              depth,
              references,
              unfolded,
              comparisons,
              arrayLength,
              bytes));
    }
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          bytes + " bytes are more than an object can have, " + MOST_BYTES);
    }
  }

  /// Depth 200, 200 000 references, 10 million objects unfolded, 100 million steps of comparisons,
  /// arrays of 16 Mi elements, 64 MiB.
  public static ObjectLimits defaults() {
    return new ObjectLimits(200, 200_000, 10_000_000, 100_000_000, 1L << 24, 64L << 20);
  }

  /// The same with another depth. Each level takes about 1 KiB of the reading thread's stack.
  public ObjectLimits depth(int most) {
    return new ObjectLimits(most, references, unfolded, comparisons, arrayLength, bytes);
  }

  /// The same with another number of references.
  public ObjectLimits references(long most) {
    return new ObjectLimits(depth, most, unfolded, comparisons, arrayLength, bytes);
  }

  /// The same with another number of objects unfolded.
  public ObjectLimits unfolded(long most) {
    return new ObjectLimits(depth, references, most, comparisons, arrayLength, bytes);
  }

  /// The same with another number of steps of comparisons.
  public ObjectLimits comparisons(long most) {
    return new ObjectLimits(depth, references, unfolded, most, arrayLength, bytes);
  }

  /// The same with another length of arrays.
  public ObjectLimits arrayLength(long most) {
    return new ObjectLimits(depth, references, unfolded, comparisons, most, bytes);
  }

  /// The same with another number of bytes.
  public ObjectLimits bytes(long most) {
    return new ObjectLimits(depth, references, unfolded, comparisons, arrayLength, most);
  }
}
