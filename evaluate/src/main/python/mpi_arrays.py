"""Array files by mpi4py: what all ranks of a job have of an array, in one collective call through a view."""

from mpi4py import MPI

from contestant import Absent, serve

DEALINGS = {"whole": MPI.DISTRIBUTE_NONE, "block": MPI.DISTRIBUTE_BLOCK}
views = []


def subarray(task):
    starts = [int(along[0]) if len(along) else 0 for along in task.part.indices]
    return MPI.DOUBLE.Create_subarray(task.shape, task.part.extents, starts)


def darray(task):
    deals = [DEALINGS.get(dealing, MPI.DISTRIBUTE_CYCLIC) for dealing in task.dealing]
    sizes = [int(dealing[6:]) if dealing.startswith("cyclic") else MPI.DISTRIBUTE_DFLT_DARG for dealing in task.dealing]
    return MPI.DOUBLE.Create_darray(task.processes, task.rank, task.shape, deals, sizes, task.grid)


def view_of(task):
    """The last one is given back: a library that finds one left complains at the end."""
    release()
    cycles = any(dealing.startswith("cyclic") for dealing in task.dealing)
    views.append((darray if cycles else subarray)(task).Commit())
    return views[-1]


def release():
    while views:
        views.pop().Free()


def prepare(task, array):
    ranks = MPI.COMM_WORLD
    if (ranks.rank, ranks.size) != (task.rank, task.processes):
        raise RuntimeError(f"MPI has this for rank {ranks.rank} of {ranks.size}")
    if task.access != "distributed" or not task.dtype.isnative:
        raise Absent("this script moves parts of arrays in native byte order only")
    view = view_of(task)
    reads = task.operation == "read"
    mode = MPI.MODE_RDONLY if reads else MPI.MODE_RDWR | MPI.MODE_CREATE

    def move():
        file = MPI.File.Open(ranks, task.file, mode)
        file.Set_view(0, MPI.DOUBLE, view)
        (file.Read_all if reads else file.Write_all)([array, MPI.DOUBLE])
        file.Close()

    return move


serve(prepare)
release()
