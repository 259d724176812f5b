package io.penstock.simulation.runtime;

import static java.lang.constant.ConstantDescs.CD_Object;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A rewriting of classes for a simulation: clocks, waits, threads, monitors and selectors become
/// those of the run, and before each access to what threads share another thread may come first.
final class Rewriting {
  static final String HELPER = "io.penstock.message.match.Helper";

  private static final ClassDesc CALLS = ClassDesc.of(Calls.class.getName());
  private static final ClassDesc EXECUTOR = ClassDesc.of(SimulatedExecutor.class.getName());
  private static final ClassDesc SHARED = ClassDesc.of("io.penstock.simulation.SimulatedPools");
  private static final String POOLS = "io/penstock/memory/BufferPool";
  private static final String EXECUTORS = "java/util/concurrent/ThreadPoolExecutor";
  private static final MethodTypeDesc OF_OBJECT =
      MethodTypeDesc.of(ConstantDescs.CD_void, CD_Object);

  /// The classes whose methods of a name in [Calls] are replaced.
  private static final Set<String> OWNERS =
      Set.of(
          "java/lang/System",
          "java/lang/Thread",
          "java/lang/Runtime",
          "java/lang/Thread$Builder",
          "java/lang/Thread$Builder$OfPlatform",
          "java/time/Instant",
          "java/util/UUID",
          "java/util/concurrent/CountDownLatch",
          "java/util/concurrent/locks/Condition",
          "java/util/concurrent/locks/LockSupport",
          "java/nio/channels/Selector",
          HELPER.replace('.', '/'));

  /// The classes whose methods access what others change, besides atomic variables.
  private static final Set<String> POINTS =
      Set.of("java/lang/invoke/VarHandle", "java/nio/channels/FileChannel", "java/nio/file/Files");

  private final ClassLoader resources;
  private final Map<String, MethodTypeDesc> replacements = new HashMap<>();
  private final Map<String, Set<String>> volatiles = new HashMap<>();
  private final ClassFile classFile;

