package io.penstock.mpijava;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The names and signatures of MPJ Express 0.44, each of which is here too or left out for a
/// reason.
///
/// The list holds the public members of the classes that programs name, as class files of Debian's
/// `libmpj-java` have them. Classes that are only ever made by methods of `Datatype` and `Op`, or
/// pack and reduce beneath, are not in it.
class SignaturesTest {
  private static final Map<String, String> LEFT_OUT = leftOut();

  private static Map<String, String> leftOut() {
    Map<String, String> reasons = new LinkedHashMap<>();
    reasons.put("mpjdev.", "names classes of a device, which is not there");
    reasons.put("mpjbuf.", "names classes of the buffers beneath; Pack and Unpack take byte[]");
    reasons.put("finalize()", "deprecated for removal by the JDK, and without effect there");
    reasons.put("mpi.Group group", "differs for ranks that share a constant: Group() returns it");
    reasons.put("java.util.UUID srcID", "a process of a device");
    reasons.put("int baseType", "a number of the implementation");
    reasons.put("int getType()", "a number of the implementation");
    reasons.put("int opCode", "a number of the implementation");
    reasons.put("int code", "a number of the implementation");
    reasons.put("static int EMPTY", "a number of the implementation");
    reasons.put("new (mpi.User_function, boolean, int)", "takes a number of the implementation");
    reasons.put("static boolean DEBUG", "a switch of the implementation");
    reasons.put("static boolean isOldSelected", "a switch of the implementation");
    reasons.put("class mpi.Datatype new ()", "makes no datatype of its own");
    reasons.put("class mpi.MPI new ()", "makes an object without a method");
    return reasons;
  }

  private static List<String> reference() {
    try (InputStream list =
            Objects.requireNonNull(
                SignaturesTest.class.getResourceAsStream("mpj-express-0.44.txt"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
      List<String> members = new ArrayList<>();
      String type = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("class ")) {
          type = line;
        } else {
          members.add(type + " " + line.strip());
        }
      }
      return members;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isLeftOut(String member) {
    return LEFT_OUT.keySet().stream().anyMatch(member::contains);
  }

  @Test
  void everyMemberOfTheReferenceIsHereOrLeftOutForAReason() throws ClassNotFoundException {
    List<String> missing = new ArrayList<>();
    for (String member : reference()) {
      String type = member.split(" ", -1)[1];
      if (!isLeftOut(member) && !members(Class.forName(type)).contains(member)) {
        missing.add(member);
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everyReasonLeavesSomethingOutThatIsNotHere() throws ClassNotFoundException {
    for (Map.Entry<String, String> reason : LEFT_OUT.entrySet()) {
      List<String> without =
          reference().stream().filter(member -> member.contains(reason.getKey())).toList();
      assertThat(without).as(reason.toString()).isNotEmpty();
      for (String member : without) {
        assertThat(members(Class.forName(member.split(" ", -1)[1]))).doesNotContain(member);
      }
    }
  }

  @Test
  void theReferenceHasTheMembersThatItsUsersCount() {
    assertThat(reference().stream().filter(member -> member.startsWith("class mpi.Comm ")))
        .hasSizeGreaterThan(30);
    assertThat(reference()).hasSizeGreaterThan(200);
  }

  /// All that a program can name of a class, as the list writes it.
  private static List<String> members(Class<?> type) {
    String prefix = "class " + type.getName() + " ";
    return Stream.of(
            Arrays.stream(type.getConstructors()).map(made -> "new " + parameters(made)),
            Arrays.stream(type.getMethods()).map(SignaturesTest::text),
            Arrays.stream(type.getFields()).map(SignaturesTest::text))
        .flatMap(members -> members)
        .map(member -> prefix + member)
        .toList();
  }

  private static String text(Method method) {
    return kind(method)
        + method.getReturnType().getTypeName()
        + " "
        + method.getName()
        + parameters(method);
  }

  private static String text(Field field) {
    return kind(field) + field.getType().getTypeName() + " " + field.getName();
  }

  private static String kind(Member member) {
    return Modifier.isStatic(member.getModifiers()) ? "static " : "";
  }

  private static String parameters(Executable executable) {
    return Arrays.stream(executable.getParameterTypes())
        .map(Class::getTypeName)
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
