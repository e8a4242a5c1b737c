// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that a trace records, as one table: what each is, and what the fields of its events mean.

use core::fmt;

/// The library that is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// The C library, which calls the kernel.
    Posix,
    /// The C library's buffered files.
    Stdio,
    /// MPI's file functions.
    MpiIo,
    /// One of Seaway's devices.
    Device,
    /// None: the event is about the trace itself.
    Trace,
}

/// What a call is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    Open,
    Close,
    Read,
    Write,
    /// Copies from one file to another inside the kernel.
    Transfer,
    Seek,
    Sync,
    Map,
    Lock,
    Metadata,
    Directory,
    /// Duplicates and attributes of descriptors.
    Descriptor,
    /// For an operation that was started by another call.
    Wait,
    /// Creation or end of processes.
    Process,
    /// About the trace itself.
    Mark,
}

/// What `offset` and `length` of an event mean. `file` is the file; errors are in `error`, and then `length` is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArgumentMeaning {
    Nothing,
    /// Offset: the flags. Length: the new descriptor.
    Open,
    /// Offset: the mode. Length: how many ranks open collectively.
    Mode,
    /// Offset: the descriptor.
    Descriptor,
    /// Offset: the first descriptor. Length: the last.
    Range,
    /// Offset: the old descriptor. Length: the new one.
    Duplicate,
    /// Offset: the descriptor, whose position is used. Length: the bytes moved.
    Sequential,
    /// As `Sequential`, but the bytes are those that the program moved: the C library reads and writes in
    /// other pieces.
    Buffered,
    /// Offset: the file offset. Length: the bytes moved or affected.
    At,
    /// Offset: the new position. Length: the descriptor.
    Seek,
    /// Offset: the size or position.
    Size,
    /// Offset: the number of the string with the other file: the new name, or the destination. Length: the
    /// bytes moved.
    SecondPath,
    /// Length: the process that was created.
    Child,
    /// Offset: the number of a request, which is the `start` of the [`Call::Detail`] event of the call that
    /// started it. Length: the bytes moved.
    Request,
    /// Offset: a number that is the same on all ranks that left the same barrier.
    Number,
    /// Specific to the call.
    Own,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct CallInfo {
    pub call: Call,
    pub name: &'static str,
    pub layer: Layer,
    pub class: Class,
    pub place: ArgumentMeaning,
}

