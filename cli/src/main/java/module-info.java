/// The `penstock` command.
module io.penstock.cli {
  requires static org.jspecify;
  requires io.penstock;
  requires io.penstock.evaluate;
  requires info.picocli;

  opens io.penstock.cli to
      info.picocli;
}
