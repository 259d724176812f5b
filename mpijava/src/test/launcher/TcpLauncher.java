import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a program as processes that exchange messages over TCP. */
class TcpLauncher {
  /** The arguments are the number of ranks, the program's class path, its main class, and what it is passed. */
  public static void main(String[] arguments) throws Exception {
    int size = Integer.parseInt(arguments[0]);
    int failed = 0;
    try (Coordinator coordinator = Coordinator.open(size, InetAddress.getLoopbackAddress(), System.err::println)) {
      List<Process> ranks = new ArrayList<>();
      for (int rank = 0; rank < size; rank++) {
        JobDescription description =
            new JobDescription(coordinator.job(), "tcp", rank, size, coordinator.contact());
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", arguments[1]));
        words.add("io.penstock.message.launch.RankProcess");
        words.addAll(List.of(arguments).subList(2, arguments.length));
        ProcessBuilder process = new ProcessBuilder(words).inheritIO();
        process.environment().putAll(description.environment());
        ranks.add(process.start());
      }
      for (int rank = 0; rank < size; rank++) {
        failed = Math.max(failed, ranks.get(rank).waitFor());
        coordinator.ended(rank);
      }
    }
    System.exit(failed);
  }
}
