package io.penstock;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The calls in compiled classes by which a program reaches a class, a member or a resource by its
/// name, where a compiler of images may not see it.
public final class ReflectiveCalls {
  private static final Map<String, Pattern> REFLECTIVE =
      Map.ofEntries(
          Map.entry(
              "java.lang.Class",
              Pattern.compile(
                  "forName|newInstance|getResource.*|getRecordComponents|getPermittedSubclasses"
                      + "|get(Declared)?(Field|Method|Constructor|Classe)s?")),
          Map.entry(
              "java.lang.ClassLoader", Pattern.compile("loadClass|(get)?[rR]esource.*|find.*")),
          Map.entry("java.lang.Module", Pattern.compile("getResourceAsStream")),
          Map.entry("java.lang.module.ModuleReference", Pattern.compile("open")),
          Map.entry("java.lang.System", Pattern.compile("load|loadLibrary")),
          Map.entry(
              "java.lang.invoke.MethodHandles$Lookup",
              Pattern.compile("find.*|unreflect.*|define.*|bind")),
          Map.entry("java.lang.invoke.MethodHandleProxies", Pattern.compile(".*")),
          Map.entry("java.lang.reflect.Array", Pattern.compile("newInstance")),
          Map.entry("java.lang.reflect.Constructor", Pattern.compile("newInstance")),
          Map.entry("java.lang.reflect.Method", Pattern.compile("invoke")),
          Map.entry(
              "java.lang.reflect.Field",
              Pattern.compile("[gs]et(Boolean|Byte|Char|Short|Int|Long|Float|Double)?")),
          Map.entry("java.lang.reflect.Proxy", Pattern.compile("newProxyInstance")),
          Map.entry("java.util.ResourceBundle", Pattern.compile("getBundle")),
          Map.entry("java.util.ServiceLoader", Pattern.compile("load.*")),
          Map.entry("java.io.ObjectInputStream", Pattern.compile("<init>|readObject")),
          Map.entry("java.io.ObjectOutputStream", Pattern.compile("<init>|writeObject")),
          Map.entry("java.io.ObjectStreamClass", Pattern.compile("lookup.*")),
          Map.entry(
              "java.util.concurrent.atomic.AtomicIntegerFieldUpdater", Pattern.compile("new.*")),
          Map.entry("java.util.concurrent.atomic.AtomicLongFieldUpdater", Pattern.compile("new.*")),
          Map.entry(
              "java.util.concurrent.atomic.AtomicReferenceFieldUpdater", Pattern.compile("new.*")),
          Map.entry("sun.misc.Unsafe", Pattern.compile(".*")));

  private ReflectiveCalls() {}

  /// A call.
  ///
  /// @param caller the name of the class that calls
  /// @param callee the class and method that it calls, such as `Class.forName`
  /// @param type the last class that the method has named as a constant before; empty if none
  /// @param text the last string that the method has named before; empty if none
  public record Call(String caller, String callee, String type, String text) {
    /// Caller and callee in one line.
    public String place() {
      return caller + " " + callee;
    }
  }

  /// Those of all classes in a folder, in the order of their names.
  public static List<Call> in(Path classes) throws IOException {
    List<Call> calls = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes.toRealPath())) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .map(ReflectiveCalls::parsed)
          .forEach(type -> type.methods().forEach(method -> addCalls(type, method, calls)));
    }
    calls.sort(Comparator.comparing(Call::place).thenComparing(Call::text));
    return calls;
  }

  /// Callers and callees alone.
  static Set<String> placesIn(Path classes) throws IOException {
    return in(classes).stream().map(Call::place).collect(toUnmodifiableSet());
  }

  private static ClassModel parsed(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addCalls(ClassModel type, MethodModel method, List<Call> calls) {
    String caller = name(type.thisClass().asSymbol());
    String lastType = "";
    String lastText = "";
    for (CodeElement element : method.code().map(code -> code.elementList()).orElse(List.of())) {
      switch (element) {
        case ConstantInstruction constant -> {
          switch (constant.constantValue()) {
            case ClassDesc named -> lastType = name(named);
            case String text -> lastText = text;
            default -> {}
          }
        }
        case InvokeInstruction call -> add(call.method(), caller, lastType, lastText, calls);
        case InvokeDynamicInstruction call -> {
          for (LoadableConstantEntry argument : call.invokedynamic().bootstrap().arguments()) {
            if (argument instanceof MethodHandleEntry handle) {
              add(handle.reference(), caller, lastType, lastText, calls);
            }
          }
        }
        default -> {}
      }
    }
  }

  private static void add(
      MemberRefEntry called, String caller, String type, String text, List<Call> calls) {
    String owner = called.owner().asInternalName().replace('/', '.');
    String method = called.name().stringValue();
    Pattern reflective = REFLECTIVE.get(owner);
    if (reflective != null && reflective.matcher(method).matches()) {
      String simple = owner.substring(owner.lastIndexOf('.') + 1).replace('$', '.');
      calls.add(new Call(caller, simple + "." + method, type, text));
    }
  }

  private static String name(ClassDesc type) {
    return type.isClassOrInterface() && !type.packageName().isEmpty()
        ? type.packageName() + "." + type.displayName()
        : type.displayName();
  }
}
