#!/usr/bin/env bash
# Runs jobs on a cluster of cluster.sh and lets faults happen to them, all drawn from a seed: ranks, launchers and hosts that are
# killed, networks that are cut, signals, cancelled jobs, time limits. A job has to end within the documented time, with the right
# result or a status other than 0, and to leave no process and no file on any host.
#
#   campaign.sh [--seed N] [--runs N] [--from N] [--only WORDS] [--keep]
#
#   --seed N      decides what is drawn (1)
#   --runs N      how many (20)
#   --from N      begins with this one; each run depends on the seed and its number alone
#   --only WORDS  only runs whose line begins with them: "penstock", "pmix Heat"
#   --keep        leaves the cluster running
#
# It prints a line for each run: number, launcher, program, fault, second of the fault, exit status, seconds from the fault until the
# job had ended and until nothing was left, verdict. Exit status 1 if any failed. Wants root, what `./penstock build` makes, and
# JAVA_HOME or java on the path.
#
# CLUSTER  as for cluster.sh;  WORK  a folder that all hosts see, outside /tmp (/var/tmp/penstock-campaign)

set -u

here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
cluster=$here/cluster.sh
work=${WORK:-/var/tmp/penstock-campaign}
seed=1 runs=20 from=1 only='' keep=''
slack=25 # seconds that a busy machine may take for what takes no time

while [ $# -gt 0 ]; do
  case $1 in
    --seed) seed=$2; shift ;;
    --runs) runs=$2; shift ;;
    --from) from=$2; shift ;;
    --only) only=$2; shift ;;
    --keep) keep=yes ;;
    *) sed -n '2,/^$/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
  shift
done

export PENSTOCK=${PENSTOCK:-$root} PENSTOCK_BUILD=never
export CLASSES=$work/classes
# MPICH before 4.2, which Debian 12 has, hangs in the end of every program over several hosts with TCP, in C as well.
mpich=$PENSTOCK/.penstock/mpich
hydra=mpiexec.hydra
if [ -x "$mpich/bin/mpiexec" ]; then hydra=$mpich/bin/mpiexec; fi
if [ -z "${JAVA_HOME-}" ]; then JAVA_HOME=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")"); fi
export JAVA_HOME
unset TMPDIR

die() { echo "campaign.sh: $1" >&2; exit 1; }

on() { "$cluster" run "$@"; }

now() { date +%s%3N; }

# ---- what is drawn ---------------------------------------------------------------------------------------------------

draw() { # one of the words
  local words=("$@")
  drawn=${words[RANDOM % ${#words[@]}]}
}

draw_run() {
  RANDOM=$((seed * 1009 + $1))
  draw penstock penstock penstock openmpi hydra pmi2 pmix tcp
  launcher=$drawn
  draw Heat ParallelSort SharedField
  program=$drawn
  case $launcher in
    penstock) draw none rank rank host host launcher term cut5 cut5 cut60 unplug5 unplug60 launcher-host ;;
    openmpi) draw none rank rank launcher term cut5 host unplug60 ;;
    hydra) draw none rank rank launcher term cut5 ;;
    *) draw none rank rank cut5 scancel scancel host limit ;;
  esac
  fault=$drawn
  draw node1:1,node2:2,node3:1 node2:2,node3:2 node1:2,node2:1,node3:1
  hosts=$drawn
  second=$((RANDOM % 200))
  draw node2 node3
  victim=$drawn
}

# The program's words: each works for some ten seconds.
words() {
  case $program in
    Heat) echo "Heat $folder/out.npy 200 200 ${HEAT_STEPS:-20000}" ;;
    ParallelSort) echo "ParallelSort $folder/out.npy ${SORT_NUMBERS:-12000000}" ;;
    SharedField) echo "SharedField $folder/out.npy 400 300 ${FIELD_ROUNDS:-60}" ;;
  esac
}

job_line() {
  local list
  list=$(words)
  case $launcher in
    penstock) echo "exec $PENSTOCK/penstock run -n 4 --hosts $hosts -cp $CLASSES $list" ;;
    openmpi) echo "exec $PENSTOCK/penstock run -n 4 --transport mpi --launcher mpirun.openmpi --hosts $hosts -cp $CLASSES $list" ;;
    hydra) echo "exec $PENSTOCK/penstock run -n 4 --transport mpi --launcher $hydra --hosts $hosts -cp $CLASSES $list" ;;
    pmi2) echo "export PENSTOCK_MPI_LIBRARY=$mpich/lib/libmpi.so.12; $(batch)" ;;
    *) batch ;;
  esac
}

