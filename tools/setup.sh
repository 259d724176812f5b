# shellcheck shell=sh disable=SC2034,SC2154 # names that this file and the launcher have from each other
# The things that comparisons and tests want, and how each of them comes. ./penstock sources this file for `setup` and `test`;
# own, lock and complain are the launcher's.

# The two private Pythons: with NumPy, and with MPICH by the standard ABI.
venv=$own/venv
mpich=$own/mpich

# Group, thing, the programs that show that it is there (a+b: both, a|b: either, -: see `place`), Debian's packages.
catalogue() {
  cat <<'END'
c            cc          cc                           gcc libc6-dev
numpy        NumPy       -                            python3 python3-venv
mpi          Open-MPI    mpirun.openmpi+mpicc.openmpi openmpi-bin libopenmpi-dev
mpi          MPICH       mpiexec.hydra+mpicc.mpich    mpich libmpich-dev
mpi          MPI-ABI     -                            python3 python3-venv
mpj          MPJ-Express -                            libmpj-java
archivers    gzip        gzip                         gzip
archivers    pigz        pigz                         pigz
archivers    zip         zip                          zip
archivers    unzip       unzip                        unzip
archivers    zstd        zstd                         zstd
archivers    lz4         lz4                          lz4
file-systems XFS         mkfs.xfs                     xfsprogs
file-systems Btrfs       mkfs.btrfs                   btrfs-progs
file-systems NTFS        mkfs.ntfs+ntfs-3g            ntfs-3g
search       ripgrep     rg                           ripgrep
search       fd          fd|fdfind                    fd-find
fio          fio         fio                          fio
nginx        nginx       nginx                        nginx-light
nginx        wrk         wrk                          wrk
chromium     Chromium    chromium|chromium-browser|google-chrome|google-chrome-stable chromium
END
}

groups='c numpy mpi mpj archivers file-systems search fio nginx chromium'
tested='c numpy mpi archivers file-systems fio chromium'

purpose() {
  case $1 in
  c) echo "a C compiler, for the programs in C that all else is measured by" ;;
  numpy) echo "a private Python with NumPy, for array files" ;;
  mpi) echo "Open MPI, MPICH and a private MPICH with MPI's standard ABI and mpi4py, for messages and shared files" ;;
  mpj) echo "MPJ Express, for messages" ;;
  archivers) echo "gzip, pigz, zip, unzip, zstd and lz4, for archives" ;;
  file-systems) echo "the makers of XFS, Btrfs and NTFS, for the check of all parts on each" ;;
  search) echo "ripgrep and fd, for texts and trees of files" ;;
  fio) echo "fio, for devices" ;;
  nginx) echo "nginx and wrk, for files over HTTP" ;;
  chromium) echo "Chromium, or a browser of its family, for pages" ;;
  esac
}

# ---- what is there ---------------------------------------------------------------------------------------------------

# Debian keeps some programs where ordinary users do not look.
program() (
  PATH=$PATH:/usr/sbin:/sbin
  command -v "$1"
)

programs() {
  case $1 in
  *+*) program "${1#*+}" >/dev/null && program "${1%+*}" ;;
  *'|'*) program "${1%%|*}" || programs "${1#*|}" ;;
  *) program "$1" ;;
  esac
}

has_numpy() { "$1" -c 'import numpy' 2>/dev/null; }

# The library with the ABI of the MPI standard, its launcher and compiler, and mpi4py to compare files with.
has_standard_mpi() {
  [ -x "$mpich/bin/mpiexec" ] && [ -f "$mpich/lib/libmpi_abi.so.1" ] && "$mpich/bin/python" -c 'import mpi4py' 2>/dev/null
}

has_mpj() { [ -f "${MPJ_HOME:-/usr/share/mpj}/lib/mpj.jar" ]; }

# Says where a thing is; fails where it is absent.
place() {
  case $1 in
  NumPy) has_numpy "$venv/bin/python" && echo .penstock/venv ;;
  MPI-ABI) has_standard_mpi && echo .penstock/mpich ;;
  MPJ-Express) has_mpj && echo "${MPJ_HOME:-/usr/share/mpj}" ;;
  *) programs "$2" ;;
  esac
}

# ---- how it comes ----------------------------------------------------------------------------------------------------

# Without the lock (9): what a package starts would hold it on.
try_apt() { apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "$@" >"$own/apt.log" 2>&1 </dev/null 9>&-; }

# The lists of packages may be old, or not there at all: they are fetched when a package cannot be had, once.
apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  if try_apt "$@"; then return; fi
  if [ "$updated" = no ]; then
    updated=yes
    apt-get -q update >"$own/apt-update.log" 2>&1 </dev/null || :
    if try_apt "$@"; then return; fi
  fi
  why=$(sed -n '/^E: /{p;q;}' "$own/apt.log")
  why="apt-get failed, ${why:-see .penstock/apt.log}"
  return 1
}

