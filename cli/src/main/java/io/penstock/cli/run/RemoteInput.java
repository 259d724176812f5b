package io.penstock.cli.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.penstock.message.launch.JobSecret;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// The standard input of ssh for a rank on another machine: the secret, then, for rank 0, the input
/// of this process.
final class RemoteInput {
  private RemoteInput() {}

  static void give(Process ssh, JobSecret secret, boolean first) {
    Thread.ofPlatform()
        .daemon()
        .name("penstock-input")
        .start(() -> write(ssh.getOutputStream(), secret, first));
  }

  // In small pieces as they come: somebody may be typing.
  private static void passOn(OutputStream input) throws IOException {
    InputStream own = new FileInputStream(FileDescriptor.in);
    byte[] piece = new byte[8192];
    for (int count = own.read(piece); count >= 0; count = own.read(piece)) {
      input.write(piece, 0, count);
      input.flush();
    }
  }

  private static void write(OutputStream input, JobSecret secret, boolean first) {
    try (input) {
      input.write((secret.hex() + "\n").getBytes(US_ASCII));
      input.flush();
      if (first) {
        passOn(input);
      }
    } catch (IOException e) {
      // It has ended: its exit status says why.
    }
  }
}
