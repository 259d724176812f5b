package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// A follower whose waits are the steps of a script: where it would wait the next one is taken, and
/// it is closed behind the last one.
final class FollowScript {
  /// Does something to files.
  interface Step {
    void take() throws IOException, InterruptedException;
  }

  private final Deque<Step> steps = new ArrayDeque<>();
  private final List<String> seen = new ArrayList<>();

  FollowScript(Step... steps) {
    this.steps.addAll(List.of(steps));
  }

  FollowScript then(Step step) {
    steps.add(step);
    return this;
  }

  /// Options that make a follower wait so, and note what is reported among the lines.
  FollowOptions in(FollowOptions options) {
    return options
        .reporting(event -> seen.add("<" + event.kind() + ">"))
        .idling(
            (closed, _) -> {
              Step step = steps.poll();
              if (step == null) {
                closed.countDown();
              } else {
                take(step);
              }
              return closed.getCount() == 0;
            });
  }

  private static void take(Step step) throws InterruptedException {
    try {
      step.take();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines and the events of a follower, in their order.
  List<String> follow(Lines lines, FollowOptions options) throws IOException, InterruptedException {
    try (LineFollower follower = lines.follow(in(options))) {
      while (follower.next()) {
        seen.add(follower.line().toString());
      }
    }
    return seen;
  }

  List<String> follow(Path path) throws IOException, InterruptedException {
    return follow(Lines.of(path), FollowOptions.all());
  }

  static Path append(Path file, String text) throws IOException {
    return Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /// The next line of a follower must be this.
  static void requireLine(LineFollower follower, String expected) throws Exception {
    assertThat(follower.next()).isTrue();
    assertThat(follower.line()).hasToString(expected);
  }
}