batch() { echo "exec sbatch --wait -J campaign -o $folder/slurm $(limit) --nodes=3 --ntasks-per-node=1 $here/jobs/$launcher.sh $(words)"; }

limit() { [ "$fault" = limit ] && echo --time=1; }

# The seconds that the documentation, or this cluster's slurm.conf, gives a job to end after the fault.
documented() {
  case $launcher-$fault in
    tcp-rank) echo 10 ;;                                          # two grace times
    tcp-host) echo 40 ;;
    *-none) echo "$patience" ;;
    *-cut5 | *-unplug5) echo $((patience + 10)) ;;                # goes on, after TCP's next try
    penstock-rank | penstock-term) echo 10 ;;                     # two grace times
    penstock-launcher) echo 5 ;;                                  # shutdown hooks
    penstock-*) echo 40 ;;                                        # half a minute, and two grace times
    *-rank | *-scancel) echo 20 ;;                                # KillWait
    *-limit) echo 120 ;;                                          # a minute, and half a minute until Slurm looks
    openmpi-*) echo 40 ;;                                         # half a minute
    *-host) echo 90 ;;                                            # SlurmdTimeout, and what Slurm takes to look
    *) echo 15 ;;
  esac
}

# ---- faults ----------------------------------------------------------------------------------------------------------

# The processes of ranks on a host, as this machine numbers them.
ranks() {
  local first inside pid
  read -r first _ <"$state/nodes/$1/init"
  inside=$(readlink "/proc/$first/ns/pid")
  for pid in $(pgrep -x java); do
    if [ "$(readlink "/proc/$pid/ns/pid" 2>/dev/null)" = "$inside" ] && ! grep -qa io.penstock.cli.Main "/proc/$pid/cmdline"; then
      echo "$pid"
    fi
  done
}

happen() {
  local pid
  case $fault in
    rank)
      pid=$(ranks "$victim" | shuf -n 1 --random-source=<(yes "$seed"))
      [ -n "$pid" ] && kill -KILL "$pid" 2>/dev/null
      ;;
    host) "$cluster" kill "$victim" ;;
    launcher-host) "$cluster" kill node1 ;;
    launcher) within 10 "$(now)" pgrep -P "$job" >/dev/null && kill -KILL "$(pgrep -P "$job")" ;;
    term) within 10 "$(now)" pgrep -P "$job" >/dev/null && kill -TERM "$(pgrep -P "$job")" ;;
    cut5 | cut60) "$cluster" cut "$victim" "$(other)" ;;
    unplug5 | unplug60) "$cluster" unplug "$victim" ;;
    scancel) on node1 scancel -n campaign ;;
  esac
}

other() { [ "$victim" = node2 ] && echo node3 || echo node2; }

heal() {
  case $fault in
    host) "$cluster" revive "$victim" ;;
    launcher-host) "$cluster" revive node1 ;;
    cut*) "$cluster" mend "$victim" "$(other)" ;;
    unplug*) "$cluster" plug "$victim" ;;
  esac
}

# ---- a run -----------------------------------------------------------------------------------------------------------

runs_there_or_ended() { ended || [ -n "$(ranks "$victim")" ]; }

ended() { ! kill -0 "$job" 2>/dev/null; }

# Waits until a command succeeds, at most so many seconds from a time on.
within() {
  local until=$(($2 + $1 * 1000))
  shift 2
  until "$@"; do
    [ "$(now)" -lt "$until" ] || return 1
    sleep 0.2
  done
}

seconds() { echo "$((($1 + 500) / 1000))"; }

heal_later() {
  case $fault in
    *5) within 5 "$happened" false; heal ;;
    *60) (within 60 "$happened" false; heal) & healing=$! ;;
  esac
}

# What MPI libraries, and `penstock run` over them, leave when they are killed: files of theirs, no process.
known='file (/dev/shm/(mpich_shm|vader_segment|PSM|ucx)|/tmp/(hydra_|ompi\.|penstock-run-))'

clean() {
  "$cluster" left >"$folder/left" 2>&1 && return
  [ "$launcher" != penstock ] && ! grep -qvE "$known" "$folder/left"
}

