package io.penstock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.ExitCode;

/// The conversion of exceptions to one line on standard error and an exit status. Only an error of
/// Penstock itself is printed with its stack trace.
final class Complaints {
  private static final int READER_LEFT = 128 + 13; // as a shell reports a process ended by SIGPIPE
  private static final int PAUSES = 100;
  private static final long PAUSE_NANOS = 20_000_000;

  private Complaints() {}

  /// Prints what ended a verb, and gives the exit status for it. Where there is no memory for the
  /// line, threads of the verb still hold it: they get two seconds to end.
  static int about(Throwable e, PrintWriter diagnostics) {
    for (int i = 0; i < PAUSES; i++) {
      try {
        return print(e, diagnostics);
      } catch (OutOfMemoryError _) {
        LockSupport.parkNanos(PAUSE_NANOS); // which allocates nothing
      }
    }
    return print(e, diagnostics);
  }

  private static int print(Throwable e, PrintWriter diagnostics) {
    if (e instanceof OutputLostException lost && lost.readerLeft()) {
      return READER_LEFT;
    }
    Optional<String> line = line(e);
    say(diagnostics, line.orElse("internal error, please report it with what follows"));
    if (line.isEmpty()) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      trace.toString().lines().map(Complaints::indented).forEach(diagnostics::println);
      diagnostics.flush();
    }
    return e instanceof CommandFailure failure ? failure.status() : ExitCode.SOFTWARE;
  }

  private static String indented(String line) {
    return (line.startsWith("\t") ? "\t" : "") + Escapes.of(line.strip());
  }

  // The JVM has one error for memory and for threads.
  private static String shortage(String reason) {
    if (reason.contains("off the heap")) {
      return "out of memory (" + reason + "); give the process more, or Java less";
    }
    return reason.contains("native thread")
        ? "out of threads (" + reason + "); raise the limit of processes (ulimit -u)"
        : "out of memory (" + reason + "); give Java more: PENSTOCK_OPTS=-Xmx4g";
  }

  // Empty for an internal error.
  private static Optional<String> line(Throwable e) {
    return switch (e) {
      case OutOfMemoryError full -> Optional.of(shortage(text(full)));
      case CommandFailure failure -> Optional.of(text(failure));
      case OutputLostException lost -> Optional.of("standard output: " + text(lost));
      case FileSystemException failed ->
          Optional.of(Escapes.of(failed.getFile()) + ": " + reason(failed));
      case UncheckedIOException wrapper -> line(Objects.requireNonNull(wrapper.getCause()));
      case IOException failed -> Optional.of(text(failed));
      default -> Optional.empty();
    };
  }

  // These exceptions carry the file alone and say the rest by their class.
  private static String reason(FileSystemException e) {
    return switch (e) {
      case NoSuchFileException _ -> "no such file or folder; check the path";
      case AccessDeniedException _ -> "permission denied; check its owner and mode";
      case FileAlreadyExistsException _ -> existing(e.getFile());
      case NotDirectoryException _ -> "is no folder; name the folder that holds it";
      case DirectoryNotEmptyException _ -> "is not empty; choose another folder";
      default -> Optional.ofNullable(e.getReason()).orElse("cannot be used");
    };
  }

  // A device is not to be removed.
  private static String existing(String file) {
    return isSpecial(file)
        ? "is a pipe, a socket or a device, which no file replaces; choose another name"
        : "exists already; choose another name or remove it";
  }

  private static boolean isSpecial(String file) {
    try {
      return OutputFile.isSpecial(Path.of(file));
    } catch (InvalidPathException _) { // a name that is no text here
      return false;
    }
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.replaceAll("\\s*\\R\\s*", " ");
  }

  private static void say(PrintWriter diagnostics, String line) {
    diagnostics.println("penstock: " + Escapes.of(line));
    diagnostics.flush();
  }
}
