# SPDX-License-Identifier: MIT OR Apache-2.0
"""A few accesses by mpi4py, and one of Python's own."""

import array
import sys

from mpi4py import MPI

world = MPI.COMM_WORLD
numbers = array.array("d", range(10))
with open(f"{sys.argv[1]}.{world.rank}.txt", "w") as own:
    own.write("python")
file = MPI.File.Open(world, sys.argv[1], MPI.MODE_CREATE | MPI.MODE_RDWR)
file.Write_at_all(world.rank * 80, [numbers, MPI.DOUBLE])
file.Read_at(world.rank * 80, [numbers, MPI.DOUBLE])
file.Iwrite_at(world.rank * 80, [numbers, 80, MPI.BYTE]).Wait()
file.Close()