judge() {
  local most
  most=$(documented)
  verdict=ok
  [ "$status" = hang ] && verdict="HANGS after $((most + slack)) s"
  if [ "$status" = 0 ]; then
    cmp -s "$folder/out.npy" "$work/$program.npy" || verdict=WRONG
  fi
  case $fault-$status in
    none-0 | cut5-0 | unplug5-0) ;;
    none-*) [ "$verdict" = ok ] && verdict=FAILS ;;
    # Who is cut off while ranks connect may be told at once that there is no route.
    cut5-* | unplug5-*) [ "$verdict" = ok ] && ! grep -q "cannot join its job" "$folder/err" && verdict=FAILS ;;
  esac
  [ "$left" = - ] && verdict="${verdict#ok} LEFT $(head -n 3 "$folder/left" | tr '\n' ';')"
}

run() {
  folder=$work/run-$1
  mkdir -p "$folder"
  healing=''
  (cd "$folder" && exec "$cluster" run node1 sh -c "$(job_line)" </dev/null >out 2>err) &
  job=$!
  within $((second / 10)) "$(now)" ended
  if [ "$fault" = rank ]; then within "$patience" "$(now)" runs_there_or_ended; fi
  happened=$(now)
  happen 2>>"$folder/fault"
  heal_later
  if within $(($(documented) + slack)) "$happened" ended; then
    wait "$job" 2>/dev/null # where it is told how it ended
    status=$?
  else
    status=hang
  fi
  local over=$(($(now) - happened))
  if [ "$status" = hang ]; then kill_left; fi
  # What a host holds that is cut off ends half a minute after the cut, whenever the job has.
  if within $((45 + slack)) "$(now)" clean; then left=$(seconds $(($(now) - happened))); else left=-; fi
  judge
  printf '%s %s %s %s at %s.%s s on %s: status %s, ended %s s, clean %s s: %s\n' \
    "$1" "$launcher" "$program" "$fault" $((second / 10)) $((second % 10)) "$hosts" "$status" "$(seconds $over)" "$left" "$verdict"
  if [ -n "$healing" ]; then wait "$healing"; else case $fault in host | launcher-host) heal ;; esac; fi
  [ "$left" = - ] && kill_left
  if [ "$launcher" != penstock ] || [ "$fault" = launcher-host ] || [ "$fault" = host ]; then
    within 120 "$(now)" idle || echo "$1: Slurm has no idle nodes" >&2
  fi
  if [ -s "$folder/left" ]; then kill_left; fi
  if [ "$verdict" = ok ]; then rm -r "$folder"; else failed=$((failed + 1)); fi
}

idle() { [ "$(on node1 sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" = 3 ]; }

kill_left() {
  local host pid
  on node1 scancel -n campaign 2>/dev/null
  "$cluster" left | sed -n 's/^\(node[0-9]*\): process \([0-9]*\):.*/\1 \2/p' | while read -r host pid; do
    echo "$host: kills $pid" >>"$folder/killed"
    kill -KILL "$pid" 2>/dev/null
  done
  for host in node1 node2 node3; do
    on "$host" find /tmp /dev/shm -mindepth 1 -delete 2>/dev/null
  done
}

# ---- all -------------------------------------------------------------------------------------------------------------

[ -x "$JAVA_HOME/bin/javac" ] || die "no JDK: set JAVA_HOME"
mkdir -p "$CLASSES" || exit
state=${CLUSTER:-/var/tmp/penstock-cluster}
"$JAVA_HOME/bin/javac" -cp "$PENSTOCK/cli/target/modules/*" -d "$CLASSES" "$here"/../{heat,sort,shared}/*.java || exit
for program in Heat ParallelSort SharedField; do
  folder=$work
  # shellcheck disable=SC2046 # a list of words
  "$PENSTOCK/penstock" run -n 1 --transport threads -cp "$CLASSES" $(words) >/dev/null || exit
  mv "$work/out.npy" "$work/$program.npy"
done
if [ ! -d "$state" ]; then "$cluster" start 3 || exit; fi
[ -n "$keep" ] || trap '"$cluster" stop' EXIT

failed=0 count=0 patience=240 # seconds for a job without a fault: four JVMs, on a busy machine
for ((number = from; count < runs; number++)); do
  draw_run "$number"
  case "$launcher $program $fault" in
    "$only"*) ;;
    *) continue ;;
  esac
  run "$number"
  count=$((count + 1))
done
echo "$count runs, $failed failed"
[ "$failed" = 0 ]
