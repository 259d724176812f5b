#!/bin/sh
# Compiles Field.java with GraalVM's native-image and runs the image, and compares the metadata of the jar with what GraalVM's
# tracing agent sees of the same program on the JVM.
#
#   consumers/projects/native-image/build.sh CORE_JAR [FOLDER]
#
# java, javac and native-image of GraalVM for JDK 25 are on the PATH; FOLDER is where files are made, ./target if it is not named.

set -eu

[ $# -ge 1 ] || {
  echo "usage: $0 CORE_JAR [FOLDER]" >&2
  exit 2
}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
jar=$1
out=${2:-target}
mkdir -p "$out"

javac -d "$out/classes" -cp "$jar" "$here/Field.java"

# Images run without a class path: what is missing in one is missing at its run.
native-image --no-fallback --enable-native-access=ALL-UNNAMED -cp "$jar:$out/classes" -o "$out/field" Field
"$out/field" "$out/image.npy"

java -agentlib:native-image-agent=config-output-dir="$out/traced" --enable-native-access=ALL-UNNAMED \
  -cp "$jar:$out/classes" Field "$out/jvm.npy"
cmp "$out/image.npy" "$out/jvm.npy"
unzip -p "$jar" META-INF/native-image/io.penstock/penstock-core/reachability-metadata.json >"$out/packed.json"
python3 "$here/compare.py" "$out/traced/reachability-metadata.json" "$out/packed.json"
