package io.penstock.cli.doctor;

/// A probe of the operating system.
final class SystemProbe implements Probe {
  @Override
  public Finding examine() {
    String name = System.getProperty("os.name");
    String value =
        name + " " + System.getProperty("os.version") + ", " + System.getProperty("os.arch");
    return name.equals("Linux")
        ? Finding.ok("system", value)
        : Finding.note("system", value, "the fastest ways of moving bytes need Linux");
  }
}
