package io.penstock.cli.run;

import io.penstock.file.FileErrors;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The machines of a job, each with the number of ranks that it takes before the next one's turn.
///
/// @param hosts at least one
public record Hosts(List<Host> hosts) {
  private static final Pattern ITEM = Pattern.compile("([^\\s:,=]+)(?::(\\d{1,5}))?");
  private static final Pattern LINE =
      Pattern.compile("([^\\s:,=]+)(?:(?::|\\s+slots\\s*=\\s*)(\\d{1,5}))?");

  /// A machine.
  ///
  /// @param name as ssh knows it, perhaps with a user: `user@node7`
  /// @param slots how many ranks, at least one
  public record Host(String name, int slots) {
    /// Checks it.
    ///
    /// @throws IllegalArgumentException if there are no slots, or ssh would take it for an option
    public Host {
      if (slots < 1) {
        throw new IllegalArgumentException("host " + name + " takes no ranks");
      }
      if (name.startsWith("-")) {
        throw new IllegalArgumentException("a host is not called " + name);
      }
    }
  }

  /// Checks them.
  ///
  /// @throws IllegalArgumentException if there is none
  public Hosts {
    hosts = List.copyOf(hosts);
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("there is no host");
    }
  }

  /// Reads `node1,node2:4`.
  ///
  /// @throws IllegalArgumentException if it is no such list
  public static Hosts parse(String list) {
    List<Host> hosts = new ArrayList<>();
    for (String item : list.split(",", -1)) {
      hosts.add(host(ITEM, item.strip()));
    }
    return new Hosts(hosts);
  }

  /// Reads a file with a host on each line, `node2`, `node2:4` or `node2 slots=4`; what follows `#`
  /// is a comment.
  ///
  /// @throws IllegalArgumentException if a line is wrong; the message names file and line
  public static Hosts read(Path file) throws IOException {
    List<Host> hosts = new ArrayList<>();
    int number = 0;
    for (String line : lines(file)) {
      number++;
      String text = line.replaceFirst("#.*", "").strip();
      if (!text.isEmpty()) {
        hosts.add(host(LINE, text, file + ", line " + number + ": "));
      }
    }
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException(file + " names no host");
    }
    return new Hosts(hosts);
  }

  // Where the system fails to read, the JDK does not name the file.
  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (FileSystemException e) {
      throw e;
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": is no text; name a file with a host on each line", e);
    } catch (IOException e) {
      throw new IOException(file + ": cannot be read: " + FileErrors.reason(e), e);
    }
  }

  private static Host host(Pattern pattern, String text) {
    return host(pattern, text, "");
  }

  private static Host host(Pattern pattern, String text, String where) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          where + "'" + text + "' is not of the form host or host:4");
    }
    try {
      String slots = matcher.group(2);
      return new Host(matcher.group(1), slots == null ? 1 : Integer.parseInt(slots));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(where + e.getMessage(), e);
    }
  }

  /// The host of each rank: ranks fill the slots of one host after another, and begin anew when all
  /// are full.
  public List<String> place(int ranks) {
    List<String> places = new ArrayList<>(ranks);
    while (places.size() < ranks) {
      for (Host host : hosts) {
        int taken = Math.min(host.slots(), ranks - places.size());
        places.addAll(Collections.nCopies(taken, host.name()));
      }
    }
    return places;
  }
}
