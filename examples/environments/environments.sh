#!/bin/sh
# Runs AllParts, a check of every part of Penstock against plain JDK code, in many environments: JVM
# options, limits, users, locales, file systems, temporary folders, closed streams, refused system calls.
#
#   environments.sh [SETTING...]   prints a Markdown table, a row for each setting
#   environments.sh --list         prints the names of all settings
#
#   JOBS                           how many settings are checked at once (as many as there are processors)
#   LIMIT_SECONDS                  how long one check may take before it is ended and its threads are shown (180)
#
# It needs what `./penstock build` makes and a JDK 25 (JAVA_HOME, or java on the path). What a setting
# needs beyond that (root, a C compiler, mkfs.xfs, ...) it looks for; where that is missing the row says so.
# Exit status 1 if a part failed in any setting.

set -u

here=$(cd "${0%/*}" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
work=''
parts='arrays streams memory text trees cache compression zip objects messages'
native=--enable-native-access=ALL-UNNAMED
# Where the setting is not about compiled code or what a collector does to it, the JVM's second compiler would take longer than the check.
brief="$native -XX:TieredStopAtLevel=1"

# ---- what settings are made of ---------------------------------------------------------------------------------------

# The check, by a JVM with these options. TARGET is the folder in which it writes.
check() { "$java" -XX:+IgnoreUnrecognizedVMOptions $native "$@" -cp "$classpath" AllParts "${TARGET:-$work}"; }

briefly() { check $brief "$@"; }

# The same, as the words of a command for programs that start one.
command_line() { printf '%s\n' "$java" $brief "$@" -cp "$classpath" AllParts "${TARGET:-$work}"; }

absent() {
  echo "absent: $1"
  exit 77
}

need() { command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ] || [ -x "/sbin/$1" ] || absent "needs $1"; }
need_root() { [ "$(id -u)" = 0 ] || absent "needs root"; }
# Mounts are made in a namespace of their own, which takes them along when it ends.
in_mounts() {
  need_root
  need unshare
  unshare --mount --propagation private -- sh -c "$1" sh "$work" "$java" "$classpath" || exit
}

# The check on a file system: $1 is what makes and mounts it on "$1/mnt", as root.
on_file_system() {
  mkdir -p "$work/mnt"
  in_mounts "$1"' && exec "$2" '"$brief"' -cp "$3" AllParts "$1/mnt"'
}

on_image() {
  need "$1"
  on_file_system 'truncate -s '"$2"' "$1/image" && '"$3"' "$1/image" >"$1/mkfs.log" 2>&1 && mount -o loop '"$4"' "$1/image" "$1/mnt" || { echo "absent: cannot be mounted here"; exit 77; }'
}

# The check with a temporary folder that something is wrong with, mounted on "$1/tmp".
with_temporary_folder() {
  mkdir -p "$work/tmp"
  in_mounts "$1"' && exec "$2" '"$brief"' -Djava.io.tmpdir="$1/tmp" -cp "$3" AllParts "$1"'
}

refusing() {
  need cc
  cc -O2 -o "$work/refuse" "$here/refuse.c" || absent "refuse.c does not compile here"
  command_line | { set --; while IFS= read -r word; do set -- "$@" "$word"; done; exec "$work/refuse" "$error" "$calls" -- "$@"; }
}

# ---- the settings ----------------------------------------------------------------------------------------------------

settings='plain module-path
serial parallel g1 zgc shenandoah compact-headers alignment-16 no-compressed-oops avx-0 avx-1 avx-2 avx-3 check-jni interpreter c1
heap-32m direct-512k native-access-denied
processors-1 processors-16 processors-64 one-cpu-of-the-set
descriptors-64 small-stack cpu-seconds memory-cgroup
another-user others-files hidden-processes
spanish turkish arabic c-locale
tmpfs ext4 xfs btrfs ntfs-3g overlay
tmpdir-noexec tmpdir-read-only tmpdir-full tmpdir-missing
no-network stdin-closed stderr-closed
old-kernel narrow-container no-copy-range'

