package io.penstock.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Hashes that other implementations print.
class XxHash64Test {
  @ParameterizedTest
  @CsvSource({
    "'', ef46db3751d8e999",
    "a, d24ec4f1a98c6e5b",
    "abc, 44bc2cf5ad770999",
    "message digest, 066ed728fceeb3be",
    "abcdefghijklmnopqrstuvwxyz, cfe1f278fa89835c",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789, aaa46907d3047814"
  })
  void theHashIsThatOfOthers(String text, String hash) {
    assertThat(SeekTable.xxh64(text.getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(Long.parseUnsignedLong(hash, 16));
  }
}
