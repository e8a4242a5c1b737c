// SPDX-License-Identifier: MIT OR Apache-2.0
//! `native:`: the MPI library's own MPI-IO. There is no device behind it: libseaway.so passes the whole file,
//! views and collectives included, to the MPI library underneath. Without an MPI library the name is refused.

use std::sync::Arc;

use seaway_device_api::{Device, DeviceName, Error, ErrorKind, Hints, Operation, Result};

pub fn connect(name: &DeviceName, _: &Hints) -> Result<Arc<dyn Device>> {
    let text = "native: is the MPI library's own MPI-IO, and this program runs without one; \
                leave the prefix out, or run it under MPI with `seaway run`";
    Err(Error::new(ErrorKind::Unsupported, Operation::Open).with_path(name.to_string()).with_detail(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_mpi_the_name_is_refused() {
        let error = connect(&DeviceName::parse("native:a", &["native"]), &Hints::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.to_string().contains("seaway run"), "{error}");
    }
}
