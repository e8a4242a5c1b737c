// SPDX-License-Identifier: MIT OR Apache-2.0
//! `spec/mpi.toml` against the installed MPIs: the arguments that their headers declare match the table, and
//! whatever their libraries export, the adapter's library for this ABI exports too. A new version of an MPI
//! shows here first.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mpi_tests::{Abi, adapter_library, environment_folder, workspace_root};

/// A function: the kinds of its arguments, and whether it is the form with large counts.
struct Row {
    kinds: Vec<String>,
    is_large: bool,
}

fn table() -> BTreeMap<String, Row> {
    let text = fs::read_to_string(workspace_root().join("spec/mpi.toml")).unwrap();
    let mut table = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("MPI_")) {
        let (name, rest) = line.split_once(" = { takes = \"").unwrap();
        let (takes, flags) = rest.split_once('"').unwrap();
        let arguments = takes.split(", ").filter(|argument| !argument.is_empty());
        let kinds: Vec<String> =
            arguments.map(|argument| argument.split_once(' ').unwrap().0.to_owned()).collect();
        if flags.contains("large = true") {
            table.insert(format!("{name}_c"), Row { kinds: kinds.clone(), is_large: true });
        }
        table.insert(name.to_owned(), Row { kinds, is_large: false });
    }
    table
}

fn headers() -> Vec<PathBuf> {
    let here = environment_folder();
    let debian = Path::new("/usr/lib").join(format!("{}-linux-gnu", std::env::consts::ARCH));
    let debian_mpich = format!("/usr/include/{}-linux-gnu/mpich", std::env::consts::ARCH);
    let candidates = [
        here.join("mpich5/include/mpi.h"),
        here.join("mpich5/include/mpi_proto.h"),
        here.join("mpich5/include/mpi_abi.h"),
        here.join("openmpi5/include/mpi.h"),
        debian.join("openmpi/include/mpi.h"),
        PathBuf::from(&debian_mpich).join("mpi.h"),
        PathBuf::from(&debian_mpich).join("mpi_proto.h"),
    ];
    candidates.into_iter().filter(|path| path.exists()).collect()
}

