"""Writes the files that SharedFilesTest compares with, by MPI-IO as mpi4py has it.

views.py FOLDER CASE...      CASE: NAME:TYPE:SHAPE:GRID:DEALINGS, as in SharedCase.java
"""
import array
import os
import sys

from mpi4py import MPI

TYPES = {
    "SHORT": ("h", MPI.INT16_T),
    "INT": ("i", MPI.INT32_T),
    "LONG": ("q", MPI.INT64_T),
    "FLOAT": ("f", MPI.FLOAT),
    "DOUBLE": ("d", MPI.DOUBLE),
}


def narrow(value, code):
    """As Java casts to a short."""
    return (value + 32768) % 65536 - 32768 if code == "h" else value


def dealing(code):
    """The distribution and its argument."""
    if code == "whole":
        return MPI.DISTRIBUTE_NONE, MPI.DISTRIBUTE_DFLT_DARG
    if code == "block":
        return MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_DFLT_DARG
    return MPI.DISTRIBUTE_CYCLIC, int(code)


def write(world, folder, case):
    name, kind, shape, grid, dealings = case.split(":")
    code, element = TYPES[kind]
    extents = [int(n) for n in shape.split(",")]
    processes = [int(n) for n in grid.split(",")]
    distributions, arguments = zip(*(dealing(code) for code in dealings.split(",")))
    view = element.Create_darray(
        world.size, world.rank, extents, distributions, arguments, processes, MPI.ORDER_C
    ).Commit()
    count = view.Get_size() // element.Get_size()
    values = (1000 * world.rank + i for i in range(count))
    mine = array.array(code, (narrow(value, code) for value in values))
    path = os.path.join(folder, name + ".mpi4py")
    file = MPI.File.Open(world, path, MPI.MODE_CREATE | MPI.MODE_RDWR)
    file.Set_view(0, element, view)
    file.Write_all([mine, element])
    file.Close()
    view.Free()


for case in sys.argv[2:]:
    write(MPI.COMM_WORLD, sys.argv[1], case)
