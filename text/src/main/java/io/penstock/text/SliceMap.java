package io.penstock.text;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A map whose keys are bytes: it is searched with slices, and copies a key only when it is new.
///
/// Keys are found by a hash with a secret of this process, so that no text can be made whose keys
/// collide. Belongs to one thread at a time.
///
/// @param <V> of the values: objects that change, as sums, since a value stays that of its key
public final class SliceMap<V> {
  private static final int LEAST = 64;

  /// Keys, their hashes and values, each at the same place: at the hash, or behind it where that is
  /// taken. At most half of the places are taken.
  private @Nullable ByteSlice[] keys = new ByteSlice[LEAST];

  private int[] hashes = new int[LEAST];
  private @Nullable Object[] values = new Object[LEAST];
  private int size;

  /// Has no keys.
  public SliceMap() {}

  /// How many keys there are.
  public int size() {
    return size;
  }

  /// The value of a key; empty if it has none.
  public Optional<V> get(ByteSlice key) {
    return Optional.ofNullable(value(place(key, key.secretHash())));
  }

  /// The value of a key, which is made if it has none.
  public V get(ByteSlice key, Supplier<? extends V> fresh) {
    int hash = key.secretHash();
    V value = value(place(key, hash));
    return value != null ? value : put(key.copy(), hash, fresh.get());
  }

  private int place(ByteSlice key, int hash) {
    int mask = keys.length - 1;
    int place = hash & mask;
    ByteSlice taken = keys[place];
    while (taken != null && !(hashes[place] == hash && taken.contentEquals(key))) {
      place = (place + 1) & mask;
      taken = keys[place];
    }
    return place;
  }

  @SuppressWarnings("unchecked")
  private @Nullable V value(int place) {
    return (V) values[place];
  }

  private V put(ByteSlice key, int hash, V value) {
    if (2 * (size + 1) > keys.length) {
      grow();
    }
    int place = place(key, hash);
    keys[place] = key;
    hashes[place] = hash;
    values[place] = value;
    size++;
    return value;
  }

  private void grow() {
    @Nullable ByteSlice[] oldKeys = keys;
    int[] oldHashes = hashes;
    @Nullable Object[] oldValues = values;
    int length = Math.multiplyExact(2, oldKeys.length);
    keys = Arrays.copyOf(new ByteSlice[0], length);
    hashes = new int[length];
    values = new Object[length];
    for (int i = 0; i < oldKeys.length; i++) {
      ByteSlice key = oldKeys[i];
      if (key != null) {
        int place = place(key, oldHashes[i]);
        keys[place] = key;
        hashes[place] = oldHashes[i];
        values[place] = oldValues[i];
      }
    }
  }

  /// The most steps from a key's hash to its place.
  int longestSearch() {
    int longest = 0;
    for (int place = 0; place < keys.length; place++) {
      if (keys[place] != null) {
        longest = Math.max(longest, (place - hashes[place]) & (keys.length - 1));
      }
    }
    return longest;
  }

  /// Shows all keys with their values, in no order. The keys' bytes stay as they are.
  public void forEach(BiConsumer<? super ByteSlice, ? super V> consumer) {
    for (int i = 0; i < keys.length; i++) {
      ByteSlice key = keys[i];
      V value = value(i);
      if (key != null && value != null) {
        consumer.accept(key, value);
      }
    }
  }

  /// Takes over what another map has, which must not be used afterwards.
  ///
  /// @param merge makes one value of two, and may change both
  /// @return this map
  public SliceMap<V> merge(SliceMap<V> other, BinaryOperator<V> merge) {
    other.forEach((key, value) -> take(key, value, merge));
    return this;
  }

  private void take(ByteSlice key, V value, BinaryOperator<V> merge) {
    int hash = key.secretHash();
    int place = place(key, hash);
    V own = value(place);
    if (own == null) {
      put(key, hash, value);
    } else {
      values[place] = merge.apply(own, value);
    }
  }
}
