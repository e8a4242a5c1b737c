// SPDX-License-Identifier: MIT OR Apache-2.0
//! Combines many trace files into one file or directory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use seaway_trace_format::{EVENT_BYTES, FILE_ENDING};

use crate::read::align;
use crate::read::contents::Block;
use crate::read::load::{self, Loaded};
use crate::{Error, Result, pack as packing, rewrite};

/// How much packing has helped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed {
    pub processes: usize,
    /// Total size of the packed files.
    pub from_bytes: u64,
    /// Size of their events alone, without free slots.
    pub event_bytes: u64,
    pub to_bytes: u64,
}

/// Packs all processes of a trace into the file `target`. Irregularities of its files are added to `notes`.
pub fn pack<P: AsRef<Path>>(paths: &[P], target: &Path, notes: &mut Vec<String>) -> Result<Packed> {
    let loaded = load_all(paths, notes)?;
    // Never leaves a partial file under the requested name.
    let part = with_ending(target, "part");
    let outcome = write_packed(&loaded, &part).and_then(|()| fs::rename(&part, target));
    if let Err(error) = outcome {
        let _ = fs::remove_file(&part);
        return Err(Error::write(target)(error));
    }
    let sources: BTreeSet<&Path> = loaded.iter().map(|loaded| loaded.path.as_path()).collect();
    let from_bytes = sources.iter().filter_map(|path| fs::metadata(path).ok()).map(|data| data.len()).sum();
    let events: u64 = loaded.iter().flat_map(|loaded| &loaded.contents.blocks).map(Block::events).sum();
    let to_bytes = fs::metadata(target).map_err(Error::read(target))?.len();
    Ok(Packed { processes: loaded.len(), from_bytes, event_bytes: events * EVENT_BYTES as u64, to_bytes })
}

fn write_packed(loaded: &[Loaded], path: &Path) -> std::io::Result<()> {
    let mut target = BufWriter::new(File::create(path)?);
    packing::write(loaded, &mut target)?;
    target.flush()
}

/// Copies the processes of several nodes into the directory `target`, and stores in each the correction of
/// its host's times: from `offsets` by host name, in nanoseconds, or if that is empty, derived from barriers.
/// Returns the corrections by host.
pub fn merge<P: AsRef<Path>>(
    paths: &[P],
    target: &Path,
    offsets: &BTreeMap<String, i64>,
    notes: &mut Vec<String>,
) -> Result<BTreeMap<String, i64>> {
    let mut loaded = load_all(paths, notes)?;
    let hosts: BTreeSet<String> = loaded.iter().map(host).collect();
    if let Some(unknown) = offsets.keys().find(|name| !hosts.contains(*name)) {
        let known: Vec<&str> = hosts.iter().map(String::as_str).collect();
        let what = format!("the trace has no host {unknown}, only {}", known.join(", "));
        return Err(Error::NoTrace { path: paths[0].as_ref().into(), what });
    }
    let measured: BTreeMap<_, _> = align::align(&loaded, notes).hosts.into_iter().collect();
    let mut applied = BTreeMap::new();
    for process in &mut loaded {
        let name = host(process);
        let offset = match offsets.is_empty() {
            true => measured.get(&align::key(process)).copied().unwrap_or(0),
            false => offsets.get(&name).copied().unwrap_or(0),
        };
        process.contents.header.offset_nanoseconds = offset;
        applied.insert(name, offset);
    }
    fs::create_dir_all(target).map_err(Error::write(target))?;
    for process in &loaded {
        let path = free_name(target, process);
        rewrite::write(process, &path).map_err(Error::write(&path))?;
    }
    Ok(applied)
}

fn load_all<P: AsRef<Path>>(paths: &[P], notes: &mut Vec<String>) -> Result<Vec<Loaded>> {
    let mut loaded = vec![];
    for path in paths {
        loaded.extend(load::load(path.as_ref(), notes)?);
    }
    Ok(loaded)
}

fn host(loaded: &Loaded) -> String {
    let name = loaded.contents.header.host.split(|byte| *byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(name).into_owned()
}

/// `HOST.PID.NUMBER.seatrace`, with the first unused number.
fn free_name(folder: &Path, loaded: &Loaded) -> PathBuf {
    // The host name comes from a file: it must not lead out of the directory.
    let host: String = host(loaded).chars().map(|sign| if sign == '/' { '_' } else { sign }).collect();
    let process = loaded.contents.header.process;
    let names = (0_u64..).map(|number| folder.join(format!("{host}.{process}.{number}.{FILE_ENDING}")));
    names.into_iter().find(|path| !path.exists()).expect("there is always one more number")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}