# Installs packages where that is ours to do, else notes them for whoever may.
install() {
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    printf 'installing %s ... ' "$*"
    apt_install "$@"
    return
  fi
  why='absent'
  for package; do
    case " $lacking " in
    *" $package "*) ;;
    *) lacking="$lacking $package" ;;
    esac
  done
  return 1
}

can_make_python() { python3 -c 'import ensurepip, venv' 2>/dev/null; }

pip_install() {
  python=$1/bin/python
  shift
  "$python" -m pip install --quiet --disable-pip-version-check "$@"
}

make_venv() {
  rm -rf "$venv"
  if has_numpy python3; then
    python3 -m venv --system-site-packages "$venv"
  else
    python3 -m venv "$venv" && pip_install "$venv" numpy
  fi
}

make_mpich() {
  rm -rf "$mpich"
  python3 -m venv "$mpich" && pip_install "$mpich" mpich==5.0.2 mpi4py==4.1.2
}

# A private Python: the function that makes it, the name of its folder and log, Debian's packages.
make_python() {
  maker=$1
  name=$2
  shift 2
  can_make_python || install "$@" || return
  printf 'making .penstock/%s ... ' "$name"
  if "$maker" >"$own/$name.log" 2>&1 </dev/null; then return; fi
  why=$(tail -n 1 "$own/$name.log")
  why="failed, ${why:-see .penstock/$name.log}"
  return 1
}

# Debian starts a server as soon as it is installed; here it only takes part in comparisons.
stop_service() { { systemctl disable --now "$1" || service "$1" stop; } >/dev/null 2>&1 </dev/null || :; }

fetch() {
  thing=$1
  shift
  case $thing in
  NumPy) make_python make_venv venv "$@" ;;
  MPI-ABI) make_python make_mpich mpich "$@" ;;
  nginx) install "$@" && stop_service nginx ;;
  *) install "$@" ;;
  esac
}

# One line for a thing: where it is, what is done to get it, why it is still absent.
bring() {
  wanted=$1
  known_by=$2
  shift 2
  printf 'penstock: %s: ' "$wanted"
  if place "$wanted" "$known_by"; then return; fi
  why='not found, although all went well'
  if fetch "$wanted" "$@" && place "$wanted" "$known_by"; then return; fi
  echo "$why"
  absent="$absent $wanted"
}

# Brings the things of some groups; fails if one of them is still absent.
set_up() {
  updated=no
  lacking=''
  absent=''
  while read -r group thing known_by packages; do
    # shellcheck disable=SC2086 # names of packages
    case " $* " in
    *" $group "*) bring "$thing" "$known_by" $packages ;;
    esac
  done <<END
$(catalogue)
END
  if [ -n "$lacking" ]; then
    if command -v apt-get >/dev/null; then
      echo "penstock: as root: apt-get install$lacking"
    else
      echo "penstock: no apt-get here; what is to be installed, by Debian's names:$lacking"
    fi
  fi
  [ -z "$absent" ]
}

# ---- the verb --------------------------------------------------------------------------------------------------------

# The things of a group that are absent, each after a blank.
absent_of() {
  catalogue | while read -r group thing known_by _; do
    if [ "$group" = "$1" ] && ! place "$thing" "$known_by" >/dev/null; then printf ' %s' "$thing"; fi
  done
}

list_groups() {
  for each; do
    missing=$(absent_of "$each")
    if [ -z "$missing" ]; then state=there; else state="no$missing"; fi
    printf '%-13s %s: %s\n' "$each" "$(purpose "$each")" "$state"
  done
}

# A name with a blank in it may be found in the list too.
is_group() {
  for known in $groups; do
    if [ "$known" = "$1" ]; then return; fi
  done
  return 1
}

usage() {
  echo "Usage: penstock setup [--list] [GROUP...]"
  echo "Brings what comparisons and tests want, by group (default: all); --list says what is there."
  for each in $groups; do
    printf '  %-13s %s\n' "$each" "$(purpose "$each")"
  done
}

setup() {
  action=set_up
  case ${1-} in
  --help | -h)
    usage
    return
    ;;
  --list)
    action=list_groups
    shift
    ;;
  esac
  for each; do
    if ! is_group "$each"; then
      complain "setup: no group '$each', there are $groups; --list says what each is for"
      exit 2
    fi
  done
  # shellcheck disable=SC2086 # names of groups
  if [ $# = 0 ]; then set -- $groups; fi
  if [ "$action" = set_up ]; then lock; fi
  "$action" "$@"
}
