"""Prints, for MpiOperationsTest, what mpi4py's operations come to, as Operations.java does.

operations.py FOLDER     each rank writes a line for each result to FOLDER/RANK
"""
import array
import os
import sys

from mpi4py import MPI

TYPES = {
    "SHORT": ("h", MPI.INT16_T),
    "INT": ("i", MPI.INT32_T),
    "LONG": ("q", MPI.INT64_T),
    "DOUBLE": ("d", MPI.DOUBLE),
}
ARITHMETIC = [("SUM", MPI.SUM), ("MINIMUM", MPI.MIN), ("MAXIMUM", MPI.MAX)]
WHOLE = [
    ("PRODUCT", MPI.PROD),
    ("AND", MPI.BAND),
    ("OR", MPI.BOR),
    ("XOR", MPI.BXOR),
    ("LOGICAL_AND", MPI.LAND),
    ("LOGICAL_OR", MPI.LOR),
    ("LOGICAL_XOR", MPI.LXOR),
]
COUNT = 6

world = MPI.COMM_WORLD
rank = world.rank
size = world.size
lines = []


def value(of, i, salt):
    """Small enough for a short; a third are 0."""
    mixed = of * 7919 + i * 10473 + salt * 31
    return 0 if mixed % 3 == 0 else mixed % 20011 - 10005


def made(code, count, salt, of=None):
    whole = [value(rank if of is None else of, i, salt) for i in range(count)]
    return array.array(code, whole)


def room(code, count):
    return array.array(code, [-1] * count)


def say(name, data):
    lines.append(name + " " + data.tobytes().hex())


def pairs(code, kind):
    following, previous = (rank + 1) % size, (rank - 1) % size
    got = room(code, COUNT)
    world.Sendrecv([made(code, COUNT, 1), kind], following, 4, [got, kind], previous, 4)
    say("sendReceive", got)
    both = made(code, COUNT, 2)
    world.Sendrecv_replace([both, kind], following, 5, previous, 5)
    say("sendReceiveReplace", both)
    if rank == 0:
        for other in range(1, size):
            status = MPI.Status()
            world.Probe(other, MPI.ANY_TAG, status)
            got = room(code, COUNT)
            world.Recv([got, kind], MPI.ANY_SOURCE, status.tag)
            say("probe %d %d" % (status.tag, status.Get_count(MPI.BYTE)), got)
    else:
        world.Send([made(code, rank % COUNT, 3), kind], 0, 100 + rank)


def rooted(code, kind):
    root = size - 1
    data = made(code, COUNT, 4)
    world.Bcast([data, kind], root)
    say("broadcast", data)
    counts = [r + 1 for r in range(size)]
    places = [sum(counts[r + 1:]) for r in range(size)]
    equal, shared = room(code, size * COUNT), room(code, sum(counts))
    world.Gather([made(code, COUNT, 5), kind], [equal, kind] if rank == root else None, root)
    world.Gatherv(
        [made(code, rank + 1, 6), kind],
        [shared, (counts, places), kind] if rank == root else None, root)
    if rank == root:
        say("gather", equal)
        say("gather shares", shared)
    part, share = room(code, COUNT), room(code, rank + 1)
    world.Scatter([made(code, size * COUNT, 7), kind], [part, kind], root)
    say("scatter", part)
    world.Scatterv([made(code, sum(counts), 8), (counts, places), kind], [share, kind], root)
    say("scatter shares", share)


def everywhere(code, kind):
    counts = [r + 1 for r in range(size)]
    places = [sum(counts[r + 1:]) for r in range(size)]
    got = room(code, size * COUNT)
    world.Allgather([made(code, COUNT, 9), kind], [got, kind])
    say("allGather", got)
    got = room(code, sum(counts))
    world.Allgatherv([made(code, rank + 1, 10), kind], [got, (counts, places), kind])
    say("allGather shares", got)
    got = room(code, size * COUNT)
    world.Alltoall([made(code, size * COUNT, 11), kind], [got, kind])
    say("allToAll", got)
    sent = [(rank + r) % 3 for r in range(size)]
    got = room(code, sum(sent))
    world.Alltoallv(
        [made(code, sum(sent), 12), (sent, None), kind], [got, (sent, None), kind])
    say("allToAll shares", got)


