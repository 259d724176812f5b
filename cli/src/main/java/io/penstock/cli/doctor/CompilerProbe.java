package io.penstock.cli.doctor;

import io.penstock.cli.tool.Tool;
import java.util.Optional;

/// Is there a C compiler, for the yardsticks of the evaluation?
final class CompilerProbe implements Probe {
  @Override
  public Finding examine() {
    Optional<String> version =
        Tool.output("cc", "--version").flatMap(text -> text.lines().findFirst());
    return version
        .map(line -> Finding.ok("C compiler", line))
        .orElseGet(
            () ->
                Finding.note(
                    "C compiler",
                    "no cc, the evaluation runs without its C column",
                    "./penstock setup c, or Debian: apt install gcc libc6-dev; macOS: xcode-select --install"));
  }
}
