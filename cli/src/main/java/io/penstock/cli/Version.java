package io.penstock.cli;

import java.lang.module.ModuleDescriptor;

/// The version that the build wrote into this module's descriptor.
final class Version {
  private Version() {}

  static String text() {
    ModuleDescriptor descriptor = Version.class.getModule().getDescriptor();
    return descriptor == null ? "unknown" : descriptor.rawVersion().orElse("unknown");
  }

  /// The line that `--version` prints.
  static String line() {
    return "penstock " + text() + " (JDK " + Runtime.version() + ")";
  }
}
