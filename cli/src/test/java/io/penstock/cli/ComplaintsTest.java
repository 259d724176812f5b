package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ComplaintsTest {
  private final StringWriter diagnostics = new StringWriter();

  static Stream<Arguments> errorsOfTheUser() {
    return Stream.of(
        arguments(
            new CommandFailure("a.npy", "is empty", "write it again"),
            "a.npy: is empty; write it again"),
        arguments(
            new NoSuchFileException("a.npy"), "a.npy: no such file or folder; check the path"),
        arguments(new AccessDeniedException("a"), "a: permission denied; check its owner and mode"),
        arguments(
            new FileAlreadyExistsException("a"),
            "a: exists already; choose another name or remove it"),
        arguments(
            new FileAlreadyExistsException("/dev/null"),
            "/dev/null: is a pipe, a socket or a device, which no file replaces; choose another name"),
        arguments(new NotDirectoryException("a"), "a: is no folder; name the folder that holds it"),
        arguments(new DirectoryNotEmptyException("a"), "a: is not empty; choose another folder"),
        arguments(
            new FileSystemException("a", null, "File name too long"), "a: File name too long"),
        arguments(new IOException("a.npy: bad magic\n  at 0"), "a.npy: bad magic at 0"),
        arguments(new UncheckedIOException(new IOException("a: disk full")), "a: disk full"),
        arguments(
            new OutputLostException(new IOException("No space left on device"), false),
            "standard output: No space left on device"),
        arguments(
            new OutputLostException(new IOException("no pipe"), false), "standard output: no pipe"),
        arguments(
            new OutOfMemoryError("Java heap space"),
            "out of memory (Java heap space); give Java more: PENSTOCK_OPTS=-Xmx4g"),
        arguments(
            new OutOfMemoryError("no memory off the heap for a list"),
            "out of memory (no memory off the heap for a list); give the process more, or Java"
                + " less"),
        arguments(
            new OutOfMemoryError("unable to create native thread: possibly out of memory"),
            "out of threads (unable to create native thread: possibly out of memory); raise the"
                + " limit of processes (ulimit -u)"));
  }

  @Test
  void aComplaintWaitsForMemoryThatThreadsStillHold() {
    AtomicInteger attempts = new AtomicInteger();
    PrintWriter full =
        new PrintWriter(diagnostics) {
          @Override
          public void println(String line) {
            if (attempts.incrementAndGet() < 3) {
              throw new OutOfMemoryError("Java heap space");
            }
            super.println(line);
          }
        };
    assertThat(Complaints.about(new IOException("a: disk full"), full)).isEqualTo(1);
    assertThat(diagnostics.toString().lines()).containsExactly("penstock: a: disk full");
  }

  @ParameterizedTest
  @MethodSource("errorsOfTheUser")
  void anErrorOfTheUserIsOneLine(Throwable e, String line) {
    assertThat(complainAbout(e)).isEqualTo(1);
    assertThat(diagnostics.toString().lines()).containsExactly("penstock: " + line);
  }

  @Test
  void anErrorOfPenstockShowsItsTrace() {
    assertThat(complainAbout(new IllegalStateException("lost count"))).isEqualTo(1);
    assertThat(diagnostics.toString())
        .startsWith("penstock: internal error")
        .contains("IllegalStateException: lost count", "ComplaintsTest");
  }

  @Test
  void anErrorOfTheJvmShowsItsTraceToo() {
    assertThat(complainAbout(new StackOverflowError("deep"))).isEqualTo(1);
    assertThat(diagnostics.toString())
        .startsWith("penstock: internal error")
        .contains("StackOverflowError: deep");
  }

  @Test
  void aReaderThatLeftIsNothingToComplainAbout() {
    assertThat(complainAbout(new OutputLostException(new IOException("Tubería rota"), true)))
        .isEqualTo(141);
    assertThat(diagnostics.toString()).isEmpty();
  }

  private int complainAbout(Throwable e) {
    return Complaints.about(e, new PrintWriter(diagnostics));
  }
}
