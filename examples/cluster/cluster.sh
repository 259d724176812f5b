#!/bin/sh
# Several hosts on one Linux machine, for trying what a cluster does: each has an address on a network of their own, a host
# name, processes, /tmp, /run, /var/spool and /dev/shm of its own, an sshd, and, if wanted, munge and Slurm. All other
# folders are the machine's, and thus common. Nothing of the machine's own network, sshd or /etc is touched. Wants root.
#
#   cluster.sh start [--ssh] [HOSTS]    starts node1 to nodeN (3), and waits until they serve; --ssh: without Slurm
#   cluster.sh stop                     ends every process of theirs, and removes all that was made
#   cluster.sh run HOST COMMAND...      runs a command on a host, in the current folder, with these standard streams
#   cluster.sh cut HOST HOST            packets between the two are lost from now on, without a word to either
#   cluster.sh mend HOST HOST           ends that
#   cluster.sh unplug HOST              takes a host off the network
#   cluster.sh plug HOST                ends that
#   cluster.sh kill HOST                takes a host off the network, then kills all its processes, as a lost power supply would
#   cluster.sh revive HOST              starts a host that was killed
#   cluster.sh left                     prints what is left on the hosts besides their services: processes, and files in /tmp
#                                       and /dev/shm; status 1 if there is any
#   cluster.sh install                  installs what is absent (Debian, Ubuntu)
#
# CLUSTER  the folder for what the hosts have for themselves (/var/tmp/penstock-cluster). Nothing else is written. It must
#          not lie below /tmp, of which each host has its own.
# CLUSTER_INSTALL  "never" installs nothing: what is absent is named, and the status is 77

set -eu

state=${CLUSTER:-/var/tmp/penstock-cluster}
net=10.71.0
nowhere=02:00:00:00:00:ff # an address that no interface has
patience=60               # seconds for a service to begin, on a busy machine

die() {
  printf 'cluster.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

# ---- what it needs ---------------------------------------------------------------------------------------------------

# The packages whose programs are absent, each once.
absent() {
  PATH=$PATH:/usr/sbin:/sbin
  {
    command -v ip >/dev/null || echo iproute2
    command -v unshare >/dev/null || echo util-linux
    command -v setsid >/dev/null || echo util-linux
    command -v sshd >/dev/null || echo openssh-server
    command -v ssh >/dev/null || echo openssh-client
    command -v pgrep >/dev/null || echo procps
    if [ "$services" = slurm ]; then
      command -v munged >/dev/null || echo munge
      command -v slurmctld >/dev/null || echo slurmctld
      command -v slurmd >/dev/null || echo slurmd
      command -v srun >/dev/null || echo slurm-client
      [ -n "$(find /usr/lib -name mpi_pmix.so -path '*slurm*' 2>/dev/null)" ] || echo slurm-wlm-basic-plugins
      command -v mpirun.openmpi >/dev/null || echo openmpi-bin
      command -v mpiexec.hydra >/dev/null || echo mpich
    fi
  } | sort -u | tr '\n' ' '
}

# Status 77 says that it cannot be done here.
require() {
  [ "$(uname -s)" = Linux ] || die "this needs namespaces, which Linux has alone" 77
  [ "$(id -u)" = 0 ] || die "this needs root, for namespaces and network interfaces" 77
  unshare --mount --pid --fork --uts --ipc --net true 2>/dev/null ||
    die "this needs namespaces, which this system does not let root make" 77
  packages=$(absent)
  [ -n "$packages" ] || return 0
  [ "${CLUSTER_INSTALL-}" != never ] || die "this needs $packages" 77
  install "$packages"
  packages=$(absent)
  [ -z "$packages" ] || die "this still needs $packages" 77
}

# No service of a package may start on the machine itself: the policy that says so stands for this shell alone.
install() {
  command -v apt-get >/dev/null || die "this needs what Debian has in $1" 77
  printf 'cluster.sh: installs %s\n' "$1" >&2
  policy=/usr/sbin/policy-rc.d
  made=
  if [ ! -e "$policy" ]; then
    made=$policy
    trap 'rm -f "$made"' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
  fi
  # shellcheck disable=SC2086 # a list of words
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $1 >&2 ||
    die "apt-get could not install $1(after apt-get update it may)"
  if [ -n "$made" ]; then rm -f "$made"; fi
  trap - EXIT HUP INT TERM
}

# ---- the common files ------------------------------------------------------------------------------------------------

hosts() { cat "$state/hosts"; }

address() { echo "$net.${1#node}"; }

known() {
  [ -d "$state" ] || die "no cluster runs with $state: start one"
  case " $(hosts | tr '\n' ' ') " in
  *" $1 "*) ;;
  *) die "there is no host $1" ;;
  esac
}

