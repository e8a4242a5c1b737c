// SPDX-License-Identifier: MIT OR Apache-2.0
//! How files are made on a mounted server.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, XattrFlags};
use rustix::io::Errno;

use crate::mirror::times;
use crate::server::{Attributes, Content};

/// Longest list of names, and longest value, that Linux has.
const LONGEST: usize = 65536;

/// Makes a file under a name that nobody knows, complete and on disk.
pub(crate) fn make(
    new: &Path,
    content: Content<'_>,
    attributes: &Attributes,
    like: Option<&Path>,
) -> io::Result<()> {
    let mut source = match content {
        Content::Link(target) => {
            std::os::unix::fs::symlink(target, new)?;
            own(new, attributes)?;
            return set_time(new, attributes);
        }
        Content::File(source) => source,
    };
    rustix::fs::seek(source, rustix::fs::SeekFrom::Start(0))?;
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(new)?;
    let copied = io::copy(&mut source, &mut file)?;
    if copied != source.metadata()?.len() || file.metadata()?.len() != copied {
        return Err(io::Error::other("its size changed while it was copied"));
    }
    if let Some(like) = like {
        copy_extended(&File::open(like)?, &file)?;
    }
    copy_extended(source, &file)?;
    set(new, attributes)?;
    file.sync_all()
}

pub(crate) fn set(place: &Path, attributes: &Attributes) -> io::Result<()> {
    // Before the mode: a new owner clears some of its bits.
    own(place, attributes)?;
    fs::set_permissions(place, Permissions::from_mode(attributes.mode))?;
    set_time(place, attributes)
}

fn own(place: &Path, attributes: &Attributes) -> io::Result<()> {
    match attributes.owner {
        Some((user, group)) => std::os::unix::fs::lchown(place, Some(user), Some(group)),
        None => Ok(()),
    }
}

fn set_time(place: &Path, attributes: &Attributes) -> io::Result<()> {
    Ok(rustix::fs::utimensat(CWD, place, &times(attributes.modified), AtFlags::SYMLINK_NOFOLLOW)?)
}

/// The extended attributes that belong to users.
pub(crate) fn extended(file: &File) -> io::Result<Vec<Vec<u8>>> {
    let mut names = vec![0_u8; LONGEST];
    let length = match rustix::fs::flistxattr(file, &mut names[..]) {
        Err(Errno::NOTSUP) => 0,
        length => length?,
    };
    names.truncate(length);
    let belongs = |name: &&[u8]| name.starts_with(b"user.") || name.starts_with(b"system.posix_acl_");
    Ok(names.split(|byte| *byte == 0).filter(belongs).map(<[u8]>::to_vec).collect())
}

fn copy_extended(from: &File, to: &File) -> io::Result<()> {
    let names = extended(from)?;
    let mut value = if names.is_empty() { Vec::new() } else { vec![0_u8; LONGEST] };
    for name in names {
        let length = rustix::fs::fgetxattr(from, &name[..], &mut value[..])?;
        rustix::fs::fsetxattr(to, &name[..], value.get(..length).unwrap_or_default(), XattrFlags::empty())?;
    }
    Ok(())
}
