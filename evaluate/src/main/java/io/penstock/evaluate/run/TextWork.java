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
/// @param drill whose bytes are those that one operation reads, with the option [#REQUEST] where
///   the approach has a request size
/// @param corpus the text
/// @param question of the corpus whose answer the processes are told, to compare with theirs
public record TextWork(Drill drill, Corpus corpus, String question) implements Work {
  /// The option that names the file.
  public static final String FILE = "file";

  /// The option that holds the answer to the question.
  public static final String ANSWER = "answer";

  /// The option that holds the request size, where there is one.
  public static final String REQUEST = "request";

  private static final Set<String> OPTIONS = Set.of(FILE, ANSWER);

  /// @throws IllegalArgumentException if the drill has an option that is the work's own, or the
  ///   request size is not positive
  public TextWork {
    drill.options().keySet().forEach(option -> TaskLine.checkOption(option, OPTIONS));
    long request = Long.parseLong(drill.options().getOrDefault(REQUEST, "1"));
    if (request < 1) {
      throw new IllegalArgumentException("requests of " + request + " bytes");
    }
  }

  /// With one more option.
  @Override
  public TextWork with(String option, String value) {
    return new TextWork(drill.with(option, value), corpus, question);
  }

  /// With another number of threads in each process.
  public TextWork threads(int number) {
    return new TextWork(drill.threads(number), corpus, question);
  }

  /// With a size for each request.
  public TextWork request(long bytes) {
    return with(REQUEST, Long.toString(bytes));
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
    return drill.with(FILE, file.toString()).with(ANSWER, answer.toString());
  }

  @Override
  public OptionalLong requestBytes() {
    String request = drill.options().get(REQUEST);
    return request == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(request));
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
