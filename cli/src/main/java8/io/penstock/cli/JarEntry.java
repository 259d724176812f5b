package io.penstock.cli;

/// The entry point of `java -jar`, compiled for Java 8: an older JVM gets one line instead of an
/// UnsupportedClassVersionError.
public final class JarEntry {
  private static final int NEEDED = 25;

  private JarEntry() {}

  /// Runs [Main], or says which JDK it needs.
  public static void main(String[] arguments) throws ReflectiveOperationException {
    if (feature(System.getProperty("java.specification.version")) < NEEDED) {
      System.err.println(
          "penstock: this is Java "
              + System.getProperty("java.version")
              + " ("
              + System.getProperty("java.home")
              + "), and Penstock needs JDK "
              + NEEDED
              + " or later: run the java of a newer JDK");
      System.exit(1);
    }
    Class.forName("io.penstock.cli.Main")
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }

  /// 8 of `1.8`, 25 of `25`.
  private static int feature(String version) {
    return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
  }
}
