package io.penstock.cli.doctor;

/// A probe of the JDK that runs this process.
final class JdkProbe implements Probe {
  private static final int NEEDED = 25;

  @Override
  public Finding examine() {
    Runtime.Version version = Runtime.version();
    String value =
        version + ", " + System.getProperty("java.vendor") + ", " + System.getProperty("java.home");
    return version.feature() >= NEEDED
        ? Finding.ok("JDK", value)
        : Finding.missing("JDK", value, "install JDK " + NEEDED + " or later");
  }
}
