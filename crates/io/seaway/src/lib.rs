// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parallel I/O for Rust: the files of MPI-IO, without an MPI.
//!
//! A [`Group`] is a parallel program whose ranks are threads of this process. Its ranks open a [`File`] together. The
//! file's name picks the device that keeps the bytes (`mem:field`, `/scratch/out.dat`, `lustre:/scratch/out.dat`); a
//! view picks the bytes that a rank sees; collective calls move everybody's data at once.
//!
//! Here, four ranks write a matrix, each a block of columns, and two ranks read it back, each half of the rows:
//!
//! ```
//! use seaway::{AccessMode, Datatype, File, Group, Hints, Named, Order, Rank, Result};
//!
//! const ROWS: i64 = 6;
//! const COLUMNS: i64 = 8;
//!
//! /// Makes a part of the matrix all that this rank sees of the file.
//! fn see(file: &File, size: [i64; 2], start: [i64; 2]) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//!     let double = Datatype::named(Named::Double);
//!     let part = Datatype::subarray(&[ROWS, COLUMNS], &size, &start, Order::C, &double)?;
//!     part.commit();
//!     file.set_view(0, &double, &part, "native", &Hints::new())?;
//!     Ok(())
//! }
//!
//! let written = Group::run(4, |rank| -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//!     let mode = AccessMode::CREATE | AccessMode::WRITE_ONLY;
//!     let file = File::open(&rank, "mem:matrix", mode, &Hints::new())?;
//!     see(&file, [ROWS, 2], [0, 2 * rank.rank() as i64])?;
//!     // Row by row, this rank's two columns; each value says where it belongs.
//!     let values: Vec<f64> = (0..ROWS)
//!         .flat_map(|row| [0, 1].map(|column| (10 * row + 2 * rank.rank() as i64 + column) as f64))
//!         .collect();
//!     file.write_all(&values)?;
//!     Ok(file.close()?)
//! })?;
//! written.into_iter().collect::<Result<Vec<()>, _>>()?;
//!
//! let halves = Group::run(2, |rank| -> Result<Vec<f64>, Box<dyn std::error::Error + Send + Sync>> {
//!     let file = File::open(&rank, "mem:matrix", AccessMode::READ_ONLY, &Hints::new())?;
//!     see(&file, [3, COLUMNS], [3 * rank.rank() as i64, 0])?;
//!     let mut values = vec![0.0; 24];
//!     file.read_all(&mut values)?;
//!     file.close()?;
//!     Ok(values)
//! })?;
//! let matrix: Vec<f64> = halves.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
//! assert_eq!(matrix[..3], [0.0, 1.0, 2.0]);
//! assert_eq!(matrix[5 * 8 + 7], 57.0);
//! # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! ```
//!
//! This crate holds the ranks and the way from a name to an open file. Access is the engine's (`seaway-engine`),
//! types are `seaway-datatype`'s, and storage is the devices' (`seaway-devices`); what users need of them is named
//! here again.
#![deny(unsafe_code)]

#[cfg(doctest)]
mod documents;
mod file;
mod ranks;

pub use file::File;
pub use ranks::{Group, GroupBuilder, GroupError, Rank};
pub use seaway_datatype::{
    Construction, Datatype, DatatypeError, Dimension, Distribution, DistributionArgument, Named, Order,
};
pub use seaway_device_api::{Error, ErrorKind, Extent, Hints, Operation, Result};
pub use seaway_devices::register_device;
pub use seaway_engine::{
    AccessMode, Communicator, DISPLACEMENT_CURRENT, DataRepresentation, Element, ReadBuffer, Representation,
    Request, Scope, Status, View, Whence, WriteBuffer, register_representation, scope,
};
pub use seaway_memory::{Source, Target};
