// SPDX-License-Identifier: MIT OR Apache-2.0
//! Maps an error's kind to MPI's error class. The only place that knows both.

use std::ffi::c_int;

use seaway_device_api::ErrorKind;

use crate::abi::Abi;

pub fn error_class<A: Abi>(kind: ErrorKind) -> c_int {
    let class = match kind {
        ErrorKind::NoSuchFile => A::MPI_ERR_NO_SUCH_FILE,
        ErrorKind::FileExists => A::MPI_ERR_FILE_EXISTS,
        ErrorKind::FileInUse => A::MPI_ERR_FILE_IN_USE,
        ErrorKind::AccessDenied => A::MPI_ERR_ACCESS,
        ErrorKind::ReadOnly => A::MPI_ERR_READ_ONLY,
        ErrorKind::NoSpace => A::MPI_ERR_NO_SPACE,
        ErrorKind::Quota => A::MPI_ERR_QUOTA,
        ErrorKind::BadFileName => A::MPI_ERR_BAD_FILE,
        ErrorKind::AccessMode => A::MPI_ERR_AMODE,
        ErrorKind::Argument => A::MPI_ERR_ARG,
        ErrorKind::Datatype => A::MPI_ERR_TYPE,
        ErrorKind::Count => A::MPI_ERR_COUNT,
        ErrorKind::Unsupported => A::MPI_ERR_UNSUPPORTED_OPERATION,
        ErrorKind::UnsupportedRepresentation => A::MPI_ERR_UNSUPPORTED_DATAREP,
        ErrorKind::DuplicateRepresentation => A::MPI_ERR_DUP_DATAREP,
        ErrorKind::Conversion => A::MPI_ERR_CONVERSION,
        ErrorKind::NotSame => A::MPI_ERR_NOT_SAME,
        ErrorKind::Io => A::MPI_ERR_IO,
        ErrorKind::BadFile => A::MPI_ERR_FILE,
        ErrorKind::NoMemory => A::MPI_ERR_NO_MEM,
        ErrorKind::Request => A::MPI_ERR_REQUEST,
        ErrorKind::PeerLost => A::MPI_ERR_OTHER,
        ErrorKind::Buffer => A::MPI_ERR_BUFFER,
        ErrorKind::Communicator => A::MPI_ERR_COMM,
        // A kind missing from this table is a defect, as is `Internal`.
        _ => A::MPI_ERR_INTERN,
    };
    c_int::try_from(class).unwrap_or(c_int::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::{Mpich, OpenMpi, Standard};

    #[test]
    fn every_kind_but_one_has_a_class_of_its_own() {
        for &kind in ErrorKind::ALL {
            let internal = kind == ErrorKind::Internal;
            assert_eq!(error_class::<Mpich>(kind) == 16, internal, "{kind:?}");
            assert_eq!(error_class::<OpenMpi>(kind) == 17, internal, "{kind:?}");
            assert_eq!(error_class::<Standard>(kind) == 17, internal, "{kind:?}");
        }
        assert_eq!(error_class::<Mpich>(ErrorKind::NoSuchFile), 37);
        assert_eq!(error_class::<OpenMpi>(ErrorKind::NoSuchFile), 42);
    }
}
