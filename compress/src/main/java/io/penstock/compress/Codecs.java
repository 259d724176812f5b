package io.penstock.compress;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The codecs of this process.
public final class Codecs {
  private static final Codec GZIP = new GzipCodec();

  /// They are looked for when another one is asked for than that which is always there.
  private static @Nullable List<Codec> found;

  private Codecs() {}

  /// Every codec that was found, in the order of their names: that of the modules of an image is
  /// another from image to image.
  public static synchronized List<Codec> all() {
    List<Codec> all = found;
    if (all == null) {
      all =
          ServiceLoader.load(Codec.class, Codecs.class.getClassLoader()).stream()
              .map(ServiceLoader.Provider::get)
              .map(codec -> codec instanceof GzipCodec ? GZIP : codec)
              .sorted(Comparator.comparing(Codec::name))
              .toList();
      found = all;
    }
    return all;
  }

  /// The codec that is always there.
  public static Codec gzip() {
    return GZIP;
  }

  /// The codec with this name.
  ///
  /// @throws IllegalArgumentException if there is none; the message lists those that there are
  public static Codec named(String name) {
    return all().stream()
        .filter(codec -> codec.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no codec '" + name + "'; there are " + names()));
  }

  /// The codec whose archives begin so.
  ///
  /// @param head the first [Codec#HEAD_BYTES] bytes, or all where there are fewer
  public static Optional<Codec> recognizing(byte[] head) {
    return all().stream().filter(codec -> codec.recognizes(head)).findFirst();
  }

  /// One of those that pass over skippable frames; which one does not matter where an archive has
  /// nothing else.
  static Optional<Codec> withSkippableFrames() {
    return all().stream().filter(codec -> codec.asides() instanceof SkippableFrames).findFirst();
  }

  /// The codec whose files are named so.
  public static Optional<Codec> ofFile(String name) {
    return all().stream().filter(codec -> name.endsWith(codec.suffix())).findFirst();
  }

  /// The codec whose files are named so.
  ///
  /// @throws IllegalArgumentException if there is none; the message lists those that there are
  static Codec requireOfFile(String name) {
    return ofFile(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        Locale.ROOT,
                        "%s: no codec has the suffix of this name; there are %s",
                        name,
                        suffixes())));
  }

  private static String suffixes() {
    return all().stream()
        .map(codec -> codec.suffix() + " (" + codec.name() + ")")
        .collect(Collectors.joining(", "));
  }

  /// The names of all codecs, separated by commas.
  public static String names() {
    return all().stream().map(Codec::name).collect(Collectors.joining(", "));
  }
}
