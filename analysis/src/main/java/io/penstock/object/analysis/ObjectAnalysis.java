package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// An analysis of a stream of the JDK's serialization: the bytes of each class and field.
///
/// ```java
/// ObjectAnalysis analysis = ObjectAnalysis.of(Path.of("state.ser"));
/// analysis.savings().getFirst(); // the field to make transient first, and what that saves
/// ObjectAnalysis.of(order).requireAtMost(10_000); // in a test
/// ```
///
/// Answers what *I/O Performance*, section 4.2.3, *Analyzing Persistent State*, asks for: what is
/// written that need not be. The stream is read once, to its end, whatever it holds: several
/// objects, blocks of data, resets, proxies, and the exception of a writing that broke off. None of
/// its classes is loaded, and bad bytes, whatever they claim, are an [ObjectException] with the
/// offset at which the stream stopped to make sense. Memory grows with the number of objects and
/// references, about 50 bytes for each, never with a length that is claimed.
///
/// A class with a `writeObject` method is expected to write its fields first, by
/// `defaultWriteObject` or `putFields`, as [java.io.Serializable] asks.
///
/// Immutable, and safe for any thread. An analysis keeps what it noted of each object, for
/// [#savingOf].
public final class ObjectAnalysis {
  private static final int LINES_OF_AN_ERROR = 10;

  private final long bytes;
  private final List<ClassBytes> classes;
  private final List<FieldBytes> fields;
  private final List<FieldSaving> savings;
  private final List<Repeat> repeats;
  private final PathNode tree;
  private final Labels labels;
  private final WhatIf whatIf;

  private ObjectAnalysis(InputStream in, Budget budget) throws IOException {
    Survey survey = new Survey(budget);
    StreamReader reader = new StreamReader(in, survey, budget);
    bytes = reader.read();
    labels = survey.labels;
    reader.countPrimitives();
    classes = survey.classes();
    fields = fields(labels);
    repeats = survey.contents.repeats(survey);
    tree = survey.tree.root(survey);
    whatIf = new WhatIf(survey.graph, labels, reader.descriptions(), budget);
    savings = whatIf.mostSaving();
  }

  /// Reads a file.
  ///
  /// @throws ObjectException if it holds no sound stream, with the byte, or needs more than a
  ///   quarter of the heap
  /// @throws IOException if it cannot be read
  public static ObjectAnalysis of(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a folder; name a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return of(in);
    } catch (ObjectException e) {
      throw new ObjectException(file + ": " + e.getMessage(), e);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /// Reads a stream to its end and leaves it open.
  ///
  /// @throws ObjectException if it is not sound, with the byte, or needs more than a quarter of the
  ///   heap
  /// @throws IOException if it cannot be read
  public static ObjectAnalysis of(InputStream in) throws IOException {
    return of(in, Budget.usual());
  }

  /// Reads a stream to its end and leaves it open.
  ///
  /// @param memory how many bytes the analysis may take
  /// @throws ObjectException if it is not sound, with the byte, or needs more memory
  /// @throws IOException if it cannot be read
  /// @throws IllegalArgumentException if `memory` is not positive
  public static ObjectAnalysis of(InputStream in, long memory) throws IOException {
    if (memory < 1) {
      throw new IllegalArgumentException(memory + " bytes of memory");
    }
    return new ObjectAnalysis(in, new Budget(memory));
  }

  /// Writes an object as an [ObjectOutputStream] does, to memory, and reads that.
  ///
  /// @throws IOException if it cannot be written, such as [java.io.NotSerializableException]
  public static ObjectAnalysis of(Serializable object) throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(stream)) {
      out.writeObject(object);
    }
    return of(new ByteArrayInputStream(stream.toByteArray()));
  }

  private static List<FieldBytes> fields(Labels labels) {
    return IntStream.range(0, labels.size())
        .mapToObj(labels::field)
        .filter(field -> field.values() > 0)
        .sorted(
            Comparator.comparingLong(FieldBytes::bytes)
                .reversed()
                .thenComparing(FieldBytes::declaringClass, Label::compare)
                .thenComparing(FieldBytes::field))
        .toList();
  }

  /// The size of the stream.
  public long bytes() {
    return bytes;
  }

  /// Its bytes by class, the largest first. The sum of them all is [#bytes].
  public List<ClassBytes> classes() {
    return classes;
  }

  /// What stands in it for each field, the largest first. What is in a field counts for the fields
  /// that lead there too.
  public List<FieldBytes> fields() {
    return fields;
  }

  /// The fields that save most if they are `transient`, each for itself, the best first: up to 20
  /// of classes that are not the JDK's. [#savingOf] tells what several save together.
  ///
  /// Fields of records and fields that a class writes by `putFields` are among them: a stream does
  /// not tell them from others.
  public List<FieldSaving> savings() {
    return savings;
  }

  /// Strings and arrays of primitive values that are in it more than once, those that waste most
  /// first: up to 1000, looked for among the first half million different ones.
  public List<Repeat> repeats() {
    return repeats;
  }

  /// Its bytes by the ways on which they are met first.
  public PathNode tree() {
    return tree;
  }

  /// How many bytes fewer the stream would have if all of these fields were `transient`: exactly,
  /// if the writing does nothing else than before.
  ///
  /// @param names class and field, as in [FieldSaving#name]; packages may be left out
  /// @throws IllegalArgumentException if the stream has no such field, more than one, or only in a
  ///   class of the JDK
  public long savingOf(String... names) {
    Set<Integer> chosen = new HashSet<>();
    for (String name : names) {
      chosen.addAll(labels.optional(name));
    }
    return whatIf.saving(chosen);
  }

  /// Asserts in a test that something has not grown.
  ///
  /// @throws AssertionError if the stream has more bytes; its message is a table of what makes it
  ///   large
  public void requireAtMost(long limit) {
    if (bytes > limit) {
      throw new AssertionError(
          bytes
              + " bytes are more than "
              + limit
              + ":"
              + System.lineSeparator()
              + table(LINES_OF_AN_ERROR));
    }
  }

  /// What changed from one stream to another, by class and field.
  public static ObjectDifference difference(ObjectAnalysis before, ObjectAnalysis after) {
    return ObjectDifference.of(before, after);
  }

  /// Classes, fields, savings and repeats as text in columns.
  ///
  /// @param rows at most so many of each
  /// @throws IllegalArgumentException if `rows` is negative
  public String table(int rows) {
    if (rows < 0) {
      throw new IllegalArgumentException(rows + " rows");
    }
    return AnalysisTable.of(this, rows);
  }

  @Override
  public String toString() {
    return "ObjectAnalysis[" + bytes + " bytes, " + classes.size() + " classes]";
  }

  /// The size of the stream as it follows from its graph, which must be [#bytes].
  long sizeOfGraph() {
    return whatIf.size();
  }
}
