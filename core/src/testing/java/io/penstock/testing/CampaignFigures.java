package io.penstock.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What the campaigns of a run of tests have covered: `./penstock test` adds it up and prints it at
/// its end, a line for each campaign.
public final class CampaignFigures {
  /// The system property that names the folder of the figures; without it none are kept, as in the
  /// JVMs in which planted bugs are looked for.
  private static final String FOLDER = "penstock.campaigns";

  private CampaignFigures() {}

  /// Adds to one figure of a campaign. Safe for use by several threads and JVMs.
  ///
  /// @param campaign its name, such as `failing calls`
  /// @param count how many more
  /// @param unit of what, such as `cells`
  public static void add(String campaign, long count, String unit) throws IOException {
    String folder = System.getProperty(FOLDER, "");
    if (!folder.isEmpty()) {
      Path file =
          Files.createDirectories(Path.of(folder)).resolve(ProcessHandle.current().pid() + ".txt");
      Files.writeString(
          file,
          campaign + "\t" + count + "\t" + unit + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }
}