setting() {
  case $1 in
  plain) check ;;
  module-path)
    need jar
    "$java" --module-path "$modules" --add-modules io.penstock.text,io.penstock.tree,io.penstock.zstd,io.penstock.lz4,io.penstock.libdeflate,io.penstock.analysis,io.penstock.message \
      --enable-native-access=io.penstock,com.github.luben.zstd_jni,org.lz4.java,aircompressor.v3 --illegal-native-access=deny \
      -XX:TieredStopAtLevel=1 \
      -cp "$classes" AllParts "$work"
    ;;
  serial) check -XX:+UseSerialGC ;;
  parallel) check -XX:+UseParallelGC ;;
  g1) check -XX:+UseG1GC -Xmx512m ;;
  zgc) check -XX:+UseZGC -Xmx512m ;;
  shenandoah)
    "$java" -XX:+UseShenandoahGC -version >/dev/null 2>&1 || absent "this JDK has no Shenandoah"
    check -XX:+UseShenandoahGC -Xmx512m
    ;;
  compact-headers) check -XX:+UseCompactObjectHeaders ;;
  alignment-16) check -XX:ObjectAlignmentInBytes=16 ;;
  no-compressed-oops) check -XX:-UseCompressedOops ;;
  avx-*)
    case $(uname -m) in x86_64) check "-XX:UseAVX=${1#avx-}" ;; *) absent "no x86-64" ;; esac
    ;;
  check-jni) briefly -Xcheck:jni >"$work/out" && grep -v '^WARNING\|^\s*at \|in call to\|^$' "$work/out" ;;
  interpreter) check -Xint ;;
  c1) check -XX:TieredStopAtLevel=1 ;;
  heap-32m) briefly -Xmx32m ;;
  direct-512k) briefly -XX:MaxDirectMemorySize=512k ;;
  native-access-denied)
    "$java" --illegal-native-access=deny -XX:TieredStopAtLevel=1 -cp "$classpath" AllParts "$work"
    ;;
  processors-*) briefly "-XX:ActiveProcessorCount=${1#processors-}" ;;
  one-cpu-of-the-set)
    need taskset
    # shellcheck disable=SC2046 # no word of it has blanks but the class path, which has none of ours
    taskset -c 0 "$java" $brief -cp "$classpath" AllParts "$work"
    ;;
  descriptors-64) (ulimit -n 64 && briefly) ;;
  small-stack) briefly -Xss256k ;;
  cpu-seconds) (ulimit -t 120 && briefly) ;;
  memory-cgroup)
    need_root
    group=''
    if [ -d /sys/fs/cgroup/memory ]; then
      group=/sys/fs/cgroup/memory/penstock-$$
      mkdir "$group" 2>/dev/null && echo 256M >"$group/memory.limit_in_bytes" || absent "no memory cgroup can be made here"
    else
      group=/sys/fs/cgroup/penstock-$$
      mkdir "$group" 2>/dev/null && echo 256M 2>/dev/null >"$group/memory.max" || absent "no memory cgroup can be made here"
    fi
    (sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$java" $native -Dlarge.bytes=300000000 -Xmx64m -cp "$classpath" AllParts "$work")
    outcome=$?
    rmdir "$group" 2>/dev/null
    return $outcome
    ;;
  another-user)
    need_root
    need setpriv
    mkdir "$work/theirs" && chmod 777 "$work/theirs" && chmod 755 "$work"
    setpriv --reuid=65534 --regid=65534 --clear-groups "$java" $brief -cp "$classpath" AllParts "$work/theirs"
    ;;
  others-files) # a folder above the working one that may not be searched
    need_root
    need setpriv
    mkdir -p "$work/closed/theirs" && chmod 777 "$work/closed/theirs" && chmod 755 "$work"
    (cd "$work/closed/theirs" && chmod 700 .. && setpriv --reuid=65534 --regid=65534 --clear-groups "$java" $brief -cp "$classpath" AllParts .)
    ;;
  hidden-processes)
    need setpriv
    mkdir "$work/theirs" && chmod 777 "$work/theirs" && chmod 755 "$work"
    in_mounts 'mount -t proc -o hidepid=2 proc /proc || { echo "absent: /proc cannot be mounted"; exit 77; }; exec setpriv --reuid=65534 --regid=65534 --clear-groups "$2" '"$brief"' -cp "$3" AllParts "$1/theirs"'
    ;;
  spanish) briefly -Duser.language=es -Duser.country=ES ;;
  turkish) briefly -Duser.language=tr -Duser.country=TR ;;
  arabic) briefly -Duser.language=ar -Duser.country=EG ;;
  c-locale) (LC_ALL=C && export LC_ALL && briefly) ;;
  tmpfs) on_file_system 'mount -t tmpfs -o size=64m none "$1/mnt"' ;;
  ext4) on_image mkfs.ext4 64m 'mkfs.ext4 -q' '' ;;
  xfs) on_image mkfs.xfs 320m 'mkfs.xfs -q' '' ;;
  btrfs) on_image mkfs.btrfs 128m 'mkfs.btrfs -q' '' ;;
  ntfs-3g)
    need ntfs-3g
    on_image mkfs.ntfs 64m 'mkfs.ntfs -Q -F' '-t ntfs-3g'
    ;;
  overlay) on_file_system 'mount -t tmpfs none "$1/mnt" && mkdir "$1/mnt/low" "$1/mnt/up" "$1/mnt/work" "$1/mnt/all" && mount -t overlay -o lowerdir="$1/mnt/low",upperdir="$1/mnt/up",workdir="$1/mnt/work" none "$1/mnt/all" || { echo "absent: no overlay here"; exit 77; }; set -- "$1/mnt/all/." "$2" "$3"; mkdir "$1/mnt"' ;;
  tmpdir-noexec) with_temporary_folder 'mount -t tmpfs -o noexec none "$1/tmp"' ;;
  tmpdir-read-only) with_temporary_folder 'mount -t tmpfs -o ro none "$1/tmp"' ;;
  tmpdir-full) with_temporary_folder 'mount -t tmpfs -o size=4k none "$1/tmp" && { head -c 4096 /dev/zero >"$1/tmp/full"; true; }' ;;
  tmpdir-missing) briefly "-Djava.io.tmpdir=$work/nowhere" ;;
  no-network)
    need_root
    need unshare
    unshare --net "$java" $brief -cp "$classpath" AllParts "$work"
    ;;
  stdin-closed) briefly <&- ;;
  stderr-closed) briefly 2>&- ;;
  old-kernel) error=ENOSYS calls=cachestat,copy_file_range,openat2,renameat2,preadv2,io_uring_setup,memfd_create refusing ;;
  narrow-container) error=EPERM calls=cachestat,fallocate,memfd_create,io_uring_setup,copy_file_range,renameat2 refusing ;;
  no-copy-range) error=EOPNOTSUPP calls=copy_file_range,fallocate,sendfile,fadvise64 refusing ;;
  *)
    echo "environments: no setting is named $1: see --list" >&2
    exit 2
    ;;
  esac
}

