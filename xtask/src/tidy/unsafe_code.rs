// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where `unsafe` is allowed: only in the places listed here.

use anyhow::Result;

use super::Findings;
use crate::workspace::Workspace;

/// Path prefixes or suffixes where `unsafe` is allowed, by crate, with the reason.
const ALLOWED: &[Allowed] = &[
    Allowed {
        package: "seaway-memory",
        places: &["src/"],
        reason: "turns raw memory into values that are safe to pass on",
    },
    Allowed {
        package: "seaway-datatype",
        places: &["src/pack/kernels"],
        reason: "copies between memory with holes",
    },
    Allowed {
        package: "seaway-devices",
        places: &["/sys.rs"],
        reason: "system calls, mappings and the kernel's ring",
    },
    Allowed {
        package: "seaway-engine",
        places: &["src/loans/"],
        reason: "lends memory to devices until a transfer has ended",
    },
    Allowed {
        package: "seaway-cli",
        places: &["src/commands/doctor_check/sys.rs", "src/commands/watch_opens/sys.rs"],
        reason: "calls an MPI library that it loads itself, to check it; lets the kernel stop what programs open",
    },
    Allowed {
        package: "seaway-daemon",
        places: &["src/sys.rs"],
        reason: "waits for signals; has the kernel copy to pages",
    },
    Allowed {
        package: "seaway-mpi-abi",
        places: &["src/"],
        reason: "finds the MPI library and its functions",
    },
    Allowed { package: "seaway-mpi-host", places: &["src/"], reason: "calls the MPI library" },
    Allowed {
        package: "seaway-adapter",
        places: &["src/"],
        reason: "is called by C, and calls the MPI library",
    },
    Allowed {
        package: "seaway-adapter-fortran",
        places: &["src/"],
        reason: "is called by Fortran, and calls C",
    },
    Allowed { package: "seaway-adapter-mpich-fortran", places: &["src/"], reason: "is called by Fortran" },
    Allowed { package: "seaway-adapter-openmpi-fortran", places: &["src/"], reason: "is called by Fortran" },
    Allowed { package: "seaway-adapter-openmpi-cxx", places: &["src/"], reason: "is called by C++" },
    Allowed { package: "seaway-adapter-mpich", places: &["src/"], reason: "is called by C" },
    Allowed { package: "seaway-adapter-openmpi", places: &["src/"], reason: "is called by C" },
    Allowed { package: "seaway-adapter-standard", places: &["src/"], reason: "is called by C" },
    Allowed { package: "seaway-c", places: &["src/"], reason: "is called by C, with its pointers" },
    Allowed {
        package: "seaway-interpose",
        places: &["src/"],
        reason: "is called by C, without a standard library",
    },
    Allowed { package: "seaway-preload", places: &["src/"], reason: "is called by C" },
    Allowed {
        package: "seaway",
        places: &["src/ranks/shared_memory.rs"],
        reason: "memory that several ranks write",
    },
];

struct Allowed {
    package: &'static str,
    places: &'static [&'static str],
    reason: &'static str,
}

pub(super) fn check(workspace: &Workspace) -> Result<Findings> {
    let mut findings = Findings::new();
    for path in workspace.files(&["crates", "xtask"], ".rs")? {
        let (folder, inner) = split(&path);
        let Some(inner) = inner.filter(|inner| inner.starts_with("src/")) else { continue };
        let allowed = ALLOWED.iter().find(|allowed| folder.ends_with(&format!("/{}", allowed.package)));
        let text = workspace.read(&path)?;
        if matches!(inner, "src/lib.rs" | "src/main.rs") {
            findings.extend(missing_attribute(&path, &text, allowed));
        }
        if !allowed.is_some_and(|allowed| allowed.covers(inner)) {
            findings.extend(unsafe_lines(&path, &text));
        }
    }
    Ok(findings)
}

impl Allowed {
    fn covers(&self, inner: &str) -> bool {
        self.places.iter().any(|place| inner.starts_with(place) || inner.ends_with(place))
    }

    fn covers_whole_crate(&self) -> bool {
        self.places.contains(&"src/")
    }
}

/// `crates/io/seaway/src/lib.rs` is `crates/io/seaway` and `src/lib.rs`.
fn split(path: &str) -> (&str, Option<&str>) {
    let depth = if path.starts_with("crates/") { 3 } else { 1 };
    match path.match_indices('/').nth(depth - 1) {
        Some((at, _)) => (&path[..at], Some(&path[at + 1..])),
        None => (path, None),
    }
}

fn missing_attribute(path: &str, text: &str, allowed: Option<&Allowed>) -> Option<String> {
    let (attribute, why) = match allowed {
        Some(allowed) if allowed.covers_whole_crate() => return None,
        Some(allowed) => ("#![deny(unsafe_code)]", allowed.reason),
        None => ("#![forbid(unsafe_code)]", "this crate may not contain unsafe code"),
    };
    let present = text.lines().any(|line| line.starts_with(attribute));
    (!present).then(|| format!("{path}:1: should have {attribute}: {why}"))
}

fn unsafe_lines(path: &str, text: &str) -> Findings {
    const WORDS: &[&str] = &["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "unsafe trait"];
    let code = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim_start().starts_with("//") && !line.contains('"'));
    let hits = code.filter(|(_, line)| WORDS.iter().any(|word| line.contains(word)));
    hits.map(|(number, _)| {
        format!("{path}:{number}: unsafe code is not allowed here (xtask/src/tidy/unsafe_code.rs)")
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_outside_of_its_places_is_found() {
        let text = "// unsafe { in a comment }\nlet x = unsafe { y() };\nunsafe impl Send for A {}\n";
        assert_eq!(unsafe_lines("a.rs", text).len(), 2);
    }

    #[test]
    fn places_are_beginnings_or_ends() {
        let devices = ALLOWED.iter().find(|allowed| allowed.package == "seaway-devices").unwrap();
        assert!(devices.covers("src/ufs/sys.rs"));
        assert!(!devices.covers("src/ufs/file.rs"));
        assert_eq!(split("crates/io/seaway/src/lib.rs"), ("crates/io/seaway", Some("src/lib.rs")));
        assert_eq!(split("xtask/src/main.rs"), ("xtask", Some("src/main.rs")));
    }

    #[test]
    fn crate_root_must_forbid() {
        assert!(missing_attribute("a", "#![forbid(unsafe_code)]\n", None).is_none());
        assert!(missing_attribute("a", "#![deny(unsafe_code)]\n", None).is_some());
        assert!(missing_attribute("a", "#![deny(unsafe_code)]\n", ALLOWED.get(1)).is_none());
    }
}
