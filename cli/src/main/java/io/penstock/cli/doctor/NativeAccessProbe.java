package io.penstock.cli.doctor;

/// May the library call the operating system?
final class NativeAccessProbe implements Probe {
  private static final String LIBRARY = "io.penstock";

  @Override
  public Finding examine() {
    boolean enabled =
        ModuleLayer.boot().findModule(LIBRARY).map(Module::isNativeAccessEnabled).orElse(false);
    return enabled
        ? Finding.ok("native access", "enabled for " + LIBRARY)
        : Finding.note(
            "native access",
            "not enabled, only the JDK's own ways of moving bytes are used",
            "start java with --enable-native-access=" + LIBRARY);
  }
}
