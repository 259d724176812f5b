package io.penstock.evaluate.run;

import io.penstock.evaluate.run.TextWork.Corpus;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A scratch folder for an evaluation's files, deleted when it is closed or when the process is
/// terminated.
public final class ScratchFolder implements AutoCloseable {
  private static final int ATTEMPTS = 5;

  /// That a process which was killed may take to be gone.
  private static final Duration ENDING = Duration.ofSeconds(1);

  private static final int TEXT_BUFFER = 1 << 18;

  private final Path folder;
  private final Thread cleaner;
  private final Set<Path> present = new HashSet<>();
  private final Map<Corpus, Map<String, Long>> texts = new HashMap<>();
  private long lastSalt = FileContents.READ_SALT;

  private ScratchFolder(Path folder) {
    this.folder = folder;
    cleaner = new Thread(this::deleteQuietly, "workspace-cleaner");
    Runtime.getRuntime().addShutdownHook(cleaner);
  }

  /// Makes a new folder inside `parent`.
  ///
  /// @throws IOException if it cannot be made
  public static ScratchFolder in(Path parent) throws IOException {
    return new ScratchFolder(Files.createTempDirectory(parent, "penstock-evaluate-"));
  }

  /// The folder, for whatever else an evaluation must keep beside its files.
  public Path folder() {
    return folder;
  }

  /// Where a text is.
  Path path(Corpus corpus) {
    return folder.resolve(corpus.fileName());
  }

  /// Where the file is that a work of an experiment is about; the folder, where it is about none.
  /// It stays until another experiment needs other files.
  public Path file(Experiment experiment, Work work) {
    return switch (work) {
      case FileWork file -> FileContents.of(file, experiment.state(), folder).path();
      case TextWork text -> path(text.corpus());
      case Drill _ -> folder;
    };
  }

  /// What there is to know about a text that was provided.
  Map<String, Long> answers(Corpus corpus) {
    return texts.getOrDefault(corpus, Map.of());
  }

  /// A salt that no file had before.
  long freshSalt() {
    lastSalt++;
    return lastSalt;
  }

  /// Keeps the files and texts of an experiment, and makes those that are missing.
  ///
  /// @throws IOException if a file cannot be written
  void provide(Experiment experiment) throws IOException {
    provide(experiment.files(folder), experiment.state().pieceBytes());
    provideTexts(experiment.corpora());
  }

  private void provide(Set<FileContents> files, int pieceBytes) throws IOException {
    List<Path> wanted = files.stream().map(FileContents::path).toList();
    for (Path file : Set.copyOf(present)) {
      if (!wanted.contains(file)) {
        Files.deleteIfExists(file);
        present.remove(file);
      }
    }
    for (FileContents file : files) {
      if (!Files.exists(file.path())) {
        whole(
            file.path(),
            () -> {
              file.make(pieceBytes);
              return file;
            });
        present.add(file.path());
      }
    }
  }

  void provideTexts(Set<Corpus> corpora) throws IOException {
    for (Corpus corpus : Set.copyOf(texts.keySet())) {
      if (!corpora.contains(corpus)) {
        Files.deleteIfExists(path(corpus));
        texts.remove(corpus);
      }
    }
    for (Corpus corpus : corpora) {
      if (!texts.containsKey(corpus)) {
        texts.put(corpus, make(corpus));
      }
    }
  }

  private Map<String, Long> make(Corpus corpus) throws IOException {
    Path file = path(corpus);
    return whole(
        file,
        () -> {
          try (OutputStream out =
              new BufferedOutputStream(Files.newOutputStream(file), TEXT_BUFFER)) {
            return Map.copyOf(corpus.write(out));
          }
        });
  }

  private interface Making<T> {
    T make() throws IOException;
  }

  /// Makes a file. A part of one would pass for it, and take the room of others.
  private static <T> T whole(Path file, Making<T> making) throws IOException {
    try {
      return making.make();
    } catch (IOException e) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  /// Deletes the folder. Where that cannot be, it is said and no failure: what was measured in it
  /// is not worth less.
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(cleaner);
    } catch (IllegalStateException _) {
      return; // the process is ending and the cleaner is at work
    }
    deleteOrSay();
  }

  private void deleteQuietly() {
    // A contestant that is still at work would make its file anew.
    List<ProcessHandle> contestants = ProcessHandle.current().descendants().toList();
    contestants.forEach(ProcessHandle::destroyForcibly);
    contestants.forEach(
        one ->
            one.onExit().completeOnTimeout(one, ENDING.toMillis(), TimeUnit.MILLISECONDS).join());
    deleteOrSay();
  }

  private void deleteOrSay() {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        delete(folder);
        return;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          System.err.println("penstock: could not delete " + folder + ": " + e.getMessage());
        }
      }
    }
  }

  /// Deletes a tree, if there is one, while others may delete in it too.
  ///
  /// @throws IOException if something in it cannot be deleted
  public static void delete(Path root) throws IOException {
    if (Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      List<Path> children;
      try (Stream<Path> all = Files.list(root)) {
        children = all.toList();
      }
      for (Path child : children) {
        delete(child);
      }
    }
    Files.deleteIfExists(root);
  }
}
