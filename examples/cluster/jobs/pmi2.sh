#!/bin/sh
#SBATCH --nodes=3 --ntasks-per-node=2 --time=00:05:00
# Ranks by Slurm itself, over MPICH's library:   sbatch pmi2.sh Heat field.npy 512 512 1000
# PENSTOCK is a checkout's folder, CLASSES what the program's classes are in, JAVA_HOME a JDK 25.

srun --mpi=pmi2 --kill-on-bad-exit=1 \
  "$JAVA_HOME/bin/java" -cp "$PENSTOCK/cli/target/modules/*:$CLASSES" --enable-native-access=ALL-UNNAMED "$@"
