package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.Elements;
import java.lang.foreign.ValueLayout;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// What the contracts of windows share: single elements, ranks that meet, and calls that are
/// refused.
final class WindowFixture {
  static final int TAG = 7;

  private WindowFixture() {}

  static long at(Window window, long index) {
    return window.memory().getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, index);
  }

  static Elements one(long value) {
    return Elements.of(new long[] {value});
  }

  static void meet(Communicator world, int other) {
    world.sendReceive(new byte[0], other, TAG, new byte[0], other, TAG);
  }

  static void refused(ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call);
  }

  static void outOfPlace(ThrowingCallable call) {
    assertThatIllegalStateException().isThrownBy(call);
  }
}
