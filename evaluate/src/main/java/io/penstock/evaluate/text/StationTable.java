package io.penstock.evaluate.text;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Weather stations by their names, of which there are some hundreds. Names and temperatures are
/// found eight bytes at a time. For one thread.
///
/// Knows that temperatures have one or two digits, a dot and one digit more.
final class StationTable {
  private static final int PLACES = 1 << 14;
  private static final long SEMICOLONS = 0x3b3b3b3b3b3b3b3bL;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final byte[] NOBODY = {};

  private final byte[][] names = new byte[PLACES][];
  private final Station[] stations = new Station[PLACES];

  StationTable() {
    Arrays.fill(names, NOBODY);
  }

  /// Takes note of the row that begins here; eight bytes behind it can be read.
  ///
  /// @param bytes in little-endian order
  /// @return where the next one begins
  int row(ByteBuffer bytes, int begin) {
    int at = begin;
    long hash = 0;
    long word = bytes.getLong(at);
    long marks = semicolons(word);
    while (marks == 0) {
      hash = (hash ^ word) * MIX;
      at += Long.BYTES;
      word = bytes.getLong(at);
      marks = semicolons(word);
    }
    hash = (hash ^ (word & below(marks))) * MIX;
    int semicolon = at + (Long.numberOfTrailingZeros(marks) >>> 3);
    Station station = station(bytes, begin, semicolon, (int) (hash >>> 40));
    return temperature(bytes.getLong(semicolon + 1), semicolon + 1, station);
  }

  /// The lowest mark is right; those above may be wrong.
  private static long semicolons(long word) {
    long zeros = word ^ SEMICOLONS;
    return (zeros - ONES) & ~zeros & HIGHS;
  }

  /// All bytes before the first that is marked.
  private static long below(long marks) {
    return (marks ^ (marks - 1)) >>> 8;
  }

  /// Without a branch: of `-`, `.` and digits only digits have the bit 16.
  private static int temperature(long text, int at, Station station) {
    int minus = (int) (~text >>> 4) & 1;
    long size = text >>> (8 * minus);
    int two = (int) (size >>> 12) & 1;
    long digits = size << (8 * (1 - two));
    int tenths = (int) (100 * (digits & 15) + 10 * (digits >>> 8 & 15) + (digits >>> 24 & 15));
    station.add((tenths ^ -minus) + minus);
    return at + minus + two + 4;
  }

  private Station station(ByteBuffer bytes, int from, int to, int hash) {
    int place = hash & (PLACES - 1);
    while (!same(names[place], bytes, from, to)) {
      if (names[place].length == 0) {
        names[place] = new byte[to - from];
        bytes.get(from, names[place]);
        stations[place] = new Station();
        break;
      }
      place = (place + 1) & (PLACES - 1);
    }
    return stations[place];
  }

  private static boolean same(byte[] name, ByteBuffer bytes, int from, int to) {
    if (name.length != to - from) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (name[i] != bytes.get(from + i)) {
        return false;
      }
    }
    return true;
  }

  /// Those of another table as well.
  void add(StationTable other) {
    for (int i = 0; i < PLACES; i++) {
      if (other.names[i].length > 0) {
        byte[] name = other.names[i];
        int hash = Arrays.hashCode(name);
        station(ByteBuffer.wrap(name), 0, name.length, hash).add(other.stations[i]);
      }
    }
  }

  long answer() {
    Weather weather = new Weather();
    for (int i = 0; i < PLACES; i++) {
      if (names[i].length > 0) {
        weather.add(new String(names[i], StandardCharsets.UTF_8), stations[i]);
      }
    }
    return weather.answer();
  }
}
