// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hints of `ufs:`. ROMIO's and MPI's own keep their names and meaning.

use rustix::fs::Mode;
use seaway_device_api::{Hints, Striping};

/// The parsed hints.
#[derive(Debug, Clone)]
pub(super) struct UfsOptions {
    /// Permissions of a new file, before the umask (`file_perm`, octal).
    pub(super) permissions: Option<u32>,
    /// Bypass the page cache when reading or writing (ROMIO's `direct_read`, `direct_write`; `direct_io` is
    /// both).
    pub(super) direct_read: bool,
    pub(super) direct_write: bool,
    /// Offer mappings (`seaway_mapping`; on by default).
    pub(super) mapping: bool,
    /// Offer asynchronous transfers even through the page cache (`seaway_async`).
    pub(super) queue: bool,
    /// Use io_uring where it pays (`seaway_ring`; on by default).
    pub(super) ring: bool,
    /// `striping_unit` and `striping_factor`.
    pub(super) striping: Option<Striping>,
    /// The file belongs to a server, which must survive whatever others do to it: no access uses mapped pages
    /// implicitly.
    pub(super) served: bool,
}

impl UfsOptions {
    pub(super) fn from_hints(hints: &Hints) -> Self {
        let direct = hints.switch("direct_io").unwrap_or(false);
        Self {
            permissions: hints.get("file_perm").and_then(octal),
            direct_read: hints.switch("direct_read").unwrap_or(direct),
            direct_write: hints.switch("direct_write").unwrap_or(direct),
            mapping: hints.switch("seaway_mapping").unwrap_or(true),
            queue: hints.switch("seaway_async").unwrap_or(false),
            ring: hints.switch("seaway_ring").unwrap_or(true),
            striping: striping(hints),
            served: false,
        }
    }

    /// Mode of a new file; the kernel applies the umask.
    pub(super) fn mode(&self) -> Mode {
        Mode::from_raw_mode(self.permissions.unwrap_or(0o666))
    }
}

/// The hints in effect: those requested that could be honoured.
pub(super) struct InForce {
    pub(super) direct_read: bool,
    pub(super) direct_write: bool,
    pub(super) mapping: bool,
    pub(super) queue: bool,
    pub(super) striping: Option<Striping>,
    /// Not a hint, but useful to know about a file, like ROMIO's `romio_filesystem_type`.
    pub(super) file_system: &'static str,
}

impl UfsOptions {
    pub(super) fn in_use(&self, in_force: &InForce) -> Hints {
        let switch = |on: bool| if on { "true" } else { "false" };
        let mut hints = Hints::new()
            .with("direct_read", switch(in_force.direct_read))
            .with("direct_write", switch(in_force.direct_write))
            .with("seaway_mapping", switch(in_force.mapping))
            .with("seaway_async", switch(in_force.queue))
            .with("seaway_file_system", in_force.file_system);
        if let Some(permissions) = self.permissions {
            hints.set("file_perm", format!("{permissions:o}"));
        }
        if let Some(striping) = in_force.striping {
            hints.set("striping_unit", striping.stripe_bytes.to_string());
            // The number of servers is unknown if only the stripe size was given.
            if let Some(stripe_count) = striping.stripe_count {
                hints.set("striping_factor", stripe_count.to_string());
            }
        }
        hints
    }
}

fn octal(text: &str) -> Option<u32> {
    let digits = text.trim().trim_start_matches("0o");
    u32::from_str_radix(digits, 8).ok().filter(|&mode| mode <= 0o7777)
}

fn striping(hints: &Hints) -> Option<Striping> {
    let stripe_bytes = hints.number("striping_unit").filter(|&bytes| bytes > 0)?;
    let stripe_count = hints.number("striping_factor").and_then(|count| u32::try_from(count).ok());
    Some(Striping { stripe_bytes, stripe_count: stripe_count.filter(|&count| count > 0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_hints_are_ignored() {
        let options =
            UfsOptions::from_hints(&Hints::parse("file_perm=999;striping_unit=0;direct_read=perhaps"));
        assert_eq!((options.permissions, options.striping, options.direct_read), (None, None, false));
    }

    #[test]
    fn direct_io_is_both_unless_one_says_otherwise() {
        let options =
            UfsOptions::from_hints(&Hints::parse("direct_io=true;direct_write=false;file_perm=0640"));
        assert_eq!(
            (options.direct_read, options.direct_write, options.permissions),
            (true, false, Some(0o640))
        );
    }
}
