package io.penstock.codecs.deflate;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.compress.DeflateLibrary;
import io.penstock.testing.DeflateLibraryContract;
import org.junit.jupiter.api.Test;

/// libdeflate does what every library that deflates does.
class LibdeflateTest extends DeflateLibraryContract {
  @Override
  protected DeflateLibrary library() {
    return new Libdeflate();
  }

  /// As aircompressor tells it.
  @Test
  void aLackOfMemoryIsSaid() {
    IllegalStateException none =
        new IllegalStateException("Failed to allocate libdeflate compressor");
    assertThat(Libdeflate.told(new Error("Unexpected exception", none)))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("no memory off the heap for a compressor of libdeflate");
    Error other = new LinkageError("no such function");
    assertThat(Libdeflate.told(other)).isSameAs(other);
  }
}
