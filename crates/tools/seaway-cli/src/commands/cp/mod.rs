// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway cp`: files and directories between local paths, devices and nodes.

pub(crate) mod devices;
mod location;
mod nodes;
pub(crate) mod progress;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use seaway_device_api::Hints;
use seaway_messages::{EntryKind, Filter, RunTerms};
use seaway_ring::{Listing, LocalContent, Outcome, check_pattern, copy_locally, describe};

use self::location::Location;
use self::progress::Progress;
use crate::naming::NamingOptions;
use crate::quantity;
use crate::refusal::Refusal;

/// Copy files to nodes, from a node, and between devices
///
/// A place is a local path, a name with a scheme (remote://HOST/PATH, thing:NAME), or NODES:PATH, where PATH
/// begins with / or ~/ and NODES are one or several hosts: node1, node[01-64], node1,node2, HOST:PORT. Copies
/// to several nodes travel along them, so that each byte leaves this machine once. Daemons are found, or
/// started over ssh, as for remote: files. A file appears under its name when all of it is there, and durable.
///
/// Exit codes: 0 everything has arrived; 1 nothing could be copied; 2 the command line is invalid; 3 something
/// has not arrived, or not at every node.
#[derive(Debug, Args)]
pub(crate) struct Cp {
    /// What to copy, and where to; into TARGET, if it is a directory or ends with /
    #[arg(required = true, num_args = 2.., value_name = "SOURCE... TARGET")]
    places: Vec<OsString>,

    /// Copy directories, with all that is in them
    #[arg(short, long)]
    recursive: bool,

    /// Skip files that are there with the same size and time, and continue partial ones
    #[arg(long)]
    resume: bool,

    /// Compare files that are there by content, and send only the parts that differ
    #[arg(long)]
    checksum: bool,

    /// Remove what the copied directories of the source do not have
    #[arg(long, requires = "recursive")]
    delete: bool,

    /// Copy extended attributes (user.*), too
    #[arg(long)]
    xattrs: bool,

    /// Copy names that match this, even if an --exclude matches them
    #[arg(long, value_name = "PATTERN")]
    include: Vec<OsString>,

    /// Leave out names that match this: * any text without /, ** any text, ? one character
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<OsString>,

    /// List what would be copied
    #[arg(short = 'n', long)]
    dry_run: bool,

    /// Print one JSON object about each node
    #[arg(long)]
    json: bool,

    /// Report removed files and broken links
    #[arg(short, long)]
    verbose: bool,

    #[command(flatten)]
    naming: NamingOptions,
}

impl Cp {
    pub(crate) fn run(&self) -> Result<()> {
        let places = self.places.iter().map(|text| Location::parse(text)).collect::<Result<Vec<_>, _>>()?;
        let Some((target, sources)) = places.split_last() else { return Ok(()) };
        let hints = self.naming.read()?.hints;
        let terms = self.terms(target, sources.len())?;
        match target {
            Location::Device(name) => self.to_device(sources, name, &hints),
            Location::Local(path) if matches!(sources[0], Location::Nodes(..)) => {
                self.fetch(sources, path, terms, &hints)
            }
            _ => {
                let listing = self.list(sources, &terms, &hints)?;
                self.copy(listing, target, terms, &hints)
            }
        }
    }

    fn terms(&self, target: &Location, sources: usize) -> Result<RunTerms> {
        let mut filters = Vec::new();
        for (include, patterns) in [(true, &self.include), (false, &self.exclude)] {
            for pattern in patterns {
                let pattern = pattern.as_bytes().to_vec();
                check_pattern(&pattern).map_err(Refusal::unusable)?;
                filters.push(Filter { include, pattern });
            }
        }
        let path = match target {
            Location::Nodes(_, path) => path.clone(),
            Location::Local(path) => path.clone().into_os_string().into_vec(),
            Location::Device(_) => Vec::new(),
        };
        Ok(RunTerms {
            target: path,
            directory: target.is_folder() || sources > 1,
            nodes: 1,
            resume: self.resume,
            checksum: self.checksum,
            delete: self.delete,
            attributes: self.xattrs,
            recursive: self.recursive,
            filters,
        })
    }

    fn list(&self, sources: &[Location], terms: &RunTerms, hints: &Hints) -> Result<Listing> {
        let mut listing = Listing::default();
        for source in sources {
            match source {
                Location::Local(path) => listing.add(path, terms),
                Location::Device(name) => listing.entries.push(devices::listed(name, hints)?),
                Location::Nodes(..) => {
                    return Err(Refusal::unusable(
                        "files of a node are copied to this machine, and by themselves; copy them in two steps, or run \
                         this command at the node"
                            .into(),
                    )
                    .into());
                }
            }
        }
        Ok(listing)
    }

    fn to_device(&self, sources: &[Location], name: &str, hints: &Hints) -> Result<()> {
        let from = match sources {
            [Location::Local(path)] => path.to_str().map(|path| format!("ufs:{path}")),
            [Location::Device(from)] => Some(from.clone()),
            _ => None,
        };
        let Some(from) = from else {
            let text = format!("{name}: only one local file or device file can be copied to a device");
            return Err(Refusal::unusable(text).into());
        };
        if self.dry_run {
            return say(&format!("{from} -> {name}"));
        }
        devices::copy(&from, name, false, hints)
    }

