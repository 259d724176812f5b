package io.penstock.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The words that a shell offers as the value of an option, where picocli does not know them by the
/// option's type. They stand here as well as where they are read: to ask there takes longer than to
/// make the completion. Where the words of two options of a verb differ, their labels must too:
/// picocli makes names of variables of them.
enum Candidates {
  ARRAY_TYPES(
      "--type=TYPE",
      "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64"
          + " complex64 complex128"),
  BYTE_ORDERS("--order=ORDER", "little big native"),
  STORAGE_ORDERS("--storage=STORAGE --raw-storage=STORAGE", "c fortran"),
  CODEC_NAMES("--codec=CODEC", "gzip zstd lz4 zip"),
  ENGINES("--engine=ENGINE", "auto posix posix-direct uring uring-direct mapped channel"),
  PATTERNS("--pattern=PATTERN", "sequential random"),
  PRESERVES("--preserve=WHAT", "mode times owner links xattr all"),
  ENTRY_TYPES("--type=T", "f d l p s c"),
  COLORINGS("--color=WHEN", "auto always never"),
  CHAPTERS("SUBJECT", "arrays batches messages text files objects start");

  private final String arguments;
  private final String words;

  /// @param arguments as the help of a verb has them, with a blank between two
  /// @param words with a blank between two
  Candidates(String arguments, String words) {
    this.arguments = arguments;
    this.words = words;
  }

  List<String> words() {
    return List.of(words.split(" ", -1));
  }

  /// The completion for bash and zsh.
  ///
  /// @param whole the command line of the verbs, which is good for nothing else afterwards
  static String completion(String name, CommandLine whole) {
    offer(whole);
    return AutoComplete.bash(name, whole);
  }

  // What an argument offers is given when it is made.
  private static void offer(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    for (ArgSpec argument : List.copyOf(spec.args())) {
      Optional<Candidates> known = of(argument);
      if (known.isPresent()) {
        CommandSpec _ = spec.remove(argument).add(offering(argument, known.get().words()));
      }
    }
    command.getSubcommands().values().forEach(Candidates::offer);
  }

  private static Optional<Candidates> of(ArgSpec argument) {
    String option = argument instanceof OptionSpec named ? named.longestName() + "=" : "";
    String label = option + argument.paramLabel();
    return Arrays.stream(values())
        .filter(each -> List.of(each.arguments.split(" ", -1)).contains(label))
        .findFirst();
  }

  private static ArgSpec offering(ArgSpec argument, List<String> words) {
    return argument instanceof OptionSpec option
        ? OptionSpec.builder(option).completionCandidates(words).build()
        : PositionalParamSpec.builder((PositionalParamSpec) argument)
            .completionCandidates(words)
            .build();
  }
}
