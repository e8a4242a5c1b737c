// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks the table of MPI's I/O chapter (`spec/mpi_io.toml`) against two other sources: the names that
//! follow from the standard's rules, and a program that makes every listed call.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::collections::BTreeSet;
use std::sync::Arc;

use seaway::{
    AccessMode, DataRepresentation, Datatype, File, Group, Hints, Named, Rank, Result, Source, Target, Whence,
};

/// MPI-5.0 "I/O" has 56 functions, 30 of which also have a form with large counts.
#[test]
fn table_lists_the_whole_chapter() {
    let functions = table();
    let listed: BTreeSet<String> = functions.iter().map(|row| text(row, "name")).collect();
    assert_eq!(listed.len(), functions.len(), "a function is listed twice");
    assert_eq!(listed, names_by_the_rules());
    assert_eq!(listed.len(), 56);
    let with_large_counts: BTreeSet<String> =
        functions.iter().filter(|row| row.contains_key("large_count")).map(|row| text(row, "name")).collect();
    assert_eq!(with_large_counts, names_with_a_count());
    assert_eq!(with_large_counts.len(), 30);
}

#[test]
fn every_method_in_the_table_can_be_called() {
    let listed: BTreeSet<String> = table().iter().map(|row| text(row, "method")).collect();
    let called: BTreeSet<String> = CALLS.iter().map(|&(name, _)| name.to_owned()).collect();
    let around = ["File::open", "File::close", "File::delete", "register_representation"].map(str::to_owned);
    assert_eq!(listed, called.union(&BTreeSet::from(around)).cloned().collect());
    seaway::register_representation("chapter", Arc::new(Plain)).unwrap();
    Group::run(2, |rank| {
        let file =
            File::open(&rank, "mem:chapter", AccessMode::CREATE | AccessMode::READ_WRITE, &Hints::new());
        let file = file.unwrap();
        for (name, call) in CALLS {
            call(&rank, &file).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        file.close().unwrap();
    })
    .unwrap();
    File::delete("mem:chapter", &Hints::new()).unwrap();
}

/// Data access routines are a grid of positioning, synchronism and coordination (MPI-5.0 "Data Access Routines"); the
/// rest are the chapter's own sections.
fn names_by_the_rules() -> BTreeSet<String> {
    let others = "open close delete set_size preallocate get_size get_group get_amode set_info get_info set_view \
                  get_view seek get_position get_byte_offset seek_shared get_position_shared get_type_extent \
                  set_atomicity get_atomicity sync";
    let mut names: BTreeSet<String> =
        others.split_whitespace().map(|name| format!("MPI_File_{name}")).collect();
    names.insert("MPI_Register_datarep".into());
    names.extend(data_access());
    names
}

fn data_access() -> impl Iterator<Item = String> {
    let forms = "* *_all i* i*_all *_all_begin *_all_end \
                 *_at *_at_all i*_at i*_at_all *_at_all_begin *_at_all_end \
                 *_shared i*_shared *_ordered *_ordered_begin *_ordered_end";
    forms.split_whitespace().flat_map(|form| {
        ["read", "write"].map(|direction| format!("MPI_File_{}", form.replace('*', direction)))
    })
}

/// Functions that take a count or return an extent; the end of a split call does neither.
fn names_with_a_count() -> BTreeSet<String> {
    let others = ["MPI_File_get_type_extent", "MPI_Register_datarep"].map(str::to_owned);
    data_access().filter(|name| !name.ends_with("_end")).chain(others).collect()
}

type Call = (&'static str, fn(&Rank, &File) -> Result<()>);

const CALLS: [Call; 52] = [
    ("File::set_size", |_, file| file.set_size(100)),
    ("File::preallocate", |_, file| file.preallocate(200)),
    ("File::size", |_, file| file.size().map(|size| assert_eq!(size, 200))),
    ("File::communicator", |rank, file| {
        assert_eq!(file.communicator().size(), rank.size());
        Ok(())
    }),
    ("File::access_mode", |_, file| {
        assert!(file.access_mode().contains(AccessMode::READ_WRITE));
        Ok(())
    }),
    ("File::set_hints", |_, file| file.set_hints(&Hints::new().with("cb_nodes", "1"))),
    ("File::hints", |_, file| {
        assert_eq!(file.hints().get("cb_nodes"), Some("1"));
        Ok(())
    }),
    ("File::set_view", |_, file| {
        let byte = Datatype::bytes();
        file.set_view(0, &byte, &byte, "chapter", &Hints::new())?;
        file.set_view(0, &byte, &byte, "native", &Hints::new())
    }),
    ("File::view", |_, file| {
        assert_eq!(file.view().representation().name(), "native");
        Ok(())
    }),
    ("File::read_at", |_, file| file.read_at(0, &mut [0_u8]).map(drop)),
    ("File::read_at_all", |_, file| file.read_at_all(0, &mut [0_u8]).map(drop)),
    ("File::write_at", |_, file| file.write_at(0, &[0_u8]).map(drop)),
    ("File::write_at_all", |_, file| file.write_at_all(0, &[0_u8]).map(drop)),
    ("File::iread_at", |_, file| file.iread_at(0, &mut [0_u8]).wait().map(drop)),
    ("File::iread_at_all", |_, file| file.iread_at_all(0, &mut [0_u8]).wait().map(drop)),
    ("File::iwrite_at", |_, file| file.iwrite_at(0, &[0_u8]).wait().map(drop)),
    ("File::iwrite_at_all", |_, file| file.iwrite_at_all(0, &[0_u8]).wait().map(drop)),
    ("File::read", |_, file| file.read(&mut [0_u8]).map(drop)),
    ("File::read_all", |_, file| file.read_all(&mut [0_u8]).map(drop)),
    ("File::write", |_, file| file.write(&[0_u8]).map(drop)),
    ("File::write_all", |_, file| file.write_all(&[0_u8]).map(drop)),
    ("File::iread", |_, file| file.iread(&mut [0_u8]).wait().map(drop)),
    ("File::iread_all", |_, file| file.iread_all(&mut [0_u8]).wait().map(drop)),
    ("File::iwrite", |_, file| file.iwrite(&[0_u8]).wait().map(drop)),
    ("File::iwrite_all", |_, file| file.iwrite_all(&[0_u8]).wait().map(drop)),
    ("File::seek", |_, file| file.seek(5, Whence::Set)),
    ("File::position", |_, file| file.position().map(|position| assert_eq!(position, 5))),
    ("File::byte_offset", |_, file| file.byte_offset(7).map(|offset| assert_eq!(offset, 7))),
    ("File::read_shared", |_, file| file.read_shared(&mut [0_u8]).map(drop)),
    ("File::write_shared", |_, file| file.write_shared(&[0_u8]).map(drop)),
    ("File::iread_shared", |_, file| file.iread_shared(&mut [0_u8]).wait().map(drop)),
    ("File::iwrite_shared", |_, file| file.iwrite_shared(&[0_u8]).wait().map(drop)),
    ("File::read_ordered", |_, file| file.read_ordered(&mut [0_u8]).map(drop)),
    ("File::write_ordered", |_, file| file.write_ordered(&[0_u8]).map(drop)),
    ("File::seek_shared", |_, file| file.seek_shared(9, Whence::Set)),
    ("File::position_shared", |_, file| file.position_shared().map(|position| assert_eq!(position, 9))),
    ("File::read_at_all_begin", |_, file| file.read_at_all_begin(0, &mut [0_u8])),
    ("File::read_at_all_end", |_, file| file.read_at_all_end().map(drop)),
    ("File::write_at_all_begin", |_, file| file.write_at_all_begin(0, &[0_u8])),
    ("File::write_at_all_end", |_, file| file.write_at_all_end().map(drop)),
    ("File::read_all_begin", |_, file| file.read_all_begin(&mut [0_u8])),
    ("File::read_all_end", |_, file| file.read_all_end().map(drop)),
    ("File::write_all_begin", |_, file| file.write_all_begin(&[0_u8])),
    ("File::write_all_end", |_, file| file.write_all_end().map(drop)),
    ("File::read_ordered_begin", |_, file| file.read_ordered_begin(&mut [0_u8])),
    ("File::read_ordered_end", |_, file| file.read_ordered_end().map(drop)),
    ("File::write_ordered_begin", |_, file| file.write_ordered_begin(&[0_u8])),
    ("File::write_ordered_end", |_, file| file.write_ordered_end().map(drop)),
    ("File::type_extent", |_, file| {
        file.type_extent(&Datatype::named(Named::Int)).map(|extent| assert_eq!(extent, 4))
    }),
    ("File::set_atomicity", |_, file| file.set_atomicity(true)),
    ("File::atomicity", |_, file| {
        assert!(file.atomicity());
        Ok(())
    }),
    ("File::sync", |_, file| file.sync()),
];

/// A representation that stores data unchanged.
#[derive(Debug)]
struct Plain;

impl DataRepresentation for Plain {
    fn file_bytes(&self, named: Named) -> Result<u64> {
        Ok(named.size())
    }

    fn encode(&self, from: Source<'_>, datatype: &Datatype, count: u64, into: &mut [u8]) -> Result<()> {
        let bytes = i64::try_from(count * datatype.size()).unwrap();
        into.copy_from_slice(from.slice(0..bytes).unwrap());
        Ok(())
    }

    fn decode(&self, from: &[u8], _: &Datatype, _: u64, into: &mut Target<'_>) -> Result<u64> {
        let bytes = i64::try_from(from.len()).unwrap();
        into.slice(0..bytes).unwrap().copy_from_slice(from);
        Ok(from.len() as u64)
    }
}

fn table() -> Vec<toml::Table> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../spec/mpi_io.toml");
    let table: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let rows = table["function"].as_array().unwrap();
    rows.iter().map(|row| row.as_table().unwrap().clone()).collect()
}

fn text(row: &toml::Table, field: &str) -> String {
    row[field].as_str().unwrap().to_owned()
}
