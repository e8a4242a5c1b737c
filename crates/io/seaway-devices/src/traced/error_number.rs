// SPDX-License-Identifier: MIT OR Apache-2.0
//! Maps an error to an errno.

use std::ffi::c_int;
use std::io;

use seaway_device_api::{Error, ErrorKind};

/// `ENOENT` and similar numbers.
pub fn error_number(error: &Error) -> c_int {
    match error.kind() {
        ErrorKind::NoSuchFile => libc::ENOENT,
        ErrorKind::FileExists => libc::EEXIST,
        ErrorKind::FileInUse => libc::EBUSY,
        ErrorKind::AccessDenied => libc::EACCES,
        ErrorKind::ReadOnly => libc::EROFS,
        ErrorKind::NoSpace => libc::ENOSPC,
        ErrorKind::Quota => libc::EDQUOT,
        ErrorKind::BadFileName | ErrorKind::Argument => libc::EINVAL,
        ErrorKind::Unsupported => libc::EOPNOTSUPP,
        ErrorKind::NoMemory => libc::ENOMEM,
        ErrorKind::PeerLost => libc::EHOSTUNREACH,
        _ => system_s_number(error).unwrap_or(libc::EIO),
    }
}

fn system_s_number(error: &Error) -> Option<c_int> {
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        if let Some(number) = cause.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error) {
            return Some(number);
        }
        source = cause.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use seaway_device_api::Operation;

    #[test]
    fn errors_map_to_errno() {
        let of_kind = |kind| error_number(&Error::new(kind, Operation::Open));
        assert_eq!(of_kind(ErrorKind::NoSuchFile), libc::ENOENT);
        assert_eq!(of_kind(ErrorKind::Io), libc::EIO);
        let refused = io::Error::from_raw_os_error(libc::ECONNREFUSED);
        assert_eq!(error_number(&Error::from_io(Operation::Open, refused)), libc::ECONNREFUSED);
    }
}