macro_rules! calls {
    ($($(#[$why:meta])* $number:literal $call:ident $name:literal $layer:ident $class:ident $place:ident,)*) => {
        /// The function that was called. The numbers are stored in files, so none is ever reused.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Call {
            $($(#[$why])* $call = $number,)*
        }

        /// All calls, by their numbers.
        pub const CALLS: [Option<CallInfo>; 256] = {
            let mut calls = [None; 256];
            $(calls[$number] = Some(CallInfo {
                call: Call::$call,
                name: $name,
                layer: Layer::$layer,
                class: Class::$class,
                place: ArgumentMeaning::$place,
            });)*
            calls
        };

        impl Call {
            // Not by the table, whose names would then be part of every recorded process.
            pub const fn of_number(number: u8) -> Option<Self> {
                match number {
                    $($number => Some(Self::$call),)*
                    _ => None,
                }
            }
        }
    };
}

// 64-bit names, checked forms (`__open_2`) and old forms (`__xstat`) count as their plain form.
calls! {
    1 Open "open" Posix Open Open,
    2 Openat "openat" Posix Open Open,
    3 Openat2 "openat2" Posix Open Open,
    4 Creat "creat" Posix Open Open,
    5 Mkstemp "mkstemp" Posix Open Open,
    6 Tmpfile "tmpfile" Stdio Open Open,
    7 Close "close" Posix Close Descriptor,
    8 CloseRange "close_range" Posix Close Range,
    9 Dup "dup" Posix Descriptor Duplicate,
    10 Dup2 "dup2" Posix Descriptor Duplicate,
    11 Dup3 "dup3" Posix Descriptor Duplicate,
    12 FcntlDup "fcntl(F_DUPFD)" Posix Descriptor Duplicate,
    13 Read "read" Posix Read Sequential,
    14 Pread "pread" Posix Read At,
    15 Readv "readv" Posix Read Sequential,
    16 Preadv "preadv" Posix Read At,
    17 Preadv2 "preadv2" Posix Read At,
    18 Write "write" Posix Write Sequential,
    19 Pwrite "pwrite" Posix Write At,
    20 Writev "writev" Posix Write Sequential,
    21 Pwritev "pwritev" Posix Write At,
    22 Pwritev2 "pwritev2" Posix Write At,
    23 Lseek "lseek" Posix Seek Seek,
    24 Fsync "fsync" Posix Sync Descriptor,
    25 Fdatasync "fdatasync" Posix Sync Descriptor,
    26 SyncFileRange "sync_file_range" Posix Sync At,
    27 Syncfs "syncfs" Posix Sync Descriptor,
    28 Sync "sync" Posix Sync Nothing,
    29 Truncate "truncate" Posix Metadata Size,
    30 Ftruncate "ftruncate" Posix Metadata Size,
    31 Fallocate "fallocate" Posix Metadata At,
    32 PosixFallocate "posix_fallocate" Posix Metadata At,
    33 PosixFadvise "posix_fadvise" Posix Metadata At,
    34 Flock "flock" Posix Lock Descriptor,
    35 FcntlLock "fcntl(F_SETLK)" Posix Lock At,
    36 Stat "stat" Posix Metadata Nothing,
    37 Lstat "lstat" Posix Metadata Nothing,
    38 Fstat "fstat" Posix Metadata Descriptor,
    39 Fstatat "fstatat" Posix Metadata Nothing,
    40 Statx "statx" Posix Metadata Nothing,
    41 Statfs "statfs" Posix Metadata Nothing,
    42 Fstatfs "fstatfs" Posix Metadata Descriptor,
    43 Access "access" Posix Metadata Nothing,
    44 Faccessat "faccessat" Posix Metadata Nothing,
    45 Readlink "readlink" Posix Metadata Nothing,
    46 Realpath "realpath" Posix Metadata Nothing,
    47 Mkdir "mkdir" Posix Metadata Nothing,
    48 Rmdir "rmdir" Posix Metadata Nothing,
    49 Unlink "unlink" Posix Metadata Nothing,
    50 Unlinkat "unlinkat" Posix Metadata Nothing,
    51 Remove "remove" Posix Metadata Nothing,
    52 Rename "rename" Posix Metadata SecondPath,
    53 Renameat "renameat" Posix Metadata SecondPath,
    54 Link "link" Posix Metadata SecondPath,
    55 Symlink "symlink" Posix Metadata SecondPath,
    56 Chmod "chmod" Posix Metadata Nothing,
    57 Chown "chown" Posix Metadata Nothing,
    58 Utimes "utimensat" Posix Metadata Nothing,
    59 Chdir "chdir" Posix Metadata Nothing,
    60 Opendir "opendir" Posix Directory Nothing,
    61 Readdir "readdir" Posix Directory Nothing,
    62 Closedir "closedir" Posix Directory Nothing,
    63 Scandir "scandir" Posix Directory Nothing,
    64 Glob "glob" Posix Directory Nothing,
    65 Mmap "mmap" Posix Map At,
    66 Munmap "munmap" Posix Map At,
    67 Msync "msync" Posix Sync At,
    68 Sendfile "sendfile" Posix Transfer SecondPath,
    69 CopyFileRange "copy_file_range" Posix Transfer SecondPath,
    70 Splice "splice" Posix Transfer SecondPath,
    71 Clone "ioctl(FICLONE)" Posix Transfer SecondPath,
    72 Fopen "fopen" Stdio Open Open,
    73 Fdopen "fdopen" Stdio Descriptor Descriptor,
    74 Freopen "freopen" Stdio Open Open,
    75 Fclose "fclose" Stdio Close Descriptor,
    76 Fread "fread" Stdio Read Buffered,
    77 Fgets "fgets" Stdio Read Buffered,
    78 Fgetc "fgetc" Stdio Read Buffered,
    79 Getline "getline" Stdio Read Buffered,
    80 Fscanf "fscanf" Stdio Read Buffered,
    81 Underflow "__uflow" Stdio Read Buffered,
    82 Fwrite "fwrite" Stdio Write Buffered,
    83 Fputs "fputs" Stdio Write Buffered,
    84 Fputc "fputc" Stdio Write Buffered,
    85 Fprintf "fprintf" Stdio Write Buffered,
    86 Overflow "__overflow" Stdio Write Buffered,
    87 Fseek "fseek" Stdio Seek Seek,
    88 Fflush "fflush" Stdio Sync Descriptor,
    89 AioRead "aio_read" Posix Read At,
    90 AioWrite "aio_write" Posix Write At,
    91 AioFsync "aio_fsync" Posix Sync Descriptor,
    92 AioReturn "aio_return" Posix Wait Sequential,
    93 AioSuspend "aio_suspend" Posix Wait Nothing,
    94 LioListio "lio_listio" Posix Wait Nothing,
    95 IoSubmit "io_submit" Posix Wait Nothing,
    96 IoUringSetup "io_uring_setup" Posix Descriptor Descriptor,
    97 Fork "fork" Posix Process Child,
    98 Vfork "vfork" Posix Process Child,
    99 Spawn "posix_spawn" Posix Process Child,
    100 Exec "exec" Posix Process Nothing,
    101 System "system" Posix Process Nothing,
    102 Popen "popen" Posix Process Descriptor,
    103 Exit "_exit" Posix Process Nothing,
    130 MpiReadAt "MPI_File_read_at" MpiIo Read At,
    131 MpiReadAtAll "MPI_File_read_at_all" MpiIo Read At,
    132 MpiRead "MPI_File_read" MpiIo Read At,
    133 MpiReadAll "MPI_File_read_all" MpiIo Read At,
    134 MpiReadShared "MPI_File_read_shared" MpiIo Read At,
    135 MpiReadOrdered "MPI_File_read_ordered" MpiIo Read At,
    136 MpiIreadAt "MPI_File_iread_at" MpiIo Read At,
    137 MpiIreadAtAll "MPI_File_iread_at_all" MpiIo Read At,
    138 MpiIread "MPI_File_iread" MpiIo Read At,
    139 MpiIreadAll "MPI_File_iread_all" MpiIo Read At,
    140 MpiIreadShared "MPI_File_iread_shared" MpiIo Read At,
    141 MpiReadAtAllBegin "MPI_File_read_at_all_begin" MpiIo Read At,
    142 MpiReadAtAllEnd "MPI_File_read_at_all_end" MpiIo Wait At,
    143 MpiReadAllBegin "MPI_File_read_all_begin" MpiIo Read At,
    144 MpiReadAllEnd "MPI_File_read_all_end" MpiIo Wait At,
    145 MpiReadOrderedBegin "MPI_File_read_ordered_begin" MpiIo Read At,
    146 MpiReadOrderedEnd "MPI_File_read_ordered_end" MpiIo Wait At,
    147 MpiWriteAt "MPI_File_write_at" MpiIo Write At,
    148 MpiWriteAtAll "MPI_File_write_at_all" MpiIo Write At,
    149 MpiWrite "MPI_File_write" MpiIo Write At,
    150 MpiWriteAll "MPI_File_write_all" MpiIo Write At,
    151 MpiWriteShared "MPI_File_write_shared" MpiIo Write At,
    152 MpiWriteOrdered "MPI_File_write_ordered" MpiIo Write At,
    153 MpiIwriteAt "MPI_File_iwrite_at" MpiIo Write At,
    154 MpiIwriteAtAll "MPI_File_iwrite_at_all" MpiIo Write At,
    155 MpiIwrite "MPI_File_iwrite" MpiIo Write At,
    156 MpiIwriteAll "MPI_File_iwrite_all" MpiIo Write At,
    157 MpiIwriteShared "MPI_File_iwrite_shared" MpiIo Write At,
    158 MpiWriteAtAllBegin "MPI_File_write_at_all_begin" MpiIo Write At,
    159 MpiWriteAtAllEnd "MPI_File_write_at_all_end" MpiIo Wait At,
    160 MpiWriteAllBegin "MPI_File_write_all_begin" MpiIo Write At,
    161 MpiWriteAllEnd "MPI_File_write_all_end" MpiIo Wait At,
    162 MpiWriteOrderedBegin "MPI_File_write_ordered_begin" MpiIo Write At,
    163 MpiWriteOrderedEnd "MPI_File_write_ordered_end" MpiIo Wait At,
    164 MpiOpen "MPI_File_open" MpiIo Open Mode,
    165 MpiClose "MPI_File_close" MpiIo Close Nothing,
    166 MpiDelete "MPI_File_delete" MpiIo Metadata Nothing,
    167 MpiSetSize "MPI_File_set_size" MpiIo Metadata Size,
    168 MpiPreallocate "MPI_File_preallocate" MpiIo Metadata Size,
    169 MpiGetSize "MPI_File_get_size" MpiIo Metadata Size,
    170 MpiSetView "MPI_File_set_view" MpiIo Metadata At,
    171 MpiSeek "MPI_File_seek" MpiIo Seek Size,
    172 MpiSeekShared "MPI_File_seek_shared" MpiIo Seek Size,
    173 MpiSetInfo "MPI_File_set_info" MpiIo Metadata Nothing,
    174 MpiSetAtomicity "MPI_File_set_atomicity" MpiIo Metadata Nothing,
    175 MpiSync "MPI_File_sync" MpiIo Sync Nothing,
    176 MpiOther "MPI_File_*" MpiIo Metadata Nothing,
    177 MpiRequestEnd "MPI_Wait" MpiIo Wait Request,
    178 MpiBarrier "barrier" MpiIo Mark Number,
    200 DeviceOpen "device open" Device Open Nothing,
    201 DeviceClose "device close" Device Close Nothing,
    202 DeviceRead "device read" Device Read At,
    203 DeviceWrite "device write" Device Write At,
    204 DeviceMapped "device mapped" Device Map At,
    205 DeviceSync "device sync" Device Sync Nothing,
    206 DeviceSize "device size" Device Metadata Size,
    207 DeviceLock "device lock" Device Lock At,
    208 DeviceDelete "device delete" Device Metadata Nothing,
    /// Waits for an asynchronous transfer that a read or write of the device started.
    209 DeviceWait "device wait" Device Wait At,
    /// Every MPI or device call has one, recorded when it has returned: of the calls on the same thread that
    /// have none yet, it belongs to the latest. `offset`: how many elements, or how many pieces of the file.
    /// `file`, `length`, `duration`: the numbers of strings: the datatype, the access method, the device.
    /// `start`: the number of the request, if the call started one.
    253 Detail "detail" Trace Mark Own,
    /// Upper halves of the next event; see [`crate::Event`].
    254 Wide "wide" Trace Mark Own,
    /// From here on, times are relative to other ticks; see [`crate::Event`].
    255 Time "time" Trace Mark Own,
}

impl Call {
    pub const fn info(self) -> CallInfo {
        match CALLS[self as usize] {
            Some(info) => info,
            None => unreachable!(),
        }
    }

    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether all ranks of a communicator call it.
    pub fn is_collective(self) -> bool {
        let name = self.name();
        name.starts_with("MPI_File_")
            && ["_all", "_all_begin", "_all_end", "_ordered", "_ordered_begin", "_ordered_end"]
                .iter()
                .any(|ending| name.ends_with(ending))
            || matches!(self, Self::MpiOpen | Self::MpiClose | Self::MpiSetView | Self::MpiSetSize)
    }

    /// Whether it returns before its bytes have moved.
    pub fn is_nonblocking(self) -> bool {
        ["MPI_File_iread", "MPI_File_iwrite"].iter().any(|begin| self.name().starts_with(begin))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collective_and_nonblocking_calls_are_recognised_by_name() {
        assert!(Call::MpiWriteAtAll.is_collective() && Call::MpiReadOrderedBegin.is_collective());
        assert!(!Call::MpiWriteAt.is_collective() && !Call::Write.is_collective());
        assert!(Call::MpiIwriteAtAll.is_nonblocking() && Call::MpiIwriteAtAll.is_collective());
        assert!(!Call::MpiReadAt.is_nonblocking());
    }

    #[test]
    fn every_number_maps_to_its_call() {
        for number in 0..=u8::MAX {
            let call = Call::of_number(number);
            assert!(call.is_none_or(|call| call as u8 == number && call.info().call == call));
        }
    }
}
