package io.penstock.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.abi.Abi;
import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiErrorClass;
import io.penstock.mpi.abi.MpiHandle;
import io.penstock.mpi.abi.StatusLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The tables against a C program that is compiled with each library's own header.
class HeadersTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void theTablesHoldWhatTheHeadersSay(MpiInstallation installation) throws Exception {
    Map<String, Long> expected = ours(installation.abi());
    assertThat(theirs(installation, expected.keySet().stream().toList()))
        .containsExactlyEntriesOf(expected);
  }

  /// Values by the C expressions that they stand for.
  private static Map<String, Long> ours(Abi abi) {
    Map<String, Long> values = new TreeMap<>();
    for (MpiConstant constant : MpiConstant.values()) {
      values.put("MPI_" + constant, (long) constant.in(abi));
    }
    for (MpiErrorClass errorClass : MpiErrorClass.values()) {
      values.put("MPI_ERR_" + errorClass, (long) errorClass.in(abi));
    }
    for (MpiHandle handle : MpiHandle.values()) {
      putHandle(handle, abi, values);
    }
    StatusLayout status = abi.status();
    values.put("sizeof(MPI_Status)", (long) status.bytes());
    values.put("offsetof(MPI_Status, MPI_SOURCE)", (long) status.sourceAt());
    values.put("offsetof(MPI_Status, MPI_TAG)", (long) status.tagAt());
    values.put("offsetof(MPI_Status, MPI_ERROR)", (long) status.errorAt());
    for (String type : List.of("Comm", "Datatype", "Request", "Op", "Info", "Message", "Group")) {
      values.put("sizeof(MPI_" + type + ")", (long) abi.handleBytes());
    }
    for (String type : List.of("File", "Aint", "Count", "Offset")) {
      values.put("sizeof(MPI_" + type + ")", (long) Long.BYTES);
    }
    return values;
  }

  // An address differs from run to run; how far it is from where the variable is does not.
  private static void putHandle(MpiHandle handle, Abi abi, Map<String, Long> values) {
    List<String> variable = new ArrayList<>();
    long value =
        handle.in(
            abi,
            name -> {
              variable.add(name);
              return 0;
            });
    String expression = "(intptr_t) MPI_" + handle;
    if (abi == Abi.OPEN_MPI) {
      expression += " - (intptr_t) dlsym(RTLD_DEFAULT, \"" + variable.getFirst() + "\")";
    }
    values.put(expression, value);
  }

  private Map<String, Long> theirs(MpiInstallation installation, List<String> expressions)
      throws IOException, InterruptedException {
    Path source = folder.resolve("say.c");
    Path program = folder.resolve("say");
    Files.write(source, program(expressions));
    run(installation.compiler().toString(), "-o", program.toString(), source.toString(), "-ldl");
    Map<String, Long> values = new TreeMap<>();
    List<String> said = run(program.toString());
    for (int i = 0; i < expressions.size(); i++) {
      values.put(expressions.get(i), Long.parseLong(said.get(i)));
    }
    return values;
  }

  private static List<String> program(List<String> expressions) {
    List<String> lines = new ArrayList<>();
    lines.add("#define _GNU_SOURCE");
    for (String header : List.of("dlfcn", "mpi", "stddef", "stdint", "stdio")) {
      lines.add("#include <" + header + ".h>");
    }
    lines.add("int main(void) {");
    for (String expression : expressions) {
      lines.add("  printf(\"%ld\\n\", (long) (" + expression + "));");
    }
    lines.add("}");
    return lines;
  }

  private static List<String> run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().toList();
  }
}
