package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.penstock.file.Publication;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An evaluation's outcome as JSON: one file to keep, to compare with and to draw from.
///
/// An outcome is read back equal to the one that was written. The layout is stable: two files can
/// be compared line by line. Members that this version does not know are ignored.
public final class JsonReport {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .withCoercionConfig(
              LogicalType.Textual,
              texts ->
                  texts
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .visibility(PropertyAccessor.ALL, Visibility.NONE) // but what is annotated
          .build();

  private JsonReport() {}

  /// Writes `outcome` to `file`, in UTF-8, replacing what was there.
  ///
  /// @throws IOException if the file cannot be written
  public static void write(EvaluationOutcome outcome, Path file) throws IOException {
    List<String> _ = Publication.write(file, text(outcome).getBytes(StandardCharsets.UTF_8));
  }

  /// The JSON that [#write] writes.
  public static String text(EvaluationOutcome outcome) {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter layout =
        new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    try {
      return MAPPER.writer(layout).writeValueAsString(outcome) + "\n";
    } catch (JsonProcessingException e) {
      throw new AssertionError("records can be written", e);
    }
  }

  /// Reads an outcome that [#write] wrote.
  ///
  /// @throws MalformedReportException if the file holds anything else; the message is one line with
  ///   the file, the line, the column and what should stand there
  /// @throws IOException if the file cannot be read
  public static EvaluationOutcome read(Path file) throws IOException {
    return parse(content(file), file.toString());
  }

  private static String content(Path file) throws IOException {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException _) {
      throw new MalformedReportException(file + ":1:1: this is not a text in UTF-8");
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) { // does not say of which file: it is a folder, for instance
      throw new FileSystemException(file.toString(), null, "cannot be read: " + e.getMessage());
    }
  }

  /// Reads the outcome that `json` holds.
  ///
  /// @param name what messages call the source
  /// @throws MalformedReportException if it holds anything else
  public static EvaluationOutcome parse(String json, String name) throws MalformedReportException {
    try {
      EvaluationOutcome read = MAPPER.readValue(json, EvaluationOutcome.class);
      if (read == null) {
        throw new MalformedReportException(name + ":1:1: expected an object, found null");
      }
      return read;
    } catch (JsonProcessingException e) {
      throw MalformedReportException.of(e, name);
    }
  }

  // ---- the objects of the file, which the outcomes read and write ------------------------------

  /// The members of an object: names, each with its value. What is empty is left out.
  static Map<String, Object> object(@Nullable Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value =
          switch (namesAndValues[i + 1]) {
            case Optional<?> some -> some.orElse(null);
            case OptionalDouble some -> some.isPresent() ? some.getAsDouble() : null;
            case OptionalLong some -> some.isPresent() ? some.getAsLong() : null;
            case null, default -> namesAndValues[i + 1];
          };
      if (value != null) {
        members.put((String) namesAndValues[i], value);
      }
    }
    return members;
  }

  static OptionalDouble optional(@Nullable Double number) {
    return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
  }

  static <T> T required(String member, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("\"" + member + "\" is missing from this object");
    }
    return value;
  }
}
