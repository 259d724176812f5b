package io.penstock.evaluate.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// A drill's task as one line of text.
final class DrillText {
  /// The words that are not options.
  static final Set<String> NAMES =
      Set.of("drill", "bytes", "threads", "processes", "nanos", "rank", "meeting");

  private DrillText() {}

  static String write(DrillTask task) {
    Drill drill = task.drill();
    Map<String, String> words = new LinkedHashMap<>();
    words.put("drill", drill.name());
    words.put("bytes", Long.toString(drill.bytes()));
    words.put("threads", Integer.toString(drill.threads()));
    words.put("processes", Integer.toString(drill.processes()));
    words.put("nanos", Long.toString(drill.batch().toNanos()));
    words.put("rank", Integer.toString(task.rank()));
    words.put("meeting", task.meeting().toString());
    words.putAll(drill.options());
    return Words.write(words);
  }

  static DrillTask read(String line) {
    Map<String, String> words = Words.read(line);
    TreeMap<String, String> options = new TreeMap<>(words);
    options.keySet().removeAll(NAMES);
    Drill drill =
        new Drill(
            Words.text(words, "drill"),
            Words.number(words, "bytes"),
            Math.toIntExact(Words.number(words, "threads")),
            Math.toIntExact(Words.number(words, "processes")),
            Duration.ofNanos(Words.number(words, "nanos")),
            options);
    return new DrillTask(
        drill, Math.toIntExact(Words.number(words, "rank")), Path.of(Words.text(words, "meeting")));
  }
}