#[test]
fn headers_declare_what_the_table_says() {
    let table = table();
    let mut compared = BTreeSet::new();
    let mut differences = Vec::new();
    for header in headers() {
        for (name, arguments) in declarations(&fs::read_to_string(&header).unwrap()) {
            let Some(row) = table.get(&name) else { continue };
            compared.insert(name.clone());
            if let Some(difference) = difference(row, &arguments) {
                differences.push(format!("{}: {name}: {difference}", header.display()));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    let never: Vec<_> = table.keys().filter(|name| !compared.contains(*name)).collect();
    // Functions that only old headers declared, or that are macros everywhere.
    assert!(never.len() < 12, "no header declares {never:?}");
}

/// Functions and their arguments, without comments.
fn declarations(header: &str) -> Vec<(String, Vec<String>)> {
    let mut text = String::new();
    let mut rest = header;
    while let Some((before, after)) = rest.split_once("/*") {
        text += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text += rest;
    let mut found = Vec::new();
    for statement in text.split(';') {
        let Some((head, tail)) = statement.split_once('(') else { continue };
        let words: Vec<&str> = head.split_whitespace().collect();
        let Some((name, returns)) = words.split_last() else { continue };
        let is_function =
            name.starts_with("MPI_") && returns.last().is_some_and(|word| !word.starts_with('#'));
        let Some(arguments) = tail.split(')').next().filter(|_| is_function && !head.contains("typedef"))
        else {
            continue;
        };
        let arguments = arguments.split(',').map(|argument| argument.trim().to_owned());
        let arguments: Vec<String> =
            arguments.filter(|argument| !argument.is_empty() && argument != "void").collect();
        found.push(((*name).to_owned(), arguments));
    }
    found
}

fn difference(row: &Row, arguments: &[String]) -> Option<String> {
    if row.kinds.len() != arguments.len() {
        return Some(format!("{} arguments, not {}", arguments.len(), row.kinds.len()));
    }
    let mismatch =
        row.kinds.iter().zip(arguments).find(|(kind, argument)| !fits(kind, argument, row.is_large))?;
    Some(format!("`{}` is no `{}`", mismatch.1, mismatch.0))
}

/// Whether an argument in C may be of this kind.
fn fits(kind: &str, argument: &str, is_large: bool) -> bool {
    let mut words = argument.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.');
    let base = words.find(|word| !["", "const", "struct", "restrict"].contains(word)).unwrap_or_default();
    let is_pointer = argument.contains('*') || argument.contains('[');
    let is_array = kind.contains('[');
    let plain = kind.split('[').next().unwrap_or_default();
    let is_written = plain.ends_with("_out") || plain.ends_with("_inout");
    let plain = plain.trim_end_matches("_inout").trim_end_matches("_out");
    let (types, always_pointer): (&[&str], bool) = match plain {
        "comm" => (&["MPI_Comm"], false),
        "datatype" => (&["MPI_Datatype"], false),
        "errhandler" => (&["MPI_Errhandler"], false),
        "file" => (&["MPI_File"], false),
        "group" => (&["MPI_Group"], false),
        "info" => (&["MPI_Info"], false),
        "message" => (&["MPI_Message"], false),
        "op" => (&["MPI_Op"], false),
        "request" => (&["MPI_Request"], false),
        "session" => (&["MPI_Session"], false),
        "win" => (&["MPI_Win"], false),
        "status" => (&["MPI_Status"], true),
        "string" | "strings" => (&["char"], true),
        "source" | "target" | "collective_source" | "collective_target" | "pointer" => (&["void"], true),
        "count" if is_large => (&["MPI_Count", "MPI_Aint"], false),
        "displacement" if is_large => (&["MPI_Aint", "MPI_Count"], false),
        "aint" => (&["MPI_Aint", "MPI_Count"], false),
        "large" => (&["MPI_Count"], false),
        "offset" | "view_offset" => (&["MPI_Offset", "MPI_Count"], false),
        "double" => (&["double"], false),
        "unsigned" => (&["unsigned"], false),
        "callback_safety" => (&["MPI_T_cb_safety"], false),
        "source_order" => (&["MPI_T_source_order"], false),
        tool if tool.starts_with("t_") => return base.eq_ignore_ascii_case(&format!("MPI_{tool}")),
        // Their types are named after the functions.
        "function" => return base.starts_with("MPI_"),
        "varargs" => return argument == "...",
        _ => (&["int", "MPI_Fint"], false),
    };
    types.contains(&base) && is_pointer == (always_pointer || is_array || is_written)
}

#[test]
fn adapters_export_what_the_mpis_export() {
    let here = environment_folder();
    let debian = Path::new("/usr/lib").join(format!("{}-linux-gnu", std::env::consts::ARCH));
    for (abi, library) in [
        (Abi::Mpich, here.join("mpich5/lib/libmpi.so.12")),
        (Abi::Mpich, here.join("intel/lib/libmpi.so.12")),
        (Abi::Mpich, here.join("debian-mpich/lib/libmpi.so.12")),
        (Abi::OpenMpi, here.join("openmpi5/lib/libmpi.so.40")),
        (Abi::OpenMpi, debian.join("libmpi.so.40")),
        (Abi::Standard, here.join("mpich5/lib/libmpi_abi.so.1")),
    ] {
        let (theirs, ours) = (exports(&library), exports(&adapter_library(abi)));
        let missing: Vec<_> =
            theirs.iter().filter(|name| is_for_programs(name) && !ours.contains(*name)).collect();
        assert!(missing.is_empty(), "{} has {missing:#?}", library.display());
        assert!(theirs.contains("MPI_Send"), "{} has no MPI_Send", library.display());
    }
}

#[test]
fn the_libraries_for_fortran_export_what_the_mpis_export() {
    let debian = Path::new("/usr/lib").join(format!("{}-linux-gnu", std::env::consts::ARCH));
    let of_open_mpi = ["libmpi_mpifh.so.40", "libmpi_usempi_ignore_tkr.so.40", "libmpi_usempif08.so.40"];
    for (abi, libraries) in [(Abi::Mpich, &["libmpichfort.so.12"][..]), (Abi::OpenMpi, &of_open_mpi[..])] {
        let adapter = adapter_library(abi);
        let name = adapter.file_name().unwrap().to_str().unwrap().replace(".so", "_fortran.so");
        let ours = &exports(&adapter) | &exports(&adapter.with_file_name(name));
        for library in libraries {
            let theirs = exports(&debian.join(library));
            let missing: Vec<_> =
                theirs.iter().filter(|name| is_for_fortran(name) && !ours.contains(*name)).collect();
            assert!(missing.is_empty(), "{library} has {missing:#?}");
        }
    }
}

/// What compilers may refer to. Not: an MPI's extensions, symbols that its own modules need from each other,
/// and those of classes that extend MPI's types.
fn is_for_fortran(name: &str) -> bool {
    let (plain, lower) = (name.trim_start_matches(['p', 'P']), name.to_lowercase());
    let is_added = ["mpix", "pmpix", "mpiext"].iter().any(|start| lower.starts_with(start));
    let is_of_classes = ["__vtab_", "__copy_", "__def_init_"].iter().any(|part| name.contains(part));
    let is_inside = ["ompi_", "MPIR_F_", "MPIR_C_", "mpirinit", "__mpi_c_interface"]
        .iter()
        .any(|start| plain.starts_with(start) && !plain.starts_with("ompi_f08_"));
    let is_for_c = plain.starts_with("MPI_F_") && plain != "MPI_F_SYNC_REG"
        || ["_f", "_f08", "_c2f", "_f2c"].iter().any(|end| name.ends_with(end));
    !is_added && !is_of_classes && !is_inside && !is_for_c
}

/// Functions of the standard in C, with their profiling names. Excludes Fortran's and an MPI's extensions.
fn is_for_programs(name: &str) -> bool {
    let plain = name.strip_prefix('P').unwrap_or(name);
    let is_function = plain
        .strip_prefix("MPI_")
        .is_some_and(|rest| rest.contains(|c: char| c.is_ascii_lowercase()) && !rest.ends_with("_F90"));
    // An extension of Open MPI under a name in the standard's form.
    is_function && plain != "MPI_Session_set_info"
}

fn exports(library: &Path) -> BTreeSet<String> {
    let output = Command::new("nm")
        .args(["--dynamic", "--defined-only", "--format=posix"])
        .arg(library)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}: {output:?}", library.display());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}