prepare() {
  mkdir -m 755 "$state" 2>/dev/null || die "$state exists: stop the cluster that it belongs to, or name another with CLUSTER"
  mkdir -m 700 "$state/ssh" "$state/munge"
  mkdir "$state/slurm" "$state/nodes"
  i=1
  while [ "$i" -le "$1" ]; do
    echo "node$i"
    i=$((i + 1))
  done >"$state/hosts"
  echo "$services" >"$state/services"
  {
    echo "127.0.0.1 localhost"
    for host in $(hosts); do echo "$(address "$host") $host"; done
  } >"$state/etc-hosts"
  : >"$state/resolv.conf" # no name server is in reach: to ask one would only take time
  prepare_ssh
  if [ "$services" = slurm ]; then prepare_slurm "$1"; fi
}

prepare_ssh() {
  ssh-keygen -q -t ed25519 -N '' -C cluster -f "$state/ssh/host_key"
  ssh-keygen -q -t ed25519 -N '' -C cluster -f "$state/ssh/user_key"
  cp "$state/ssh/user_key.pub" "$state/ssh/authorized_keys"
  echo "* $(cat "$state/ssh/host_key.pub")" >"$state/ssh/known_hosts"
  cat >"$state/ssh/ssh_config" <<END
Host *
  IdentityFile /etc/ssh/user_key
  IdentitiesOnly yes
  GlobalKnownHostsFile /etc/ssh/known_hosts
  UserKnownHostsFile /dev/null
  StrictHostKeyChecking yes
END
  # Shells read no profile: those on several hosts would read the machine's one at a time, and what it prints is a rank's.
  cat >"$state/ssh/sshd_config" <<END
SetEnv HOME=/tmp
HostKey /etc/ssh/host_key
AuthorizedKeysFile /etc/ssh/authorized_keys
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
StrictModes no
UsePAM no
PrintMotd no
PidFile /run/sshd.pid
LoginGraceTime 30
ClientAliveInterval 10
ClientAliveCountMax 2
END
}

# Slurm does not look how many processors there are: hosts have more than the machine.
prepare_slurm() {
  head -c 1024 /dev/urandom >"$state/munge/munge.key"
  chmod 400 "$state/munge/munge.key"
  cat >"$state/slurm/slurm.conf" <<END
ClusterName=penstock
SlurmctldHost=node1
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
StateSaveLocation=/var/spool/slurmctld
SlurmdSpoolDir=/var/spool/slurmd
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.pid
SlurmctldLogFile=/var/spool/slurmctld.log
SlurmdLogFile=/var/spool/slurmd.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MailProg=/bin/true
JobRequeue=0
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=30
KillWait=10
NodeName=node[1-$1] NodeAddr=$net.[1-$1] CPUs=4 RealMemory=2000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES OverSubscribe=NO MaxTime=INFINITE State=UP
END
  echo 'CgroupPlugin=cgroup/v1' >"$state/slurm/cgroup.conf"
}

# ---- a host ----------------------------------------------------------------------------------------------------------

# A process is named by its number and its start, since numbers are used again.
started() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20; }

note() { echo "$1 $(started "$1")" >"$2"; }

# The process that a file notes, if it runs.
noted() {
  [ -r "$1" ] || return 1
  read -r pid since <"$1" || return 1
  [ -n "$since" ] && [ "$(started "$pid")" = "$since" ] && echo "$pid"
}

# Starts a process with namespaces of its own, and notes the first one in there.
#   separate FILE OPTION... COMMAND...
separate() {
  file=$1
  shift
  setsid unshare --fork --kill-child=KILL "$@" </dev/null >>"$state/log" 2>&1 &
  parent=$!
  await "a namespace" child "$parent" "$file"
}

child() {
  pid=$(pgrep -P "$1" -o) || return 1
  [ -n "$(started "$pid")" ] || return 1
  note "$pid" "$2"
}

# Waits until a command succeeds, which it runs every 50 ms.
await() {
  what=$1
  shift
  left=$((patience * 20))
  until "$@"; do
    [ "$left" -gt 0 ] || die "$what did not come within $patience s: see $state/log"
    left=$((left - 1))
    sleep 0.05
  done
}

