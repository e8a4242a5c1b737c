// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway doctor-check LIBRARY FOLDER`: one rank of the check that `seaway doctor` runs under each MPI.
//! Internal. Loads the MPI library, which this program is not linked with, writes and reads a file through
//! whatever `MPI_File_open` resolves to in this process, and leaves notes as a file in FOLDER: the output of
//! ranks may be lost or mixed.

mod notes;
mod sys;

use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use seaway_mpi_host::abi::Abi;
use seaway_mpi_host::host::{AnyHost, Host, Library};

use self::sys::{Calls, OpenFile, Vector};

pub(crate) use self::notes::{Notes, RankNotes, Stage};

/// Name of the shared file in the folder.
pub(crate) const FILE: &str = "file";

/// Blocks per rank in the file, and integers per block.
const BLOCKS: usize = 16;
const BLOCK: usize = 4;

/// How many integers the file holds finally; each is its own index.
pub(crate) fn integers_in_file(ranks: usize) -> usize {
    ranks * BLOCKS * BLOCK
}

/// One rank of the check that doctor runs
#[derive(Debug, Args)]
pub(crate) struct DoctorCheck {
    library: PathBuf,
    folder: PathBuf,
}

impl DoctorCheck {
    pub(crate) fn run(&self) -> Result<()> {
        let mut notes = Notes::create(&self.folder)?;
        let outcome = self.check(&mut notes);
        if let Err(error) = &outcome {
            notes.failed(&format!("{error:#}"))?;
        }
        outcome
    }

    fn check(&self, notes: &mut Notes) -> Result<()> {
        notes.preload(std::env::var_os("LD_PRELOAD").as_deref())?;
        notes.reached(Stage::Load)?;
        let library = Library::load(&self.library).ok_or_else(sys::loader_message)?;
        notes.provider(sys::provider_of("MPI_File_open").as_deref())?;
        match AnyHost::of(library).map_err(|sentence| anyhow!(sentence))? {
            AnyHost::Mpich(host) => self.check_with(&host, notes),
            AnyHost::OpenMpi(host) => self.check_with(&host, notes),
            AnyHost::Standard(host) => self.check_with(&host, notes),
        }
    }

    fn check_with<A: Abi>(&self, host: &Host<A>, notes: &mut Notes) -> Result<()> {
        let calls = Calls::find(host)?;
        notes.reached(Stage::Init)?;
        calls.init()?;
        let (rank, ranks) = calls.rank_and_size()?;
        notes.ranks(rank, ranks)?;
        let path = self.folder.join(FILE);
        let name = CString::new(OsString::from(path).into_vec()).context("a path with a zero in it")?;
        notes.reached(Stage::Write)?;
        write(&calls, &name, rank, ranks)?;
        notes.reached(Stage::Read)?;
        // Another rank's part, to detect that each rank has a separate file.
        read(&calls, &name, (rank + 1) % ranks, ranks)?;
        notes.reached(Stage::Finalize)?;
        calls.finalize()?;
        notes.reached(Stage::End)
    }
}

fn write<A: Abi>(calls: &Calls<'_, A>, name: &CString, part: usize, ranks: usize) -> Result<()> {
    let file = OpenFile::create(calls, name)?;
    let view = Vector { blocks: BLOCKS, block: BLOCK, stride: BLOCK * ranks, start: BLOCK * part };
    file.set_view(&view)?;
    file.write_all(&indices(part, ranks))?;
    file.close()
}

fn read<A: Abi>(calls: &Calls<'_, A>, name: &CString, part: usize, ranks: usize) -> Result<()> {
    let file = OpenFile::open(calls, name)?;
    let view = Vector { blocks: BLOCKS, block: BLOCK, stride: BLOCK * ranks, start: BLOCK * part };
    file.set_view(&view)?;
    let mut values = vec![-1; BLOCKS * BLOCK];
    file.read_all(&mut values)?;
    file.close()?;
    let expected = indices(part, ranks);
    match values.iter().zip(&expected).position(|(value, expected)| value != expected) {
        None => Ok(()),
        Some(index) => {
            Err(anyhow!("integer {index} of a view is {} and not {}", values[index], expected[index]))
        }
    }
}

/// Contents of the view of `part`: the index that each of its integers has in the file.
fn indices(part: usize, ranks: usize) -> Vec<i32> {
    let index = |local: usize| (local / BLOCK) * BLOCK * ranks + BLOCK * part + local % BLOCK;
    let small = |index: usize| i32::try_from(index).unwrap_or(i32::MAX);
    (0..BLOCKS * BLOCK).map(|local| small(index(local))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_all_ranks_make_the_file() {
        let mut all: Vec<i32> = (0..3).flat_map(|part| indices(part, 3)).collect();
        all.sort_unstable();
        let expected: Vec<i32> = (0..i32::try_from(integers_in_file(3)).unwrap()).collect();
        assert_eq!(all, expected);
    }
}
