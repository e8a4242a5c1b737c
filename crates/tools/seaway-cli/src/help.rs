// SPDX-License-Identifier: MIT OR Apache-2.0
//! The texts of `seaway --help`: what a newcomer needs before the first page of documentation. Lines fit a terminal
//! of 80 columns; clap breaks longer ones without regard for the columns.

pub(crate) const ABOUT: &str = "Parallel I/O where the file name decides where the bytes go";

pub(crate) const LONG_ABOUT: &str = "\
Parallel I/O where the file name decides where the bytes go.

Seaway is an I/O runtime for parallel programs: MPI's file operations (views,
collective and nonblocking access, shared pointers) over any device. MPI
programs use it without being rebuilt; the Rust crate `seaway` needs no MPI.";

pub(crate) const AFTER: &str = "\
Start here:
  seaway run mpirun -n 4 ./app      an MPI program, its MPI-IO through Seaway
  seaway run --mpi mpich -n 4 ./app on MPICH, whichever MPI it was built with
  seaway doctor                     does that work with this machine's MPIs?
  seaway doctor ./app               on which of them does this program run?
  seaway run --trace ./app          record every file access, of any program
  seaway report DIR                 a page of what was recorded, with advice
  seaway top DIR                    what a traced program does to its files now
  seaway trace export DIR           its calls one by one; --format perfetto, csv
  seaway demo                       two programs, coupled by a live stream
  seaway demo --name /tmp/a.bin     the same through a file
  seaway explain /tmp/a.bin         how Seaway would access that file, and why

File names:
  out.nc, ufs:out.nc    a file on a mounted file system; nfs:, lustre:, gpfs:,
                        xfs: and the like mean the same: what the file system
                        can do is found out by asking it
  mxn:NAME              a live stream between programs: one writes, others read
  mxn://HOST:PORT/NAME  the same between hosts, which meet at `seaway serve`
  mem:NAME              a file in the memory of this process; all ranks see it
  native:NAME           a file that the MPI's own MPI-IO accesses
  null:NAME             a file that forgets its data, to see what the rest costs
  run:3.nc              a colon after no known scheme: a file of that name

Map rules, for names that a program has built in:
  'out/*.nc=mem:{1}'    PATTERN=TARGET; * is any text without /, ** any text,
                        ? one character, {1} what the first star matched

Settings, strongest first: the name itself, hints of the open call, the command
line (--hint, --map), the environment, seaway.toml.

Environment:
  SEAWAY_MAP            map rules, separated by ;
  SEAWAY_HINTS          hints, KEY=VALUE, separated by ;
  SEAWAY_CONFIG         a configuration file in place of ./seaway.toml
  SEAWAY_LIBRARY        libseaway.so, where it is not beside this program
  SEAWAY_VERBOSE        1: say at each close how the file was accessed (run -v)
  SEAWAY_DIR            a folder that hosts share, where writers and readers of
                        a stream find each other
  SEAWAY_SECRET_FILE    the secret that connections prove, in place of
                        ~/.config/seaway/secret
  SEAWAY_START          the command that starts a daemon for a remote: file
                        where none listens, in place of ssh; none: never
  SEAWAY_RELAY          HOST:PORT of the relays to such a host, with commas

Hints that people set most (docs/engine.md has them all):
  romio_cb_write        enable, disable or automatic: collect what ranks write
                        before it goes to the file; romio_cb_read for reading
  romio_ds_write        the same words: fill gaps with one larger access;
                        romio_ds_read for reading
  cb_nodes              how many ranks access the file for the others
  cb_buffer_size        the memory each of them uses for that, such as 4m
  striping_unit         each of them gets whole blocks of this many bytes
  seaway_mapping        enable, disable or automatic: access as mapped memory

Exit codes: 0 done; 1 it failed, and a sentence says why; 2 the command line
was not understood, or cannot be run with a preloaded library. seaway run ends
as its line ends; 126 and 127 mean that the line could not be started.";
