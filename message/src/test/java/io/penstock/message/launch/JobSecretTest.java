package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class JobSecretTest {
  private static final String HEX =
      "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1eff";

  @Test
  void aProofIsTheHmacThatTheJdkMakes() throws Exception {
    Random random = new Random(1);
    for (int length = 0; length < 300; length++) {
      byte[] first = bytes(random, length);
      byte[] second = bytes(random, 3);
      byte[] key = bytes(random, JobSecret.BYTES);
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(first);
      JobSecret secret = JobSecret.parse(HexFormat.of().formatHex(key));
      assertThat(secret.prove(first, second)).isEqualTo(mac.doFinal(second));
    }
  }

  private static byte[] bytes(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void noTwoSecretsAreAlike() {
    assertThat(JobSecret.random()).isNotEqualTo(JobSecret.random());
    assertThat(JobSecret.randomBytes(1000)).hasSize(1000);
  }

  @Test
  void aSecretIsReadAsItWasWritten() {
    assertThat(JobSecret.parse(HEX).hex()).isEqualTo(HEX);
  }
}
