///usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 25+
//DEPS io.penstock:penstock-core:${penstock.version}
//DEPS io.penstock:penstock-text:${penstock.version}
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED

import io.penstock.text.Fields;
import io.penstock.text.Lines;

void main(String[] arguments) throws IOException {
  Fields fields = Fields.separatedBy(' ');
  long[] sum = new long[1];
  Lines.of(Path.of(arguments[0])).forEach(line -> sum[0] += fields.of(line).next() ? fields.field().parseLong() : 0);
  IO.println("sum " + sum[0]);
}
