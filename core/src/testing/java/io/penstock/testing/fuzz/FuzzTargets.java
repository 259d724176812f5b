package io.penstock.testing.fuzz;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// The targets of a module, by their names. It has a constructor without parameters, for a campaign
/// in a JVM of its own.
public interface FuzzTargets {
  /// What makes each.
  Map<String, Callable<FuzzTarget>> all();

  /// The names of those that are to be run: of all, or those of this module that the property
  /// `penstock.fuzz.targets` names, with commas between them.
  @SuppressWarnings("SystemOut") // who misspells a name sees what there is
  default Collection<String> chosen() {
    String some = System.getProperty("penstock.fuzz.targets", "");
    if (some.isEmpty()) {
      return all().keySet();
    }
    List<String> names = List.of(some.split(",", -1));
    List<String> here = all().keySet().stream().filter(names::contains).toList();
    if (here.isEmpty()) {
      System.out.println("fuzz: none of " + names + " is here; there are " + all().keySet());
    }
    return here;
  }

  /// Makes one.
  ///
  /// @throws Exception if it cannot be made
  default FuzzTarget named(String name) throws Exception {
    Callable<FuzzTarget> maker = all().get(name);
    if (maker == null) {
      throw new IllegalArgumentException("no target '" + name + "'; there are " + all().keySet());
    }
    return maker.call();
  }
}