    fn fetch(&self, sources: &[Location], target: &Path, terms: RunTerms, hints: &Hints) -> Result<()> {
        let mut wanted: Option<(&String, Vec<Vec<u8>>)> = None;
        for source in sources {
            match (source, &mut wanted) {
                (Location::Nodes(hosts, path), None) if hosts.len() == 1 => {
                    wanted = Some((&hosts[0], vec![path.clone()]))
                }
                (Location::Nodes(hosts, path), Some((host, paths))) if hosts[..] == [(*host).clone()] => {
                    paths.push(path.clone())
                }
                _ => {
                    let text = "all sources must be on one node: copy from each node by itself";
                    return Err(Refusal::unusable(text.into()).into());
                }
            }
        }
        let Some((host, paths)) = wanted else { return Ok(()) };
        if self.dry_run {
            let text = "--dry-run cannot list files of a node; run it there";
            return Err(Refusal::unusable(text.into()).into());
        }
        let progress = Progress::of(0, self.verbose);
        let finished = nodes::copy_from(host, &paths, &terms, target, hints, &progress);
        progress.end();
        let finished = finished?;
        self.judge(finished.files, progress.failures())
    }

    fn copy(&self, listing: Listing, target: &Location, terms: RunTerms, hints: &Hints) -> Result<()> {
        if self.dry_run {
            return preview(&listing);
        }
        let progress = Progress::of(listing.bytes(), self.verbose);
        if listing.entries.is_empty() {
            listing.failures.iter().for_each(|error| seaway_ring::Monitor::failed(&progress, "", error));
            return self.judge(0, progress.failures().max(1));
        }
        match target {
            Location::Nodes(hosts, _) => {
                let outcome = nodes::copy_to(listing, hosts, terms, hints, &progress);
                progress.end();
                self.judge_nodes(&outcome?, progress.failures())
            }
            Location::Local(path) => {
                self.refuse_overlap(path, &terms)?;
                let finished = copy_locally(listing, terms, path, &progress);
                progress.end();
                let finished = finished
                    .with_context(|| format!("cannot copy to {}", describe(path.as_os_str().as_bytes())))?;
                self.judge(finished.files, progress.failures())
            }
            Location::Device(_) => Ok(()),
        }
    }

    /// A file onto itself, or a directory into itself.
    fn refuse_overlap(&self, target: &Path, terms: &RunTerms) -> Result<()> {
        let refuse = |text: String| Err(Refusal::unusable(text).into());
        for source in self.places.iter().rev().skip(1) {
            let Ok(Location::Local(source)) = Location::parse(source) else { continue };
            let into = match (source.file_name(), terms.directory || target.is_dir()) {
                (Some(name), true) => target.join(name),
                _ => target.to_path_buf(),
            };
            let (from, to) = (LocalContent::path_identity(&source), LocalContent::path_identity(&into));
            if let (Ok(from), Ok(to)) = (from, to)
                && from == to
            {
                return refuse(format!("{} and {} are the same file", source.display(), into.display()));
            }
            if let (true, Ok(from), Some(to)) = (source.is_dir(), fs::canonicalize(&source), nearest(&into))
                && to.starts_with(&from)
            {
                return refuse(format!(
                    "{} is inside {}: a directory cannot be copied into itself",
                    into.display(),
                    source.display()
                ));
            }
        }
        Ok(())
    }

    fn judge(&self, arrived: u64, failed: u64) -> Result<()> {
        match (arrived, failed) {
            (_, 0) => Ok(()),
            (0, _) => anyhow::bail!("nothing was copied"),
            (arrived, failed) => {
                Err(Refusal::incomplete(format!("{failed} of {} names were not copied", arrived + failed))
                    .into())
            }
        }
    }

    fn judge_nodes(&self, outcome: &Outcome, failures: u64) -> Result<()> {
        if self.json {
            for node in &outcome.nodes {
                let (name, error) = (json(&node.name), node.error.as_deref().map_or("null".into(), json));
                say(&format!(
                    "{{\"node\":{name},\"arrived\":{},\"files\":{},\"bytes\":{},\"failed\":{},\"seconds\":{:.3},\"error\":{error}}}",
                    node.has_arrived, node.files, node.bytes, node.failed, node.seconds
                ))?;
            }
        }
        let lost: Vec<_> = outcome.nodes.iter().filter(|node| !node.has_arrived).collect();
        for node in &lost {
            let why = node.error.as_deref().unwrap_or("it was given up");
            let _ = writeln!(io::stderr(), "seaway: {}: {why}", node.name);
        }
        if lost.len() == outcome.nodes.len() {
            anyhow::bail!("nothing was copied");
        }
        if lost.is_empty() && failures == 0 {
            return Ok(());
        }
        let (lost, nodes) = (lost.len(), outcome.nodes.len());
        let text = match lost {
            0 => format!("{failures} names were not copied"),
            _ => format!("{lost} of {nodes} nodes do not have everything; repeat the command with --resume"),
        };
        Err(Refusal::incomplete(text).into())
    }
}

/// The real name of the nearest part that exists.
fn nearest(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    path.ancestors().find_map(|path| fs::canonicalize(path).ok())
}

fn preview(listing: &Listing) -> Result<()> {
    for listed in &listing.entries {
        let entry = &listed.entry;
        let what = match entry.kind {
            EntryKind::File => quantity::bytes(entry.size),
            EntryKind::Directory => "directory".into(),
            EntryKind::Symlink => format!("link to {}", describe(&entry.link)),
            EntryKind::HardLink => format!("same file as {}", describe(&entry.link)),
        };
        say(&format!("{} ({what})", describe(&entry.name)))?;
    }
    for failure in &listing.failures {
        let _ = writeln!(io::stderr(), "seaway: cannot copy {failure}");
    }
    say(&format!("{} files, {}", listing.files(), quantity::bytes(listing.bytes())))
}

fn json(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|letter| match letter {
            '"' | '\\' => vec!['\\', letter],
            letter if letter.is_control() => vec![' '],
            letter => vec![letter],
        })
        .collect();
    format!("\"{escaped}\"")
}

fn say(line: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{line}")?)
}