# ---- the table -------------------------------------------------------------------------------------------------------

# The outcome of a part in what a check printed.
cell() {
  line=$(awk -F '\t' -v part="$1" '$1 == part { print $2 }' "$2")
  case $line in
  '') echo '**ended**' ;;
  failed*) echo '**failed**' ;;
  *) echo "$line" ;;
  esac
}

# The folder of the setting is there, and empty.
row() {
  work=$base/$1
  (setting "$1") >"$base/$1.out" 2>"$base/$1.err"
  outcome=$?
  if [ $outcome = 77 ]; then
    printf '| %s | not here: %s |' "$1" "$(sed -n 's/^absent: //p' "$base/$1.out")"
    for part in $parts; do [ "$part" = arrays ] || printf ' |'; done
    echo
    return
  fi
  printf '| %s |' "$1"
  for part in $parts; do printf ' %s |' "$(cell "$part" "$base/$1.out")"; done
  echo
  if [ $outcome != 0 ]; then
    : >"$base/$1.failed"
    { echo "-- $1: exit status $outcome"; grep -v '	ok' "$base/$1.out" | head -n 200; head -n 20 "$base/$1.err"; } >&2
  fi
}

# Makes the rows of those settings whose folder nobody else has made, and says which are done.
work_through() {
  for name; do
    mkdir "$base/$name" 2>/dev/null || continue
    row "$name" >"$base/$name.row"
    echo "$name"
  done
}

all_at_work() {
  job=0
  while [ $job -lt "$jobs" ]; do
    work_through "$@" &
    job=$((job + 1))
  done
  wait
}

# Prints the rows in the order of the settings, each as soon as those before it are done.
in_order() {
  while read -r finished; do
    : >"$base/$finished.done"
    while [ $# -gt 0 ] && [ -f "$base/$1.done" ]; do
      cat "$base/$1.row"
      shift
    done
  done
}

if [ "${1-}" = --list ]; then
  for name in $settings; do echo "$name"; done
  exit
fi
modules=$root/cli/target/modules
[ -d "$modules" ] || {
  echo "environments: $modules is missing: run ./penstock build first" >&2
  exit 2
}
base=$(mktemp -d "${TMPDIR:-/tmp}/penstock-environments.XXXXXX")
chmod 755 "$base"
trap 'rm -rf "$base"' EXIT
classes=$base/classes
# A check that hangs says where: SIGQUIT makes a JVM print its threads.
if command -v timeout >/dev/null 2>&1; then
  printf '#!/bin/sh\nexec timeout -s QUIT -k 10 %s "%s" "$@"\n' "${LIMIT_SECONDS:-180}" "$(command -v "$java")" >"$base/java"
  chmod 755 "$base/java"
  java=$base/java
fi
"$javac" -d "$classes" -cp "$modules/*" "$here/AllParts.java" || exit 2
classpath=$classes:$modules/\*
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
[ $# -gt 0 ] || set -- $settings
printf '| setting |'
for part in $parts; do printf ' %s |' "$part"; done
printf '\n|---|'
for part in $parts; do printf -- '---|'; done
echo
all_at_work "$@" | in_order "$@"
failed=''
for name; do [ ! -f "$base/$name.failed" ] || failed="$failed $name"; done
if [ -n "$failed" ]; then
  echo "environments: failed in$failed" >&2
  exit 1
fi