switch() { noted "$state/switch" || die "the network is gone: stop the cluster"; }

on_switch() { nsenter -t "$(switch)" -n "$@"; }

start_network() {
  separate "$state/switch" --net sleep infinity
  on_switch ip link add hosts type bridge
  on_switch ip link set hosts up
}

init() { noted "$state/nodes/$1/init" || die "$1 does not run"; }

# Runs a command on a host, in this folder. A program that ends at the end of the script would end with it by PDEATHSIG.
enter() {
  host=$1
  shift
  nsenter -t "$(init "$host")" -m -u -i -n -p -w"$PWD" -- "$@"
}

start_host() {
  host=$1
  own=$state/nodes/$host
  mkdir -p "$own"
  rm -f "$own"/*
  cat /proc/sys/kernel/random/uuid >"$own/boot_id"
  tr -d - <"$own/boot_id" >"$own/machine-id"
  echo "$host" >"$own/hostname"
  separate "$own/init" --pid --mount-proc --mount --propagation private --uts --ipc --net sh "$self" init "$host"
  on_switch ip link add "$host" type veth peer name eth0 netns "$(init "$host")"
  on_switch ip link set "$host" master hosts up
  await "the start of $host" test -e "$own/ready"
  await "sshd of $host" serves "$host"
}

serves() { enter "$1" ssh -o BatchMode=yes -o ConnectTimeout=5 localhost true </dev/null >/dev/null 2>&1; }

# The first process of a host. Mounts vanish with it, and so do processes and the network.
init_host() {
  host=$1
  own=$state/nodes/$host
  hostname "$host"
  for folder in /tmp /run /var/spool /dev/shm; do mount -t tmpfs -o mode=755 tmpfs "$folder"; done
  chmod 1777 /tmp /dev/shm
  mkdir -p /run/lock /run/sshd /run/munge /var/spool/slurmd /var/spool/slurmctld
  cover "$state/etc-hosts" /etc/hosts
  cover "$own/hostname" /etc/hostname
  cover "$own/machine-id" /etc/machine-id
  cover "$own/boot_id" /proc/sys/kernel/random/boot_id
  cover "$state/resolv.conf" /etc/resolv.conf
  mount --bind "$state/ssh" /etc/ssh
  if [ "$services" = slurm ]; then
    mount --bind "$state/slurm" /etc/slurm
    mount --bind "$state/munge" /etc/munge
  fi
  ip link set lo up
  await "the network of $host" ip link show eth0 >/dev/null 2>&1
  ip addr add "$(address "$host")/24" dev eth0
  ip link set eth0 up
  "$(command -v sshd)"
  if [ "$services" = slurm ]; then
    munged --key-file=/etc/munge/munge.key --force --log-file=/run/munge/munged.log --seed-file=/run/munge/seed \
      --pid-file=/run/munge/munged.pid
    if [ "$host" = node1 ]; then slurmctld; fi
    slurmd -N "$host"
  fi
  : >"$own/ready"
  # Takes over the processes whose parents have ended, and waits for their ends.
  sleep infinity &
  while :; do wait $! || :; done
}

cover() { if [ -e "$2" ]; then mount --bind "$1" "$2"; fi; }

# The processes of a host, as this machine numbers them, but for what looks at them.
processes() {
  inside=$(readlink "/proc/$(init "$1")/ns/pid")
  for entry in /proc/[0-9]*; do
    if [ "$(readlink "$entry/ns/pid" 2>/dev/null)" = "$inside" ]; then echo "${entry#/proc/}"; fi
  done
}

# Whether a process belongs to the services of the host with that first process.
is_service() {
  [ "$1" != "$2" ] || return 0
  case $(cat "/proc/$1/comm" 2>/dev/null) in
  munged | slurmctld* | slurmd | slurmd-wlm | slurmscriptd) ;;
  sshd | sleep) [ "$(parent_of "$1")" = "$2" ] ;;
  *) false ;;
  esac
}

parent_of() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 2; }

# ---- verbs -----------------------------------------------------------------------------------------------------------

start() {
  services=slurm
  if [ "${1-}" = --ssh ]; then
    services=ssh
    shift
  fi
  count=${1:-3}
  case $count in
  '' | *[!0-9]* | ????*) die "$count is no number of hosts" ;;
  esac
  { [ "$count" -ge 1 ] && [ "$count" -le 200 ]; } || die "$count hosts: 1 to 200"
  case $state in
  /tmp/* | /run/* | /var/spool/* | /dev/shm/*) die "CLUSTER=$state lies in a folder of which each host has its own" ;;
  /*) ;;
  *) die "CLUSTER=$state is not absolute" ;;
  esac
  require
  prepare "$count"
  trap 'status=$?; [ "$status" = 0 ] || stop' EXIT
  trap 'exit 1' HUP INT TERM
  start_network
  for host in $(hosts); do start_host "$host"; done
  if [ "$services" = slurm ]; then await "Slurm" all_idle "$count"; fi
}

all_idle() { [ "$(enter node1 sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" = "$1" ]; }

# The end of a host's first process ends all others, whatever they do.
stop_host() {
  if first=$(noted "$state/nodes/$1/init"); then
    kill -KILL "$first" 2>/dev/null || :
    await "the end of $1" gone "$state/nodes/$1/init"
  fi
  if noted "$state/switch" >/dev/null; then on_switch ip link del "$1" 2>/dev/null || :; fi # the system itself takes a while
}

gone() { ! noted "$1" >/dev/null; }

stop() {
  [ -d "$state" ] || die "no cluster runs with $state"
  [ -f "$state/hosts" ] || die "$state is no folder of a cluster: nothing is removed"
  for host in $(hosts); do stop_host "$host"; done
  if switch=$(noted "$state/switch"); then
    kill -KILL "$switch"
    await "the end of the network" gone "$state/switch"
  fi
  rm -r "$state"
}

neighbour() {
  enter "$1" ip neigh replace "$(address "$2")" lladdr "$nowhere" dev eth0 nud permanent
}

forget() { enter "$1" ip neigh del "$(address "$2")" dev eth0; }

# The neighbours' addresses lead nowhere: what is sent is lost on the way, as on a broken line between two switches.
sever() {
  neighbour "$1" "$2"
  neighbour "$2" "$1"
}

rejoin() {
  forget "$1" "$2"
  forget "$2" "$1"
}

revive() {
  if noted "$state/nodes/$1/init" >/dev/null; then die "$1 runs"; fi
  services=$(cat "$state/services")
  start_host "$1"
}

left() {
  status=0
  for host in $(hosts); do
    noted "$state/nodes/$host/init" >/dev/null || continue
    left_processes "$host" || status=1
    left_files "$host" || status=1
  done
  return "$status"
}

left_processes() {
  first=$(init "$1")
  found=0
  for pid in $(processes "$1"); do
    if ! is_service "$pid" "$first"; then
      line=$(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | head -c 160) 2>/dev/null || continue
      [ -n "$line" ] || continue # it has ended
      echo "$1: process $pid: $line"
      found=1
    fi
  done
  return "$found"
}

# A JVM that is killed leaves its counters for the next one to remove.
left_files() {
  files=$(nsenter -t "$(init "$1")" -m find /tmp /dev/shm -mindepth 1 -not -path '/tmp/hsperfdata_*' 2>/dev/null) || return 0
  [ -n "$files" ] || return 0
  echo "$files" | sed "s/^/$1: file /"
  return 1
}

usage() {
  sed -n '2,/^$/s/^# \{0,1\}//p' "$self" >&2
  exit 2
}

self=$(cd "$(dirname "$0")" && pwd -P)/$(basename "$0")
PATH=$PATH:/usr/sbin:/sbin
services=slurm
[ $# -gt 0 ] || usage
verb=$1
shift
case $verb in
start) start "$@" ;;
stop) stop ;;
install) require ;;
init)
  services=$(cat "$state/services")
  init_host "$1"
  ;;
run)
  [ $# -ge 2 ] || usage
  known "$1"
  host=$1
  shift
  first=$(init "$host")
  exec nsenter -t "$first" -m -u -i -n -p -w"$PWD" -- "$@"
  ;;
cut | mend)
  [ $# = 2 ] || usage
  known "$1"
  known "$2"
  case $verb in
  cut) sever "$1" "$2" ;;
  mend) rejoin "$1" "$2" ;;
  esac
  ;;
unplug)
  known "${1:?a host}"
  on_switch ip link set "$1" down
  ;;
plug)
  known "${1:?a host}"
  on_switch ip link set "$1" up
  ;;
kill)
  known "${1:?a host}"
  on_switch ip link set "$1" down
  stop_host "$1"
  ;;
revive)
  known "${1:?a host}"
  revive "$1"
  ;;
left)
  [ -d "$state" ] || die "no cluster runs with $state"
  left
  ;;
*) usage ;;
esac
