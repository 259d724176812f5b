package io.penstock.evaluate.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/// A drill about a text: an operation is a pass over all of it, or a look at one place of it.
///
/// The processes are told the drill with two options more: [#FILE] and [#ANSWER].
///
/// @param drill whose bytes are those that one operation reads
/// @param corpus the text
/// @param question of the corpus whose answer the processes are told, to compare with theirs
/// @param requestBytes asked for in one call, where the approach has such a size
public record TextWork(Drill drill, Corpus corpus, String question, OptionalLong requestBytes)
    implements Work {
  /// The option that names the file.
  public static final String FILE = "file";

  /// The option that holds the answer to the question.
  public static final String ANSWER = "answer";

  /// The option that holds the request size, where there is one.
  public static final String REQUEST = "request";

  private static final Set<String> OPTIONS = Set.of(FILE, ANSWER, REQUEST);

  /// @throws IllegalArgumentException if the drill has an option that is the work's own, or the
  ///   request size is not positive
  public TextWork {
    drill.options().keySet().forEach(option -> TaskLine.checkOption(option, OPTIONS));
    if (requestBytes.orElse(1) < 1) {
      throw new IllegalArgumentException("requests of " + requestBytes.getAsLong() + " bytes");
    }
  }

  /// A work without a request size.
  public static TextWork of(Drill drill, Corpus corpus, String question) {
    return new TextWork(drill, corpus, question, OptionalLong.empty());
  }

  /// With one more option.
  @Override
  public TextWork with(String option, String value) {
    return new TextWork(drill.with(option, value), corpus, question, requestBytes);
  }

  /// With another number of threads in each process.
  public TextWork threads(int number) {
    return new TextWork(drill.threads(number), corpus, question, requestBytes);
  }

  /// With a size for each request.
  public TextWork request(long bytes) {
    return new TextWork(drill, corpus, question, OptionalLong.of(bytes));
  }

  /// The drill as the processes are told it.
  ///
  /// @param file with the text
  /// @param answers about it
  /// @throws IllegalArgumentException if the question is none of the corpus
  Drill told(Path file, Map<String, Long> answers) {
    Long answer = answers.get(question);
    if (answer == null) {
      throw new IllegalArgumentException(
          corpus.fileName() + " does not answer '" + question + "', only " + answers.keySet());
    }
    Drill told = drill.with(FILE, file.toString()).with(ANSWER, answer.toString());
    return requestBytes.isPresent()
        ? told.with(REQUEST, Long.toString(requestBytes.getAsLong()))
        : told;
  }

  @Override
  public int threads() {
    return drill.threads();
  }

  @Override
  public int processes() {
    return drill.processes();
  }

  @Override
  public long bytes() {
    return drill.bytes();
  }

  @Override
  public SortedMap<String, String> options() {
    return drill.options();
  }

  /// A text that experiments read: a file that an evaluation makes, always the same.
  ///
  /// Two that are equal are one file.
  public interface Corpus {
    /// The length of the file, or about the most that it can have where nobody knows before.
    long bytes();

    /// The name of the file, of no other text or length.
    String fileName();

    /// Writes the text from its beginning to its end.
    ///
    /// @return what there is to know about it, question to answer: what the approaches that read it
    ///   are to find out
    /// @throws IOException if it cannot be written
    Map<String, Long> write(OutputStream out) throws IOException;
  }
}
