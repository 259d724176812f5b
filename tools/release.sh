# shellcheck shell=sh disable=SC2154 # names that this file has from the launcher
# An installation of the command, and the bundle of a release. ./penstock sources this file for `install` and `release`.

# The newest time that a file of a release bears, as in pom.xml.
release_time=2026-01-01T00:00:00Z

# ---- installation ----------------------------------------------------------------------------------------------------

# Puts the command that $built holds into a folder, as bin, lib and share: all but the caches of classes, which fit one machine.
lay_out() {
  to=$1
  lib=$to/lib/penstock
  rm -rf "$lib"
  mkdir -p "$to/bin" "$lib/tools" "$to/share/doc/penstock"
  cp "$root/penstock" "$lib/penstock"
  cp "$root/tools/setup.sh" "$lib/tools/"
  find_jar
  cp "$jar" "$lib/"
  cp -R "$modules" "$peers" "$root/examples" "$lib/"
  ln -sf ../lib/penstock/penstock "$to/bin/penstock"
  cp "$root/LICENSE" "$root/NOTICE" "$root/README.md" "$root/CHANGELOG.md" "$to/share/doc/penstock/"
  if [ -f "$built/bom.json" ]; then cp "$built/bom.json" "$to/share/doc/penstock/bill-of-materials.json"; fi
  (run_java -m io.penstock.cli/io.penstock.cli.Documentation "$to") || die "the manual could not be written to $to/share"
}

install() {
  prefix=''
  while [ $# -gt 0 ]; do
    case $1 in
    --prefix)
      shift
      prefix=${1-}
      ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    *)
      complain "install takes --prefix DIR, not '$1'"
      exit 2
      ;;
    esac
    if [ $# -gt 0 ]; then shift; fi
  done
  if [ -z "$prefix" ]; then
    complain "install needs a folder: ./penstock install --prefix ~/.local"
    exit 2
  fi
  mkdir -p "$prefix" 2>/dev/null || die "$prefix cannot be made: choose another folder, or become root"
  prefix=$(cd "$prefix" && pwd -P)
  [ -w "$prefix" ] || die "$prefix cannot be written: choose another folder, or become root"
  if [ "${PENSTOCK_BUILD-}" != never ] && stale; then build_quietly; fi
  lay_out "$prefix"
  "$prefix/lib/penstock/penstock" --make-caches
  echo "penstock: installed $("$prefix/bin/penstock" --version) in $prefix"
  case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) echo "penstock: $prefix/bin is not on your PATH" ;;
  esac
}

# ---- release ---------------------------------------------------------------------------------------------------------

libraries=core,text,tree,compress,zstd,lz4,libdeflate,object,analysis,fory,message,mpi,mpijava,lucene,bom

# Exports the last commit to a folder, so that nothing of this checkout gets into a release.
export_to() {
  rm -rf "$1"
  mkdir -p "$1"
  git -C "$root" archive HEAD | tar -x -C "$1"
}

# Builds an export into the repository beside it.
deploy() {
  tree=$1
  shift
  (
    root=$tree
    run_maven -q deploy -Prelease "-Drevision=$version" -Dspotless.check.skip -Dmaven.test.skip \
      "-DaltDeploymentRepository=bundle::file:$tree-bundle" "$@"
  ) || die "the build of the release failed"
  find "$tree-bundle" -name 'maven-metadata.xml*' -exec rm -f {} +
}

release() {
  signed='-Psign'
  for argument; do
    case $argument in
    --dry-run) signed='' ;;
    *)
      complain "release takes --dry-run, not '$argument'"
      exit 2
      ;;
    esac
  done
  lock
  version=$(sed -n 's|.*<revision>\(.*\)-SNAPSHOT</revision>.*|\1|p' "$root/pom.xml")
  work=$own/release
  rm -rf "$work"
  [ -z "$(git -C "$root" status --porcelain)" ] || complain "what is not committed is not in the release"
  echo "penstock: building $version twice from $(git -C "$root" rev-parse --short HEAD)"
  export_to "$work/first"
  export_to "$work/second"
  deploy "$work/second" --projects "$libraries" --also-make
  # The consumers build against these artifacts and check them.
  # shellcheck disable=SC2086 # one word or none
  deploy "$work/first" $signed "-Dconsumers.bundle=$work/first-bundle"
  diff -r -x '*.asc*' "$work/first-bundle" "$work/second-bundle" || die "two builds of one commit differ"
  bundle=$work/penstock-$version-bundle.zip
  pack_reproducibly "$work/first-bundle" "$bundle" io
  make_application
  echo "penstock: $bundle, to be uploaded to the repository"
  echo "penstock: $work/penstock-$version.zip, the command for a JDK 25 that is there"
  echo "penstock: $work/penstock-$version-$(uname -s)-$(uname -m).zip, the command with its JDK"
}

# Packs some of a folder into a zip, in the order of names and with one time.
pack_reproducibly() {
  folder=$1
  archive=$2
  shift 2
  command -v zip >/dev/null || die "zip is not installed: run ./penstock setup archivers"
  (cd "$folder" && find "$@" -exec touch -h -d "$release_time" {} + && find "$@" ! -type d | LC_ALL=C sort | TZ=UTC zip -q -X -y "$archive" -@)
}

# The command as two archives: with a launcher that looks for a JDK, and with a JDK of the modules that it needs.
make_application() (
  root=$work/first
  built=$root/cli/target
  modules=$built/modules
  peers=$built/peers
  home=$work/penstock-$version
  lay_out "$home"
  pack_reproducibly "$work" "$work/penstock-$version.zip" "penstock-$version"
  "$jdk/bin/jlink" --add-modules "$(needed_modules)" --strip-debug --no-header-files --no-man-pages --output "$home/lib/penstock/jdk"
  pack_reproducibly "$work" "$work/penstock-$version-$(uname -s)-$(uname -m).zip" "penstock-$version"
)

# The JDK's modules that the command and the peers of its evaluation use, and the one that opens zip files as file systems.
needed_modules() {
  find_jar
  peers_path=$(find "$peers" -name '*.jar' | paste -s -d : -)
  used=$("$jdk/bin/jdeps" --print-module-deps --ignore-missing-deps --multi-release 25 -q --module-path "$modules" --class-path "$peers_path" \
    "$peers"/*.jar "$modules"/*.jar "$jar") || die "jdeps cannot tell the modules of the command: $used"
  echo "$used,jdk.zipfs"
}
