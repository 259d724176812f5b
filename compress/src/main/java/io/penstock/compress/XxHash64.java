package io.penstock.compress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The checksum XXH64 with seed 0 (*xxHash fast digest algorithm* 0.1.1), which zstd's seek tables
/// may hold.
final class XxHash64 {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;
  private static final int STRIPE = 32;

  private XxHash64() {}

  static long of(byte[] bytes) {
    int at = bytes.length - bytes.length % STRIPE;
    long hash = (at > 0 ? stripes(bytes, at) : P5) + bytes.length;
    for (; at + 8 <= bytes.length; at += 8) {
      hash = Long.rotateLeft(hash ^ round(0, (long) LONG.get(bytes, at)), 27) * P1 + P4;
    }
    if (at + 4 <= bytes.length) {
      hash ^= ((int) INT.get(bytes, at) & 0xffffffffL) * P1;
      hash = Long.rotateLeft(hash, 23) * P2 + P3;
      at += 4;
    }
    for (; at < bytes.length; at++) {
      hash = Long.rotateLeft(hash ^ ((bytes[at] & 0xff) * P5), 11) * P1;
    }
    return avalanche(hash);
  }

  @SuppressWarnings("ConstantOverflow") // as the algorithm says
  private static long stripes(byte[] bytes, int end) {
    long a = P1 + P2;
    long b = P2;
    long c = 0;
    long d = -P1;
    for (int at = 0; at < end; at += STRIPE) {
      a = round(a, (long) LONG.get(bytes, at));
      b = round(b, (long) LONG.get(bytes, at + 8));
      c = round(c, (long) LONG.get(bytes, at + 16));
      d = round(d, (long) LONG.get(bytes, at + 24));
    }
    long hash =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    return merge(merge(merge(merge(hash, a), b), c), d);
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * P2, 31) * P1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * P1 + P4;
  }

  private static long avalanche(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * P2;
    mixed = (mixed ^ (mixed >>> 29)) * P3;
    return mixed ^ (mixed >>> 32);
  }
}
