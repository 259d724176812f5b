"""Array files by mpi4py: what all ranks of a job have of an array, in one collective call through a view.

The task's word `kept` says whether the file stays open from run to run (`true` or absent).
"""

from mpi4py import MPI

from contestant import Absent, serve

DEALINGS = {"whole": MPI.DISTRIBUTE_NONE, "block": MPI.DISTRIBUTE_BLOCK}
kept = []  # what is given back before the next task: a library that finds something left complains at the end


def subarray(task):
    starts = [int(along[0]) if len(along) else 0 for along in task.part.indices]
    return MPI.DOUBLE.Create_subarray(task.shape, task.part.extents, starts)


def darray(task):
    deals = [DEALINGS.get(dealing, MPI.DISTRIBUTE_CYCLIC) for dealing in task.dealing]
    sizes = [int(dealing[6:]) if dealing.startswith("cyclic") else MPI.DISTRIBUTE_DFLT_DARG for dealing in task.dealing]
    return MPI.DOUBLE.Create_darray(task.processes, task.rank, task.shape, deals, sizes, task.grid)


def view_of(task):
    cycles = any(dealing.startswith("cyclic") for dealing in task.dealing)
    view = (darray if cycles else subarray)(task).Commit()
    kept.append(view.Free)
    return view


def release():
    while kept:
        kept.pop()()


def prepare(task, array):
    ranks = MPI.COMM_WORLD
    if (ranks.rank, ranks.size) != (task.rank, task.processes):
        raise RuntimeError(f"MPI has this for rank {ranks.rank} of {ranks.size}")
    if task.access != "distributed" or not task.dtype.isnative:
        raise Absent("this script moves parts of arrays in native byte order only")
    release()
    view = view_of(task)
    reads = task.operation == "read"

    def opened():
        return MPI.File.Open(ranks, task.file, MPI.MODE_RDONLY if reads else MPI.MODE_RDWR | MPI.MODE_CREATE)

    def move_through(file):
        file.Set_view(0, MPI.DOUBLE, view)
        (file.Read_all if reads else file.Write_all)([array, MPI.DOUBLE])

    def move():
        file = opened()
        move_through(file)
        file.Close()

    if getattr(task, "kept", "") != "true":
        return move
    file = opened()
    kept.append(file.Close)
    return lambda: move_through(file)


serve(prepare, MPI.COMM_WORLD.Barrier)
release()
