package io.penstock.message.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// The prefix of the lines that a rank prints.
///
/// @param first before a line
/// @param more before the rest of a line that was too long for one piece
public record RankLabel(String first, String more) {
  private static final int[] COLOURS = {36, 33, 32, 35, 34, 31};

  /// `[3] `, and `[3]+` for more of the same line.
  public static RankLabel plain(int rank) {
    return new RankLabel("[" + rank + "] ", "[" + rank + "]+");
  }

  /// The same in one of six colours, for a terminal.
  public static RankLabel coloured(int rank) {
    String on = "\033[" + COLOURS[rank % COLOURS.length] + "m";
    String off = "\033[0m";
    return new RankLabel(on + "[" + rank + "]" + off + " ", on + "[" + rank + "]" + off + "+");
  }

  byte[] bytes(boolean continued) {
    return (continued ? more : first).getBytes(US_ASCII);
  }
}
