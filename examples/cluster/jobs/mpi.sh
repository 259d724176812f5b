#!/bin/sh
#SBATCH --nodes=3 --ntasks-per-node=2 --time=00:05:00
# Ranks by MPI's launcher, which takes the nodes from Slurm:   LAUNCHER=mpirun sbatch mpi.sh Heat field.npy 512 512 1000
# PENSTOCK is a checkout's folder, CLASSES what the program's classes are in.

"$PENSTOCK/penstock" run -n "$SLURM_NTASKS" --transport mpi --launcher "${LAUNCHER:-mpirun}" -cp "$CLASSES" "$@"
