package io.penstock.cli;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/// A Java agent that counts the calls and the turns of loops in Penstock and in the JDK's
/// collections.
public final class StepAgent implements ClassFileTransformer {
  private static final ClassDesc STEPS = ClassDesc.of("io.penstock.cli.Steps");
  private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

  private StepAgent() {}

  /// Instruments what is loaded already, and what will be.
  public static void premain(String arguments, Instrumentation jvm)
      throws UnmodifiableClassException {
    jvm.addTransformer(new StepAgent(), true);
    jvm.retransformClasses(
        Arrays.stream(jvm.getAllLoadedClasses())
            .filter(
                type -> counted(type.getName().replace('.', '/')) && jvm.isModifiableClass(type))
            .toArray(Class<?>[]::new));
  }

  private static boolean counted(String name) {
    return (name.startsWith("io/penstock/") && !name.equals("io/penstock/cli/Steps"))
        || (name.startsWith("java/util/") && name.indexOf('/', 10) < 0)
        || name.startsWith("java/util/zip/")
        || name.startsWith("com/google/re2j/");
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
    if (name == null || !counted(name)) {
      return null;
    }
    try {
      ClassLoader resources = loader == null ? ClassLoader.getSystemClassLoader() : loader;
      ClassFile classes =
          ClassFile.of(
              ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(resources)
                      .orElse(ClassHierarchyResolver.defaultResolver())));
      return classes.transformClass(
          classes.parse(bytes),
          ClassTransform.transformingMethodBodies(CodeTransform.ofStateful(Counting::new)));
    } catch (RuntimeException e) {
      System.err.println("not counted: " + name + ": " + e);
      return null;
    }
  }

  /// Steps at the begin of a method and before each branch backwards.
  private static final class Counting implements CodeTransform {
    private final Set<Label> passed = new HashSet<>();

    @Override
    public void atStart(CodeBuilder code) {
      code.invokestatic(STEPS, "step", NOTHING);
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      if (element instanceof LabelTarget target) {
        passed.add(target.label());
      } else if (element instanceof BranchInstruction branch && passed.contains(branch.target())) {
        code.invokestatic(STEPS, "step", NOTHING);
      }
      code.with(element);
    }
  }
}