def reduced(code, kind):
    counts = [r + 1 for r in range(size)]
    root = size // 2
    for name, operator in ARITHMETIC + (WHOLE if code != "d" else []):
        got = room(code, COUNT)
        world.Reduce([made(code, COUNT, 13), kind], [got, kind], operator, root)
        if rank == root:
            say("reduce " + name, got)
        got = room(code, COUNT)
        world.Allreduce([made(code, COUNT, 14), kind], [got, kind], operator)
        say("allReduce " + name, got)
        got = room(code, rank + 1)
        world.Reduce_scatter([made(code, sum(counts), 15), kind], [got, kind], counts, operator)
        say("reduceScatter " + name, got)
        got = room(code, COUNT)
        world.Scan([made(code, COUNT, 16), kind], [got, kind], operator)
        say("scan " + name, got)
        got = room(code, COUNT)
        world.Exscan([made(code, COUNT, 17), kind], [got, kind], operator)
        if rank > 0:
            say("exclusiveScan " + name, got)


def places():
    """Pairs of a value and its place."""
    mine = array.array("i", [value(rank, 0, 18) % 5, rank, value(rank, 1, 18) % 5, rank])
    for name, operator in [("MINIMUM_PLACE", MPI.MINLOC), ("MAXIMUM_PLACE", MPI.MAXLOC)]:
        got = room("i", 4)
        world.Allreduce([mine, MPI.TWOINT], [got, MPI.TWOINT], operator)
        say("allReduce " + name, got)


def divided():
    part = world.Split(rank % 2, -rank)
    got = room("i", part.size)
    part.Allgather([array.array("i", [rank]), MPI.INT32_T], [got, MPI.INT32_T])
    say("split %d of %d" % (part.rank, part.size), got)
    part.Free()
    grid = world.Create_cart(MPI.Compute_dims(size, 2), [False, True])
    for axis in range(2):
        source, destination = grid.Shift(axis, 1)
        got = room("i", 1)
        grid.Sendrecv(
            [array.array("i", [rank]), MPI.INT32_T], destination, 6, [got, MPI.INT32_T], source, 6)
        say("shift along axis %d" % axis, got)
        row = grid.Sub([axis == 0, axis == 1])
        got = room("i", row.size)
        row.Allgather([array.array("i", [rank]), MPI.INT32_T], [got, MPI.INT32_T])
        say("slice along axis %d" % axis, got)
        row.Free()
    grid.Free()


def beside(code, kind):
    """Neighbours in a grid, and in a graph whose ranks may be neighbours twice."""
    grid = world.Create_cart(MPI.Compute_dims(size, 2), [False, True])
    got = room(code, 4 * COUNT)
    grid.Neighbor_allgather([made(code, COUNT, 19), kind], [got, kind])
    say("neighbourAllGather in a grid", got)
    got = room(code, 4 * COUNT)
    grid.Neighbor_alltoall([made(code, 4 * COUNT, 20), kind], [got, kind])
    say("neighbourAllToAll in a grid", got)
    grid.Free()
    graph = world.Create_dist_graph_adjacent(
        [(rank - 1) % size, (rank - 3) % size], [(rank + 1) % size, (rank + 3) % size])
    got = room(code, 2 * COUNT)
    graph.Neighbor_allgather([made(code, COUNT, 21), kind], [got, kind])
    say("neighbourAllGather in a graph", got)
    got = room(code, 5)
    graph.Neighbor_alltoallv(
        [made(code, 5, 22), ([2, 3], None), kind], [got, ([2, 3], None), kind])
    say("neighbourAllToAll in a graph", got)
    graph.Free()


