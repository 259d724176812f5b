package io.penstock.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A program that follows a file which it may not read until it has been waited for once, and
/// prints what it is told.
final class UnreadableLog {
  private UnreadableLog() {}

  /// Follows a file.
  ///
  /// @param arguments its path
  public static void main(String... arguments) throws IOException, InterruptedException {
    Path log = Path.of(arguments[0]);
    if (Files.isReadable(log)) {
      System.out.println("privileged");
      return;
    }
    FollowScript script =
        new FollowScript(
            () -> {
              Path _ =
                  Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("rw-------"));
            });
    script.follow(log).forEach(System.out::println);
  }
}
