// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Label`]: what the name of a placeholder says about the file that it stands for. The kernel shows it in
//! `/proc/self/fd`, so a process that inherits the descriptor can open the file itself.

use std::ffi::{CString, c_int};

use seaway_device_api::OpenFlags;

use super::system;

const PREFIX: &str = "seaway:";
/// The kernel's limit for names of memfds.
const LONGEST: usize = 249;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) reads: bool,
    pub(super) writes: bool,
    /// Stands for the name where files are compared.
    pub(super) number: u64,
    /// `None`: the name is too long for a label, and only the process that opened it can use it.
    pub(super) place: Option<FullName>,
}

/// Space and name of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FullName {
    /// Of a thing. The variable that names it may differ between the process that opens it and one that writes it.
    pub(super) space: String,
    /// With the scheme, after all map rules.
    pub(super) name: String,
}

impl Label {
    pub(super) fn new(flags: OpenFlags, place: FullName) -> Self {
        let number = number(&place);
        let (reads, writes) = (flags.contains(OpenFlags::READ), flags.contains(OpenFlags::WRITE));
        Self { reads, writes, number, place: Some(place) }
    }

    /// The label of a descriptor, if it is a placeholder. Keeps errno.
    pub(super) fn of(descriptor: c_int) -> Option<Self> {
        Self::of_status(descriptor, &system::status(descriptor)?)
    }

    /// The same, for one whose status is known.
    pub(super) fn of_status(descriptor: c_int, status: &libc::stat) -> Option<Self> {
        // No memfd has a name in any folder, and few other files lack one.
        if status.st_nlink != 0 || status.st_mode & libc::S_IFMT != libc::S_IFREG {
            return None;
        }
        let mut memory = [0; LONGEST + 64];
        let link = system::link(descriptor, &mut memory)?;
        let text = link.strip_prefix(b"/memfd:")?.strip_suffix(b" (deleted)")?;
        Self::parse(std::str::from_utf8(text).ok()?)
    }

    /// How many bytes programs should access at once: a call on another machine takes a round trip, and one on a thing is a
    /// copy that the processor's cache should hold.
    pub(super) fn block_bytes(&self) -> i32 {
        if self.is_thing() { 128 << 10 } else { 1 << 20 }
    }

    pub(super) fn is_thing(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.name.starts_with("thing:"))
    }

    pub(super) fn to_text(&self) -> CString {
        let letters = format!("{}{}", if self.reads { "r" } else { "" }, if self.writes { "w" } else { "" });
        let text = match &self.place {
            Some(FullName { space, name }) => {
                format!("{PREFIX}{letters}:{:016x}:{space}:{name}", self.number)
            }
            None => String::new(),
        };
        let is_short = !text.is_empty() && text.len() <= LONGEST;
        let text = if is_short { text } else { format!("{PREFIX}{letters}:{:016x}", self.number) };
        CString::new(text).unwrap_or_default()
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix(PREFIX)?.splitn(4, ':');
        let (letters, number) = (parts.next()?, u64::from_str_radix(parts.next()?, 16).ok()?);
        let place = match (parts.next(), parts.next()) {
            (Some(space), Some(name)) => Some(FullName { space: space.to_owned(), name: name.to_owned() }),
            _ => None,
        };
        let (reads, writes) = (letters.contains('r'), letters.contains('w'));
        Some(Self { reads, writes, number, place })
    }
}

/// A hash of the name, reported as the inode number.
fn number(place: &FullName) -> u64 {
    let bytes = place.space.bytes().chain([0]).chain(place.name.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_read_back_as_the_same() {
        let check = |flags, space: &str, name: &str| {
            let label = Label::new(flags, FullName { space: space.to_owned(), name: name.to_owned() });
            let again = Label::parse(label.to_text().to_str().unwrap()).unwrap();
            assert_eq!(label, again);
        };
        check(OpenFlags::READ, "user", "thing:a:b c/d");
        check(OpenFlags::READ | OpenFlags::WRITE, "", "remote://host:7/x (deleted)");
        check(OpenFlags::WRITE, "a.b", "thing:größe");
    }

    #[test]
    fn long_name_is_left_out_and_still_compared() {
        let place = |name: &str| FullName { space: "s".into(), name: name.repeat(100) };
        let [one, other] = ["thing:x", "thing:y"].map(|name| Label::new(OpenFlags::WRITE, place(name)));
        let again = Label::parse(one.to_text().to_str().unwrap()).unwrap();
        assert_eq!((again.place, again.writes, again.number), (None, true, one.number));
        assert_ne!(one.number, other.number);
    }

    #[test]
    fn other_files_have_no_label() {
        assert_eq!(Label::parse("seaway"), None);
        assert_eq!(Label::parse("seaway:w"), None);
        assert_eq!(Label::parse("other:w:0:s:n"), None);
        assert_eq!(Label::of(-1), None);
        assert_eq!(Label::of(0), None);
    }
}