  /// @param resources finds the classes' files
  Rewriting(ClassLoader resources) {
    this.resources = resources;
    this.classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(resources)));
    for (Method method : Calls.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        MethodTypeDesc type = type(method);
        replacements.put(key(method.getName(), type), type);
      }
    }
  }

  private static MethodTypeDesc type(Method method) {
    return MethodTypeDesc.ofDescriptor(
        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .descriptorString());
  }

  /// Objects are all alike: a builder stands in another place than its type says.
  private static String key(String name, MethodTypeDesc type) {
    StringBuilder text = new StringBuilder(name);
    for (ClassDesc parameter : type.parameterList()) {
      text.append(parameter.isPrimitive() ? parameter.descriptorString() : "L");
    }
    return text.toString();
  }

  byte[] rewrite(byte[] bytes) {
    ClassModel model = classFile.parse(bytes);
    return classFile.transformClass(
        model,
        ClassTransform.transformingMethods(method -> method.code().isPresent(), methods(model)));
  }

  private MethodTransform methods(ClassModel model) {
    return new MethodTransform() {
      @Override
      public void accept(MethodBuilder builder, MethodElement element) {
        if (element instanceof AccessFlags flags) {
          builder.withFlags(flags.flagsMask() & ~ClassFile.ACC_SYNCHRONIZED);
        } else if (element instanceof CodeModel code) {
          builder.transformCode(code, code(model, code.parent().orElseThrow()));
        } else {
          builder.with(element);
        }
      }
    };
  }

  private CodeTransform code(ClassModel model, MethodModel method) {
    if (method.methodName().equalsString("<clinit>")) {
      return new Initializer();
    }
    return method.flags().has(AccessFlag.SYNCHRONIZED)
        ? new Synchronized(model, method.flags().has(AccessFlag.STATIC))
        : new Plain();
  }

  /// Code in whose instructions calls are replaced.
  private class Plain implements CodeTransform {
    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
      switch (element) {
        case InvokeInstruction call -> call(builder, call);
        case MonitorInstruction monitor ->
            builder.invokestatic(
                CALLS, monitor.opcode() == Opcode.MONITORENTER ? "enter" : "exit", OF_OBJECT);
        case FieldInstruction field -> {
          if (isVolatile(field)) {
            point(builder);
          }
          builder.with(field);
        }
        case NewObjectInstruction made when made.className().asInternalName().equals(EXECUTORS) ->
            builder.new_(EXECUTOR);
        case TypeCheckInstruction check
            when check.opcode() == Opcode.INSTANCEOF
                && check.type().asInternalName().equals(HELPER.replace('.', '/')) ->
            builder.invokestatic(
                CALLS, "isHelper", MethodTypeDesc.of(ConstantDescs.CD_boolean, CD_Object));
        default -> builder.with(element);
      }
    }

    private void call(CodeBuilder builder, InvokeInstruction call) {
      String owner = call.owner().asInternalName();
      String name = call.name().stringValue();
      if (owner.equals(EXECUTORS) && name.equals("<init>")) {
        builder.invokespecial(EXECUTOR, name, call.typeSymbol());
        return;
      }
      if (owner.equals(POOLS) && name.equals("shared")) {
        builder.invokestatic(SHARED, name, call.typeSymbol());
        return;
      }
      if (owner.startsWith("java/util/concurrent/atomic/") || POINTS.contains(owner)) {
        point(builder);
        if (readsAttributes(call)) {
          builder.invokestatic(CALLS, name, call.typeSymbol());
          return;
        }
      } else if (OWNERS.contains(owner)) {
        MethodTypeDesc type = call.typeSymbol();
        MethodTypeDesc full =
            call.opcode() == Opcode.INVOKESTATIC ? type : type.insertParameterTypes(0, CD_Object);
        MethodTypeDesc replacement = replacements.get(key(name, full));
        if (replacement != null) {
          builder.invokestatic(CALLS, name, replacement);
          return;
        }
      }
      builder.with(call);
    }

    // Files has another method of the same name and as many objects.
    private static boolean readsAttributes(InvokeInstruction call) {
      return call.name().equalsString("readAttributes")
          && call.typeSymbol().returnType().equals(ConstantDescs.CD_Map);
    }

    void point(CodeBuilder builder) {
      builder.invokestatic(CALLS, "point", ConstantDescs.MTD_void);
    }
  }

  /// The code of a synchronized method.
  private final class Synchronized extends Plain {
    private final ClassModel model;
    private final boolean isStatic;
    private @Nullable Label begin;
    private @Nullable Label end;

    Synchronized(ClassModel model, boolean isStatic) {
      this.model = model;
      this.isStatic = isStatic;
    }

    private void monitor(CodeBuilder builder, String call) {
      if (isStatic) {
        builder.loadConstant(model.thisClass().asSymbol());
      } else {
        builder.aload(0);
      }
      builder.invokestatic(CALLS, call, OF_OBJECT);
    }

    @Override
    public void atStart(CodeBuilder builder) {
      monitor(builder, "enter");
      begin = builder.newBoundLabel();
      end = builder.newLabel();
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
      if (element instanceof ReturnInstruction) {
        monitor(builder, "exit");
      }
      super.accept(builder, element);
    }

    @Override
    public void atEnd(CodeBuilder builder) {
      Label last = Objects.requireNonNull(end);
      builder.labelBinding(last);
      Label handler = builder.newBoundLabel();
      builder.exceptionCatchAll(Objects.requireNonNull(begin), last, handler);
      monitor(builder, "exit");
      builder.athrow();
    }
  }

  /// The code of a class initializer.
  private final class Initializer extends Plain {
    @Override
    public void atStart(CodeBuilder builder) {
      builder.invokestatic(CALLS, "beginInitializing", ConstantDescs.MTD_void);
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
      if (element instanceof ReturnInstruction) {
        builder.invokestatic(CALLS, "endInitializing", ConstantDescs.MTD_void);
      }
      super.accept(builder, element);
    }
  }

  private boolean isVolatile(FieldInstruction field) {
    String owner = field.owner().asInternalName();
    return owner.startsWith("io/penstock/")
        && volatiles.computeIfAbsent(owner, this::volatilesOf).contains(field.name().stringValue());
  }

  private Set<String> volatilesOf(String owner) {
    try (InputStream in = resources.getResourceAsStream(owner + ".class")) {
      Set<String> found = new HashSet<>();
      if (in != null) {
        for (FieldModel field : ClassFile.of().parse(in.readAllBytes()).fields()) {
          if (field.flags().has(AccessFlag.VOLATILE)) {
            found.add(field.fieldName().stringValue());
          }
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
