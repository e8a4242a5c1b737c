# SPDX-License-Identifier: MIT OR Apache-2.0
"""A pair of Python programs with a file between them: pair.py write|read NAME LOGS.

Writers number the steps of a field and write each in rank order; readers read it in parts of their own size. What a
reader saw goes into LOGS/PART.RANK.
"""

import array
import hashlib
import sys

from mpi4py import MPI

STEPS = 20
NUMBERS = 1000


def write(file, rank, log):
    for step in range(STEPS):
        values = array.array("d", (step * 1e6 + rank * 1e3 + number for number in range(NUMBERS + rank)))
        status = MPI.Status()
        file.Write_ordered([values, MPI.DOUBLE], status)
        print("step", step, status.Get_count(MPI.DOUBLE), file=log)
    MPI.COMM_WORLD.Barrier()
    print("position", file.Get_position_shared(), file=log)


def read(file, rank, log):
    while True:
        values = array.array("d", bytes(8 * (700 + 3 * rank)))
        status = MPI.Status()
        file.Read_ordered([values, MPI.DOUBLE], status)
        count = status.Get_count(MPI.DOUBLE)
        print(count, hashlib.sha256(values.tobytes()).hexdigest(), file=log)
        if MPI.COMM_WORLD.allreduce(count, op=MPI.MAX) == 0:
            break
    print("size", file.Get_size(), file=log)


def main():
    part, name, logs = sys.argv[1:]
    rank = MPI.COMM_WORLD.Get_rank()
    mode = MPI.MODE_CREATE | MPI.MODE_WRONLY if part == "write" else MPI.MODE_RDONLY
    file = MPI.File.Open(MPI.COMM_WORLD, name, mode)
    file.Set_view(0, MPI.DOUBLE, MPI.DOUBLE, "native")
    with open(f"{logs}/{part}.{rank}", "w", encoding="utf-8") as log:
        (write if part == "write" else read)(file, rank, log)
        print("end", file=log)
    file.Close()


main()
