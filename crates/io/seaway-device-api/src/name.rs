// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`DeviceName`]: a file name split into the scheme, which selects the device, and the path for the device.

use std::fmt;

/// File-system prefixes that ROMIO users write. All mean: a file on a mounted file system; its guarantees are
/// found by asking the file system, not from the prefix.
pub const FILE_SYSTEM_PREFIXES: &[&str] = &[
    "ufs",
    "nfs",
    "pvfs",
    "pvfs2",
    "lustre",
    "gpfs",
    "xfs",
    "panfs",
    "piofs",
    "sfs",
    "hfs",
    "testfs",
    "gridftp",
    "zoidfs",
    "bglockless",
    "bgl",
    "daos",
    "quobyte",
    "file",
];

/// `scheme:rest`, or a plain file name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeviceName {
    scheme: String,
    path: DevicePath,
}

/// The part of a name that the device itself understands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DevicePath(String);

impl DeviceName {
    /// Splits a name. Never fails: a name with a colon and no known scheme is a file name.
    pub fn parse(name: &str, known_schemes: &[&str]) -> Self {
        let Some(prefix) = Self::prefix(name, known_schemes) else {
            return Self { scheme: "ufs".into(), path: DevicePath(name.into()) };
        };
        let path = DevicePath(name[prefix.len()..].into());
        let scheme = prefix.trim_end_matches(':').to_ascii_lowercase();
        let is_file_system = FILE_SYSTEM_PREFIXES.contains(&scheme.as_str());
        Self { scheme: if is_file_system { "ufs".into() } else { scheme }, path }
    }

    /// The scheme that `name` spells out, with its colon: `mem:` of `mem:field`.
    pub fn prefix<'n>(name: &'n str, known_schemes: &[&str]) -> Option<&'n str> {
        let (scheme, _) = name.split_once(':')?;
        let is = |known: &&str| known.eq_ignore_ascii_case(scheme);
        let known = FILE_SYSTEM_PREFIXES.iter().any(is) || known_schemes.iter().any(is);
        known.then(|| &name[..=scheme.len()])
    }

    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    pub fn path(&self) -> &DevicePath {
        &self.path
    }
}

impl fmt::Display for DeviceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.scheme, self.path)
    }
}

impl DevicePath {
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DevicePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scheme_picks_device() {
        let check = |name: &str, scheme: &str, path: &str| {
            let parsed = DeviceName::parse(name, &["ufs", "mem", "null"]);
            assert_eq!((parsed.scheme(), parsed.path().as_str()), (scheme, path), "{name}");
        };
        check("out.nc", "ufs", "out.nc");
        check("/scratch/out.nc", "ufs", "/scratch/out.nc");
        check("mem:field", "mem", "field");
        check("MEM:field", "mem", "field");
        check("lustre:/scratch/a:b", "ufs", "/scratch/a:b");
        check("pvfs2:x", "ufs", "x");
        check("run:3.nc", "ufs", "run:3.nc");
        check("./mem:odd", "ufs", "./mem:odd");
        check("", "ufs", "");
        check(":", "ufs", ":");
    }
}
