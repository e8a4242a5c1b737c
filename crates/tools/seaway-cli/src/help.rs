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
  seaway run mpirun -n 4 ./app      run an MPI program, MPI-IO through Seaway
  seaway run --mpi mpich -n 4 ./app on MPICH, whichever MPI it was built with
  seaway doctor                     does it work with this machine's MPIs?
  seaway doctor ./app               on which of them does this program run?
  seaway run --trace ./app          record every file access, of any program
  seaway report DIR                 a page about the recorded run, with advice
  seaway top DIR                    rates per file while a traced program runs
  seaway trace export DIR           all recorded calls; --format perfetto, csv
  seaway demo                       two programs, coupled by a live stream
  seaway demo --name /tmp/a.bin     the same through a file
  seaway demo things                the same through a thing: memory of a node
  seaway demo ppm                   a shock in a gas kept as things; a picture
  seaway things ls                  the things of this node; cp, stat, mv, rm
  seaway cp x 'node[01-64]:/tmp/'   copy to many nodes, from one to the next
  seaway queue ls                   work queues of this node; stat, rm
  seaway explain /tmp/a.bin         how Seaway would access that file, and why

File names:
  out.nc, ufs:out.nc    a file on a mounted file system; nfs:, lustre:, gpfs:,
                        xfs: and the like mean the same: features of the
                        file system are detected
  mxn:NAME              a live stream between programs: one writes, others read
  mxn://HOST:PORT/NAME  the same between hosts; `seaway serve` connects them
  mem:NAME              a file in the memory of this process; all ranks see it
  remote://HOST/PATH    a file of another machine, through a daemon there;
                        remote+tls: is the same inside TLS
  thing:NAME            named bytes in the memory or on a disk of a node, which
                        outlive the job and can be used by the next one
  native:NAME           a file accessed by the MPI's own MPI-IO
  null:NAME             discards data and keeps the size, to see what I/O costs
  run:3.nc              an unknown scheme is part of the file name

Map rules, for names that are hard-coded in a program:
  'out/*.nc=mem:{1}'    PATTERN=TARGET; * is any text without /, ** any text,
                        ? one character, {1} what the first star matched

Settings, highest precedence first: the name, hints of the open call, the
command line (--hint, --map), the environment, seaway.toml.

Environment:
  SEAWAY_MAP            map rules, separated by ;
  SEAWAY_HINTS          hints, KEY=VALUE, separated by ;
  SEAWAY_CONFIG         a configuration file in place of ./seaway.toml
  SEAWAY_LIBRARY        path of libseaway.so, if not beside this program
  SEAWAY_VERBOSE        1: report at each close how the file was accessed (-v)
  SEAWAY_DIR            a shared directory, where writers and readers of
                        a stream find each other
  SEAWAY_SECRET_FILE    the secret for authentication, in place of
                        ~/.config/seaway/secret
  SEAWAY_SPACE          the space that thing: names belong to, in place of
                        the user's own
  SEAWAY_SPACE_JOIN     HOST:PORT of the registry that agents join which are
                        started on first need (set by run --space)
  SEAWAY_START          the command that finds or starts a daemon for a
                        remote: file, in place of ssh; none: never
  SEAWAY_DEFAULT_PORT   the default port of daemons, in place of 7117
  SEAWAY_RELAY          HOST:PORT of the relays to such a host, comma-separated

Common hints (docs/engine.md has them all):
  romio_cb_write        enable, disable or automatic: collective buffering of
                        writes; romio_cb_read for reads
  romio_ds_write        the same values: data sieving for writes;
                        romio_ds_read for reads
  cb_nodes              number of ranks that access the file for others
  cb_buffer_size        buffer of each of these ranks, such as 4m
  striping_unit         they access blocks that start at multiples of this
  seaway_mapping        enable, disable or automatic: use mapped memory

Exit codes: 0 success; 1 failure, with a message; 2 the command line is
invalid, or no library can be preloaded into the program. seaway run exits as
its command does; 126 and 127 mean that the command could not be started.
seaway cp exits with 3 if something has not arrived.";
