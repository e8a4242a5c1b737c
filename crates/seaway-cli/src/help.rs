// SPDX-License-Identifier: MIT OR Apache-2.0
//! The texts of `seaway --help`: what a newcomer needs before the first page of documentation.

pub(crate) const ABOUT: &str = "Parallel I/O where the file name decides where the bytes go";

pub(crate) const LONG_ABOUT: &str = "\
Parallel I/O where the file name decides where the bytes go.

Seaway is an I/O runtime for parallel programs: MPI's file operations (views, collective and nonblocking access,
shared pointers) over any device. This program shows it at work; the Rust crate `seaway` is the library.";

pub(crate) const AFTER: &str = "\
Start here:
  seaway demo                                  ranks write a cube together, others read it, all values checked
  seaway demo --file /tmp/cube.bin --size 200  the same into a file
  seaway explain /tmp/cube.bin                 what Seaway would do with that file, and why

File names:
  out.nc, ufs:out.nc     a file on a mounted file system; nfs:, lustre:, gpfs:, xfs: and the like mean the same,
                         what the file system can do is found out by asking it
  mem:NAME               a file in the memory of this process; all ranks see it
  null:NAME              a file that forgets its data: what remains is the cost of everything else
  run:3.nc               a colon after no known scheme: a file of that name

Map rules, for names that a program has built in: PATTERN=TARGET
  'out/*.nc=mem:{1}'     `*` is anything but `/`, `**` anything, `?` one character; {1} is what the first star matched
  The first rule that matches renames the file when it is opened.

Where settings come from, strongest first:
  the name itself, hints of the open call, the command line (--hint, --map), the environment, seaway.toml

Environment:
  SEAWAY_MAP             map rules, separated by `;`
  SEAWAY_HINTS           hints, key=value separated by `;`
  SEAWAY_CONFIG          a configuration file in place of ./seaway.toml

Hints that people set most (docs/engine.md has them all):
  romio_cb_write=enable|disable|automatic   collect what ranks write before it goes to the file (romio_cb_read: read)
  romio_ds_write=enable|disable|automatic   fill the gaps of strided access with one larger access (romio_ds_read)
  cb_nodes=N, cb_buffer_size=BYTES          how many ranks access the file for the others, with how much memory
  striping_unit=BYTES                       each such rank gets whole blocks of this size
  seaway_mapping=enable|disable|automatic   access through mapped memory

Exit codes: 0 done, 1 it failed and a sentence says why, 2 the command line was not understood.";
