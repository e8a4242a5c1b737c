// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Error`]: what went wrong, in which operation, on which file, bytes and rank.
//!
//! Callers match on [`ErrorKind`]. A device adds context, not kinds: each kind is one MPI error class, and a new
//! one must be added to `error_class.rs` of the MPI layer too.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::sync::Arc;

use crate::Extent;

pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! error_kinds {
    ($($(#[$doc:meta])* $kind:ident = $code:literal, $text:literal;)*) => {
        /// Each kind is one MPI error class. The number never changes: it is sent between machines.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u16)]
        #[non_exhaustive]
        pub enum ErrorKind { $($(#[$doc])* $kind = $code,)* }

        impl ErrorKind {
            pub const ALL: &'static [ErrorKind] = &[$(ErrorKind::$kind,)*];

            pub fn code(self) -> u16 {
                self as u16
            }

            pub fn from_code(code: u16) -> Option<Self> {
                match code { $($code => Some(Self::$kind),)* _ => None }
            }

            fn text(self) -> &'static str {
                match self { $(Self::$kind => $text,)* }
            }
        }
    };
}

error_kinds! {
    /// MPI_ERR_NO_SUCH_FILE
    NoSuchFile = 1, "no such file";
    /// MPI_ERR_FILE_EXISTS
    FileExists = 2, "file exists";
    /// MPI_ERR_FILE_IN_USE
    FileInUse = 3, "file in use";
    /// MPI_ERR_ACCESS
    AccessDenied = 4, "access denied";
    /// MPI_ERR_READ_ONLY
    ReadOnly = 5, "read-only file or file system";
    /// MPI_ERR_NO_SPACE
    NoSpace = 6, "no space";
    /// MPI_ERR_QUOTA
    Quota = 7, "quota exceeded";
    /// MPI_ERR_BAD_FILE
    BadFileName = 8, "invalid file name";
    /// MPI_ERR_AMODE
    AccessMode = 9, "invalid access mode";
    /// MPI_ERR_ARG
    Argument = 10, "invalid argument";
    /// MPI_ERR_TYPE
    Datatype = 11, "invalid datatype";
    /// MPI_ERR_COUNT
    Count = 12, "invalid count";
    /// MPI_ERR_UNSUPPORTED_OPERATION
    Unsupported = 13, "unsupported operation";
    /// MPI_ERR_UNSUPPORTED_DATAREP
    UnsupportedRepresentation = 14, "unsupported data representation";
    /// MPI_ERR_DUP_DATAREP
    DuplicateRepresentation = 15, "data representation is registered already";
    /// MPI_ERR_CONVERSION
    Conversion = 16, "data conversion failed";
    /// MPI_ERR_NOT_SAME
    NotSame = 17, "collective argument differs between ranks";
    /// MPI_ERR_IO
    Io = 18, "input/output error";
    /// MPI_ERR_FILE: the handle was closed, or cannot be used any more.
    BadFile = 19, "invalid file handle";
    /// MPI_ERR_INTERN: a bug in Seaway.
    Internal = 20, "internal error";
    /// MPI_ERR_NO_MEM
    NoMemory = 21, "out of memory";
    /// MPI_ERR_REQUEST
    Request = 22, "invalid request";
    /// MPI_ERR_OTHER: a peer rank, program or machine was lost.
    PeerLost = 23, "peer lost";
    /// MPI_ERR_BUFFER: the buffer is too small or missing.
    Buffer = 24, "invalid buffer";
    /// MPI_ERR_COMM
    Communicator = 25, "invalid communicator";
}

/// What was being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    Open,
    Close,
    Delete,
    Read,
    Write,
    GetSize,
    SetSize,
    Preallocate,
    Sync,
    SetView,
    Seek,
    SetAtomicity,
    Lock,
    Map,
    SetInfo,
    Wait,
    Configure,
}

/// An error with a message for users: `write failed: no space, /scratch/a.nc, bytes 4096..8192, rank 3`.
#[derive(Debug, Clone)]
pub struct Error(Box<Inner>);

// Boxed: errors are rare and `Result<u64>` is returned from the hottest calls.
#[derive(Debug, Clone)]
struct Inner {
    kind: ErrorKind,
    operation: Operation,
    path: Option<String>,
    extent: Option<Extent>,
    rank: Option<usize>,
    detail: Option<String>,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

impl Error {
    pub fn new(kind: ErrorKind, operation: Operation) -> Self {
        let (path, extent, rank, detail, source) = (None, None, None, None, None);
        Self(Box::new(Inner { kind, operation, path, extent, rank, detail, source }))
    }

    /// An error of the operating system, with the kind of its errno.
    pub fn from_io(operation: Operation, error: io::Error) -> Self {
        Self::new(kind_of_io_error(&error), operation).with_source(error)
    }

    #[must_use]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.0.path.get_or_insert_with(|| path.into());
        self
    }

    #[must_use]
    pub fn with_extent(mut self, extent: Extent) -> Self {
        self.0.extent.get_or_insert(extent);
        self
    }

    #[must_use]
    pub fn with_rank(mut self, rank: usize) -> Self {
        self.0.rank.get_or_insert(rank);
        self
    }

    /// A detail: which argument, and what to do.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.0.detail.get_or_insert_with(|| detail.into());
        self
    }

    #[must_use]
    pub fn with_source(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.0.source = Some(Arc::new(source));
        self
    }

    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    pub fn operation(&self) -> Operation {
        self.0.operation
    }

    pub fn path(&self) -> Option<&str> {
        self.0.path.as_deref()
    }

    pub fn extent(&self) -> Option<Extent> {
        self.0.extent
    }

    pub fn rank(&self) -> Option<usize> {
        self.0.rank
    }

    pub fn detail(&self) -> Option<&str> {
        self.0.detail.as_deref()
    }

    /// The reason without the location: for another error that reports this one.
    pub fn reason(&self) -> String {
        self.detail().map_or_else(|| self.to_string(), str::to_owned)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        write!(f, "{} failed: {}", inner.operation, inner.kind.text())?;
        if let Some(path) = &inner.path {
            write!(f, ", {path}")?;
        }
        if let Some(extent) = inner.extent {
            write!(f, ", {extent}")?;
        }
        if let Some(rank) = inner.rank {
            write!(f, ", rank {rank}")?;
        }
        match &inner.detail {
            Some(detail) => write!(f, ": {detail}"),
            None => Ok(()),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Close => "close",
            Self::Delete => "delete",
            Self::Read => "read",
            Self::Write => "write",
            Self::GetSize => "get size",
            Self::SetSize => "set size",
            Self::Preallocate => "preallocate",
            Self::Sync => "sync",
            Self::SetView => "set view",
            Self::Seek => "seek",
            Self::SetAtomicity => "set atomicity",
            Self::Lock => "lock",
            Self::Map => "map",
            Self::SetInfo => "set info",
            Self::Wait => "wait",
            Self::Configure => "configure",
        })
    }
}

fn kind_of_io_error(error: &io::Error) -> ErrorKind {
    use io::ErrorKind as Io;
    match error.kind() {
        Io::NotFound => ErrorKind::NoSuchFile,
        Io::AlreadyExists => ErrorKind::FileExists,
        Io::PermissionDenied => ErrorKind::AccessDenied,
        Io::ReadOnlyFilesystem => ErrorKind::ReadOnly,
        Io::StorageFull => ErrorKind::NoSpace,
        Io::QuotaExceeded => ErrorKind::Quota,
        Io::ResourceBusy | Io::ExecutableFileBusy => ErrorKind::FileInUse,
        Io::InvalidFilename | Io::IsADirectory | Io::NotADirectory => ErrorKind::BadFileName,
        Io::InvalidInput => ErrorKind::Argument,
        Io::FileTooLarge => ErrorKind::NoSpace,
        Io::Unsupported => ErrorKind::Unsupported,
        Io::OutOfMemory => ErrorKind::NoMemory,
        Io::ConnectionReset | Io::ConnectionAborted | Io::BrokenPipe | Io::UnexpectedEof => {
            ErrorKind::PeerLost
        }
        _ => ErrorKind::Io,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_names_file_range_and_rank() {
        let error = Error::from_io(Operation::Write, io::Error::from(io::ErrorKind::StorageFull))
            .with_path("/scratch/a.nc")
            .with_extent(Extent::new(4096, 4096))
            .with_rank(3);
        assert_eq!(error.to_string(), "write failed: no space, /scratch/a.nc, bytes 4096..8192, rank 3");
    }

    #[test]
    fn codes_round_trip() {
        for &kind in ErrorKind::ALL {
            assert_eq!(ErrorKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(ErrorKind::from_code(0), None);
    }

    #[test]
    fn first_context_wins() {
        let error = Error::new(ErrorKind::Io, Operation::Read).with_path("inner").with_path("outer");
        assert_eq!(error.path(), Some("inner"));
    }
}
