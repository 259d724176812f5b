package io.penstock.ffi;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/// The numbers of a class that stands for a system's headers, by the names that the headers have:
/// of a nested class `Stat` those of `struct stat`, as `stat.st_size`.
final class HeaderTable {
  private HeaderTable() {}

  static SortedMap<String, Integer> of(Class<?> headers) throws IllegalAccessException {
    SortedMap<String, Integer> numbers = new TreeMap<>();
    put(headers, "", numbers);
    for (Class<?> struct : headers.getDeclaredClasses()) {
      put(struct, struct.getSimpleName().toLowerCase(Locale.ROOT) + ".", numbers);
    }
    return numbers;
  }

  private static void put(Class<?> holder, String prefix, SortedMap<String, Integer> numbers)
      throws IllegalAccessException {
    for (Field field : holder.getDeclaredFields()) {
      if (field.getType() == int.class && Modifier.isStatic(field.getModifiers())) {
        String name = field.getName();
        numbers.put(
            prefix.isEmpty() ? name : prefix + name.toLowerCase(Locale.ROOT), field.getInt(null));
      }
    }
  }
}
