#!/bin/sh
#SBATCH --nodes=3 --ntasks-per-node=2 --time=00:05:00
# Ranks by ssh, without MPI:   sbatch tcp.sh Heat field.npy 512 512 1000
# PENSTOCK is a checkout's folder, CLASSES what the program's classes are in.

hosts=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | sed "s/\$/:${SLURM_NTASKS_PER_NODE:-1}/" | paste -sd, -)
"$PENSTOCK/penstock" run -n "$SLURM_NTASKS" --hosts "$hosts" -cp "$CLASSES" "$@"
