# shellcheck shell=sh disable=SC2034,SC2154 # names that this file and the launcher have from each other
# Building, testing and measuring by Maven. ./penstock sources this file in a checkout; jdk, root, own and the names of what is
# built are the launcher's.

# ---- Maven -----------------------------------------------------------------------------------------------------------

# The Maven wrapper unpacks with unzip, the JDK with jar.
stand_in_for_unzip() {
  mkdir -p "$own/bin"
  cat >"$own/bin/unzip" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
  -d) folder=$2 && shift ;;
  -*) ;;
  *) archive=$1 ;;
  esac
  shift
done
"$JAVA_HOME/bin/jar" --extract --file "$archive" --dir "$folder" && chmod +x "$folder"/*/bin/mvn
END
  chmod +x "$own/bin/unzip"
  PATH=$PATH:$own/bin
}

# An installed Maven of 3.8.6 or later, else the wrapper, which fetches one.
find_maven() {
  if command -v mvn >/dev/null; then
    version=$(mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\)\.\([0-9]*\)\.\([0-9]*\).*/\1 \2 \3/p')
    if printf '%s\n' "$version" | awk '{ exit !($1 * 1000000 + $2 * 1000 + $3 >= 3008006) }'; then
      maven=mvn
      return
    fi
  fi
  maven=$root/mvnw
  command -v unzip >/dev/null || stand_in_for_unzip
}

# The loader that all compilations share: without it they come to the same, and take twice the time.
compile_plugin_loader() {
  if [ ! "$own/javac/CompilerPluginLoader.class" -nt "$root/tools/CompilerPluginLoader.java" ]; then
    "$jdk/bin/javac" -d "$own/javac" "$root/tools/CompilerPluginLoader.java" || true
  fi
}

# Runs Maven on the JDK found. The options silence what Maven's own libraries make JDK 25 say; a second compiler would take more
# than it gives back, as javac runs but some seconds for each module.
run_maven() (
  cd "$root"
  arguments=${MAVEN_ARGS-}
  unset MAVEN_ARGS # Maven 3.9 would add them once more
  export JAVA_HOME="$jdk"
  compile_plugin_loader
  silent="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
  # The path is relative: Maven's script takes no spaces.
  export MAVEN_OPTS="$silent -XX:TieredStopAtLevel=1 -Xbootclasspath/a:.penstock/javac ${MAVEN_OPTS-}"
  find_maven
  # shellcheck disable=SC2086 # MAVEN_ARGS is a list of words
  exec "$maven" --batch-mode --no-transfer-progress $arguments "$@"
)

# ---- building --------------------------------------------------------------------------------------------------------

# Changed, added and removed files all show: a removed one makes its folder newer.
stale() {
  [ -f "$stamp" ] || return 0
  [ -n "$(find "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src/main "$root"/.mvn -newer "$stamp" | head -n 1)" ]
}

# Running commands keep the files that they opened: what is replaced is unlinked first, never written over.
before_build() {
  rm -rf "$stamp" "$modules" "$peers" "$built"/penstock-cli-*.jar "$startup" "$startup_plain" "$startup_ranks"
  mkdir -p "$built"
  : >"$stamp.new"
}

# The stamp bears the time of the start: a source that was edited during the build is newer. Where only some modules were
# asked for, the command is built when it is next used.
after_build() {
  if ls "$built"/penstock-cli-*.jar >/dev/null 2>&1; then mv "$stamp.new" "$stamp"; fi
}

status() {
  if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then printf '\r\033[K%s' "$1" >&2; fi
}

build_quietly() {
  lock
  if stale; then
    status "penstock: building (the first time fetches libraries and takes a few minutes) ..."
    before_build
    if ! run_maven -q package --projects cli --also-make -Dmaven.test.skip -Dspotless.check.skip >"$own/build.log" 2>&1; then
      status ''
      escape=$(printf '\033')
      sed "s/$escape\[[0-9;]*m//g; /-> \[Help 1\]/,\$d" "$own/build.log" >&2
      die "the build failed"
    fi
    after_build
    status ''
  fi
  unlock
}

