// SPDX-License-Identifier: MIT OR Apache-2.0
//! Maps an errno to an [`Error`] with the kind that MPI users expect.

use std::io;

use rustix::io::Errno;
use seaway_device_api::{Error, ErrorKind, Operation};

/// The kind is decided here where the errno alone is misleading, otherwise in `seaway-device-api`.
pub(super) fn failure(operation: Operation, errno: Errno, path: &str) -> Error {
    let source = io::Error::from(errno);
    let error = match (operation, errno) {
        // A file opened for reading only, or a mapping of it.
        (Operation::Write | Operation::SetSize | Operation::Preallocate | Operation::Map, Errno::BADF) => {
            explained(ErrorKind::ReadOnly, operation, source, "the file is not open for writing")
        }
        (Operation::Map, Errno::NODATA) => explained(
            ErrorKind::Unsupported,
            operation,
            source,
            "its pages are not in memory or not available; read and write it instead",
        ),
        // ftruncate and fallocate on a descriptor that is not open for writing.
        (Operation::SetSize, Errno::INVAL) => explained(
            ErrorKind::ReadOnly,
            operation,
            source,
            "the file is not open for writing, or has no size",
        ),
        (Operation::Lock, Errno::BADF) => explained(
            ErrorKind::AccessDenied,
            operation,
            source,
            "an exclusive lock requires a file open for writing",
        ),
        (Operation::Read, Errno::BADF) => {
            explained(ErrorKind::AccessDenied, operation, source, "the file is not open for reading")
        }
        (Operation::Open | Operation::Delete, Errno::INVAL | Errno::LOOP) => explained(
            ErrorKind::BadFileName,
            operation,
            source,
            "the operating system does not accept this name",
        ),
        (Operation::Open | Operation::Delete, Errno::ISDIR) => {
            explained(ErrorKind::BadFileName, operation, source, "it is a directory")
        }
        (Operation::Open | Operation::Delete, Errno::NXIO | Errno::NODEV) => {
            explained(ErrorKind::BadFileName, operation, source, "this special file has no device behind it")
        }
        (_, Errno::OPNOTSUPP | Errno::NOSYS | Errno::SPIPE) => {
            Error::new(ErrorKind::Unsupported, operation).with_source(source)
        }
        _ => Error::from_io(operation, source),
    };
    error.with_path(path)
}

fn explained(kind: ErrorKind, operation: Operation, source: io::Error, detail: &str) -> Error {
    Error::new(kind, operation).with_source(source).with_detail(detail)
}
