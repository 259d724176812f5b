package io.penstock.cli;

import java.util.Optional;

/// The verbs of the command, in the order in which its help lists them.
///
/// Their names stand here as well as in picocli's annotations: to read one annotation takes a fresh
/// JVM as long as to load a verb's classes.
enum Verb {
  ARRAY("array"),
  COPY("copy"),
  COUNT("count"),
  FIND("find"),
  LINES("lines"),
  WALK("walk"),
  WORDS("words"),
  OBJECTS("objects"),
  PACK("pack"),
  UNPACK("unpack"),
  LIST("list"),
  RUN("run"),
  BENCH("bench"),
  EVALUATE("evaluate"),
  DOCTOR("doctor");

  /// Its name in command lines.
  private final String label;

  Verb(String label) {
    this.label = label;
  }

  /// The verb that a user names.
  static Optional<Verb> named(String name) {
    for (Verb verb : values()) {
      if (verb.label.equals(name)) {
        return Optional.of(verb);
      }
    }
    return Optional.empty();
  }

  /// A new action, for what a [Shortcut] finds right; empty for verbs that have verbs of their own.
  Optional<Action> action() {
    return switch (this) {
      case ARRAY -> Optional.empty();
      case COPY -> Optional.of(new CopyCommand());
      case COUNT -> Optional.of(new CountCommand());
      case FIND -> Optional.of(new FindCommand());
      case LINES -> Optional.of(new LinesCommand());
      case WALK -> Optional.of(new WalkCommand());
      case WORDS -> Optional.of(new WordsCommand());
      case OBJECTS -> Optional.of(new ObjectsCommand());
      case PACK -> Optional.of(new PackCommand());
      case UNPACK -> Optional.of(new UnpackCommand());
      case LIST -> Optional.of(new ListCommand());
      case RUN -> Optional.of(new RunCommand());
      case BENCH -> Optional.of(new BenchCommand());
      case EVALUATE -> Optional.of(new EvaluateCommand());
      case DOCTOR -> Optional.of(new Doctor());
    };
  }

  /// The class with its grammar, loaded when it is asked for.
  Class<?> type() {
    return switch (this) {
      case ARRAY -> ArrayVerb.class;
      case COPY -> CopyCommand.class;
      case COUNT -> CountCommand.class;
      case FIND -> FindCommand.class;
      case LINES -> LinesCommand.class;
      case WALK -> WalkCommand.class;
      case WORDS -> WordsCommand.class;
      case OBJECTS -> ObjectsCommand.class;
      case PACK -> PackCommand.class;
      case UNPACK -> UnpackCommand.class;
      case LIST -> ListCommand.class;
      case RUN -> RunCommand.class;
      case BENCH -> BenchCommand.class;
      case EVALUATE -> EvaluateCommand.class;
      case DOCTOR -> Doctor.class;
    };
  }
}