build() {
  lock
  before_build
  run_maven package -DskipTests "$@"
  after_build
}

# ---- testing ---------------------------------------------------------------------------------------------------------

# Adds up the reports that this run wrote.
sum_up() {
  find "$root"/*/target/surefire-reports -name '*.txt' -newer "$own/test.began" -exec cat {} + 2>/dev/null |
    awk -F '[:,] *' '/^Tests run:/ { run += $2; failures += $4; errors += $6; skipped += $8 }
      END { printf "All modules: Tests run: %d, Failures: %d, Errors: %d, Skipped: %d\n", run, failures, errors, skipped }'
}

# What each campaign of this run has covered: the tests write a campaign, a count and its unit, parted by tabs.
tell_campaigns() {
  cat "$root"/target/campaigns/*.txt 2>/dev/null |
    awk -F '\t' '{ key = $1 FS $3; if (!(key in sum)) { order[++n] = key } sum[key] += $2 }
      END {
        for (i = 1; i <= n; i++) {
          split(order[i], name, FS)
          if (!(name[1] in line)) { names[++m] = name[1] }
          line[name[1]] = line[name[1]] (line[name[1]] == "" ? "" : ", ") sum[order[i]] " " name[2]
        }
        for (i = 1; i <= m; i++) printf "%s  %s: %s\n", (i == 1 ? "Campaigns, all as required unless a test has failed:\n" : ""), names[i], line[names[i]]
      }'
}

list_campaigns() {
  grep -rl --include='*.java' '@Tag("long")' "$root"/*/src/test 2>/dev/null | sed 's|.*/||; s|\.java$||' | sort | awk '{ printf "%s%s", (NR > 1 ? ", " : ""), $0 }'
}

# The soak alone, for as many hours as it is asked for.
soak() {
  case $1 in
  '' | *[!0-9.]* | *.*.* | .) die "test --soak: '$1' is no number of hours; try --soak 0.5" ;;
  esac
  echo "Soak of $1 h; the table and the picture go to integration/target/soak"
  run_tests -pl integration -am -Dtest=SoakTest#whatIsHeldIsSteady -Dsurefire.failIfNoSpecifiedTests=false \
    -Dtest.excluded= "-Dtest.limit=1000 h" "-Dpenstock.soak.hours=$1"
}

run_tests() {
  long=no
  order='-P suite'
  if [ "${1-}" = --soak ]; then
    soak "${2-}"
    return
  fi
  for argument; do
    shift
    case $argument in
    --long) long=yes ;;
    -pl* | --projects* | -rf* | --resume-from*) # some modules, with all their tests
      order=''
      set -- "$@" "$argument"
      ;;
    *) set -- "$@" "$argument" ;;
    esac
  done
  lock
  # shellcheck disable=SC2086,SC2154 # names of groups, in tools/setup.sh
  set_up $tested || echo "penstock: tests that need what is absent fail or are skipped"
  : >"$own/test.began"
  rm -rf "$root/target/campaigns"
  before_build
  if [ "$long" = yes ]; then set -- "$@" -Dtest.excluded= "-Dtest.limit=5 h" -Dtest.cases=400 -Dtest.compiler= -Dolder.lucene.excluded=none; fi
  outcome=0
  # Three modules at a time: what starts processes and waits for devices leaves processors idle.
  # shellcheck disable=SC2086 # nothing, or two words
  run_maven verify --threads 3 $order "$@" || outcome=$?
  sum_up
  tell_campaigns
  campaigns=$(list_campaigns)
  if [ "$long" = no ] && [ -n "$campaigns" ]; then
    echo "Not run: the long campaigns in $campaigns; Lucene's suites of codecs with its oldest version. ./penstock test --long runs them too"
  fi
  if [ "$outcome" != 0 ]; then exit "$outcome"; fi
  after_build
}

# ---- benchmarks ------------------------------------------------------------------------------------------------------

benchmark() {
  lock
  run_maven -q package --projects benchmarks --also-make -Dmaven.test.skip -Dspotless.check.skip
  unlock
  exec "$jdk/bin/java" -jar "$root/benchmarks/target/benchmarks.jar" "$@"
}