def pair_by_pair():
    """A type of its own for each pair of ranks."""
    codes = [["h", "i", "d"][(rank + other) % 3] for other in range(size)]
    kinds = [[MPI.INT16_T, MPI.INT32_T, MPI.DOUBLE][(rank + other) % 3] for other in range(size)]
    counts = [1 + (rank + other) % 4 for other in range(size)]
    parts = [made(codes[other], counts[other], 23 + other) for other in range(size)]
    sent = b"".join(part.tobytes() for part in parts)
    lengths = [len(part.tobytes()) for part in parts]
    places = [sum(lengths[:other]) for other in range(size)]
    got = bytearray(len(sent))
    world.Alltoallw([sent, counts, places, kinds], [got, counts, places, kinds])
    lines.append("allToAll of lists " + got.hex())


def truths():
    mine = array.array("b", [1 if value(rank, i, 40) != 0 else 0 for i in range(COUNT)])
    for name, operator in [("AND", MPI.LAND), ("OR", MPI.LOR), ("XOR", MPI.LXOR)]:
        got = room("b", COUNT)
        world.Allreduce([mine, MPI.C_BOOL], [got, MPI.C_BOOL], operator)
        say("booleans " + name, got)


def layouts():
    """A column is sent, and received as another column."""
    column = MPI.INT32_T.Create_vector(5, 1, 7).Commit()
    own, other = made("i", 35, 41), room("i", 35)
    following, previous = (rank + 1) % size, (rank - 1) % size
    request = world.Irecv([memoryview(other)[4:], 1, column], previous, 8)
    world.Send([memoryview(own)[2:], 1, column], following, 8)
    request.Wait()
    say("columns", other)
    column.Free()


def windows():
    memory = made("q", size + 2, 42)
    window = MPI.Win.Create(memory, 8, comm=world)
    following, previous = (rank + 1) % size, (rank - 1) % size
    window.Fence()
    window.Put([array.array("q", [rank]), MPI.INT64_T], following, (rank, 1, MPI.INT64_T))
    window.Fence()
    say("window after put", memory)
    window.Fence()
    got = room("q", 2)
    window.Get([got, MPI.INT64_T], previous, (0, 2, MPI.INT64_T))
    window.Accumulate(
        [array.array("q", [1 + rank, 7]), MPI.INT64_T], 0, (size, 2, MPI.INT64_T), MPI.SUM)
    window.Fence()
    say("get", got)
    say("window after accumulate", memory)
    window.Fence(MPI.MODE_NOSUCCEED)
    window.Lock(following)
    before = room("q", 1)
    window.Get_accumulate(
        [array.array("q", [5]), MPI.INT64_T], [before, MPI.INT64_T], following,
        (1, 1, MPI.INT64_T), MPI.MAX)
    window.Unlock(following)
    say("getAccumulate", before)
    world.Barrier()
    window.Free()
    say("window at the end", memory)


def groups():
    """The ranks below the half, and the others."""
    half = size // 2
    low = rank < half
    own = world.Split(0 if low else 1, rank)
    both = own.Create_intercomm(0, world, half if low else 0, 9)
    data = made("i", COUNT, 43)
    root = (MPI.ROOT if own.rank == 0 else MPI.PROC_NULL) if low else 0
    both.Bcast([data, MPI.INT32_T], root)
    say("broadcast between groups", data)
    got = room("i", both.remote_size * COUNT)
    both.Allgather([made("i", COUNT, 44), MPI.INT32_T], [got, MPI.INT32_T])
    say("allGather between groups", got)
    got = room("i", COUNT)
    both.Allreduce([made("i", COUNT, 45), MPI.INT32_T], [got, MPI.INT32_T], MPI.SUM)
    say("allReduce between groups", got)
    one = both.Merge(low)  # the high group comes last: the low ranks here
    got = room("i", size)
    one.Allgather([array.array("i", [rank]), MPI.INT32_T], [got, MPI.INT32_T])
    say("merge", got)
    one.Free()
    both.Free()
    own.Free()


for type_name, (type_code, element) in TYPES.items():
    lines.append(type_name)
    pairs(type_code, element)
    rooted(type_code, element)
    everywhere(type_code, element)
    reduced(type_code, element)
    beside(type_code, element)
places()
divided()
pair_by_pair()
truths()
layouts()
windows()
groups()
with open(os.path.join(sys.argv[1], str(rank)), "w") as file:
    file.writelines(line + "\n" for line in lines)
