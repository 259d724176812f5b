package io.penstock.schedules;

import io.penstock.file.GateSchedule;
import io.penstock.file.InboxSchedule;
import io.penstock.memory.MagazineStackSchedule;
import io.penstock.memory.PoolEndSchedule;
import io.penstock.message.match.SleepersSchedule;
import io.penstock.message.match.SpinLockSchedule;
import io.penstock.message.ranks.JobSchedule;
import io.penstock.message.tcp.SendQueueSchedule;
import io.penstock.tree.cache.FileCacheSchedule;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The program that a schedule explorer runs again and again: it runs the named schedules one after
/// another, all but those with a planted bug where none is named.
public final class Schedules {
  private static final String PLANTED = "planted-";

  private static final Map<String, Threads.Part> ALL = all();

  private Schedules() {}

  private static Map<String, Threads.Part> all() {
    Map<String, Threads.Part> all = new TreeMap<>();
    all.put("magazine-stack", MagazineStackSchedule::run);
    all.put("pool-end", PoolEndSchedule::run);
    all.put("gate", GateSchedule::run);
    all.put("ring-inbox", InboxSchedule::run);
    all.put("spin-lock", SpinLockSchedule::run);
    all.put("sleepers", SleepersSchedule::run);
    all.put("send-queue", SendQueueSchedule::run);
    all.put("job", JobSchedule::run);
    all.put("file-cache", FileCacheSchedule::run);
    all.put(PLANTED + "stack-without-stamp", MagazineStackSchedule::runPlanted);
    all.put(PLANTED + "look-before-sleep", SleepersSchedule::runPlanted);
    return Collections.unmodifiableMap(all);
  }

  /// The names of those without a planted bug.
  public static List<String> names() {
    return ALL.keySet().stream().filter(name -> !name.startsWith(PLANTED)).toList();
  }

  /// The names of those with one.
  public static List<String> planted() {
    return ALL.keySet().stream().filter(name -> name.startsWith(PLANTED)).toList();
  }

  /// Runs schedules.
  ///
  /// @param args their names
  /// @throws Exception that fails one
  public static void main(String[] args) throws Exception {
    for (String name : args.length == 0 ? names() : List.of(args)) {
      Threads.Part schedule = ALL.get(name);
      if (schedule == null) {
        throw new IllegalArgumentException("no schedule is called " + name + ": " + ALL.keySet());
      }
      schedule.run();
    }
  }
}
