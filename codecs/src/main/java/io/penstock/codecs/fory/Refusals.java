package io.penstock.codecs.fory;

import io.penstock.object.ObjectException;
import io.penstock.object.ObjectLimits;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A translation of Fory's exceptions into one line that names the class or the reason.
final class Refusals {
  private static final Pattern UNREGISTERED =
      Pattern.compile("[Cc]lass (\\S+) is not registered", Pattern.CASE_INSENSITIVE);
  private static final String DEPTH = "exceed max depth";
  private static final int MOST_CAUSES = 20;

  private Refusals() {}

  static ObjectException onWriting(Object value, Throwable failure) {
    return unregistered(failure)
        .orElseGet(
            () ->
                new ObjectException(
                    String.format(
                        Locale.ROOT,
                        "%s cannot be written: %s",
                        value.getClass().getName(),
                        why(failure)),
                    failure));
  }

  static ObjectException onReading(Throwable failure, ObjectLimits limits) {
    return unregistered(failure)
        .or(() -> tooDeep(failure, limits))
        .orElseGet(
            () -> new ObjectException("the object does not make sense: " + why(failure), failure));
  }

  private static Optional<ObjectException> tooDeep(Throwable failure, ObjectLimits limits) {
    return causes(failure)
        .filter(cause -> String.valueOf(cause.getMessage()).contains(DEPTH))
        .map(
            _ ->
                new ObjectException(
                    String.format(
                        Locale.ROOT, "objects nested deeper than the limit of %d", limits.depth()),
                    failure))
        .findFirst();
  }

  private static Optional<ObjectException> unregistered(Throwable failure) {
    return causes(failure)
        .map(cause -> UNREGISTERED.matcher(String.valueOf(cause.getMessage())))
        .filter(Matcher::find)
        .map(
            found ->
                new ObjectException(
                    String.format(
                        Locale.ROOT,
                        "class %s is not allowed; name it in ForyObjectCodec.allowing",
                        found.group(1)),
                    failure))
        .findFirst();
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(MOST_CAUSES);
  }

  /// The first line of the deepest cause, which says most.
  private static String why(Throwable failure) {
    Throwable deepest = causes(failure).reduce(failure, (_, cause) -> cause);
    if (deepest instanceof StackOverflowError) {
      return "its objects are nested too deeply for this thread's stack, or in a circle";
    }
    return Optional.ofNullable(deepest.getMessage())
        .flatMap(text -> text.lines().findFirst())
        .map(line -> deepest.getClass().getSimpleName() + ": " + line)
        .orElse(deepest.getClass().getSimpleName());
  }
}
