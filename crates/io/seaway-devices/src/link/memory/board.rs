// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Board`]: memory that a writer shares with the readers of its host, behind its window. It shows one run of bytes of its
//! memory there, and readers take their parts by themselves: without a message, and by no thread but their own. Where
//! ranks outnumber cores, that is worth a tenth of the time that large steps take.
//!
//! A reader claims a part, copies it, and then says that it has had it. The writer may stop showing at any time; it waits
//! for the parts that were claimed before. If a reader is lost, its claim is revoked: whatever it copies then is void.
//!
//! # Memory orderings
//!
//! Every access to the page is sequentially consistent: all of them are in one order, which all processes see. What that costs is
//! nothing beside a copy. Three things rest on it, and `tests/board.rs` looks at all executions for them, and at what
//! happens when one of these orderings is weaker:
//!
//! - **Bytes.** The writer's bytes are written before `claims` gets the number of what is shown, and a reader copies after
//!   it has exchanged `claims`: release and acquire on one word, as on the fields in between. It exchanges `state` after
//!   its copy, and the writer has loaded every `state` before its program writes the bytes again: the same, the other way.
//! - **Nobody sleeps through what it waits for.** Of two accesses by each side at least one sees the other's. A reader counts
//!   itself in `sleepers` and then has the kernel compare `news`; who has news counts them and then loads `sleepers`. A reader
//!   ends its claim in `state` and then loads `claims`, to ring if nothing is shown any more; the writer withdraws by
//!   `claims` and then loads each `state`. Release and acquire would let both sides miss each other.
//! - **Of one number all fields are one.** They are stored before `claims` has the number and not again before it is 0, so a
//!   reader whose exchange of `claims` succeeds has loaded what belongs to it.
//!
//! A claim that was revoked may be ended later by a reader that was only slow. Its exchange of `state` fails, and it has had
//! nothing; but it has written to its part and to `taken` before. So nothing is shown after claims were revoked.

use std::os::fd::BorrowedFd;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use rustix::io::Errno;
use seaway_device_api::Extent;

use super::cells::{AtomicU32, AtomicU64, MOST_PARTS, sleep, wake};
use super::sys::Region;

/// Where it begins behind a window: at a page, however large the system's pages are.
pub(super) const ALIGNMENT: u64 = 64 << 10;
pub(super) const BYTES: usize = size_of::<Page>();

/// Says that the page is a board as it is described here.
const MARK: u64 = u64::from_le_bytes(*b"seaway 1");

/// Shared memory: any bit pattern is a valid page, since peers may write anything.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Page {
    pub(super) mark: AtomicU64,
    /// Bytes of the window before it.
    window: AtomicU64,
    /// What is shown has a number, in the upper half; 0: nothing is. In the lower half, how many parts were claimed.
    pub(super) claims: AtomicU64,
    offset: AtomicU64,
    len: AtomicU64,
    /// In the writer's memory.
    address: AtomicU64,
    pub(super) taken: AtomicU64,
    /// What lies before can be asked for by messages, or is shown.
    pub(super) passed: AtomicU64,
    /// Futex that counts changes for readers, and the number of readers that sleep on it.
    pub(super) news: AtomicU32,
    pub(super) sleepers: AtomicU32,
    /// Counts what is new for the writer, which sleeps on it.
    pub(super) bell: AtomicU32,
    /// What is shown now, or was last.
    number: AtomicU32,
    pub(super) parts: [BoardEntry; MOST_PARTS],
}

#[repr(C)]
#[derive(Debug)]
pub(super) struct BoardEntry {
    pub(super) state: AtomicU32,
    offset: AtomicU64,
    len: AtomicU64,
}

/// States of a part. Claimed or not, it is `OPEN` until it has been had.
const OPEN: u32 = 0;
const HAD: u32 = 1;
const REVOKED: u32 = 2;

#[derive(Debug)]
pub(crate) struct Board(Region);

/// What a reader finds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It has copied its part.
    Had,
    /// Nothing yet. `Board::sleep` waits for news after these.
    NotYet(u32),
    /// It is not shown, and can be asked for.
    Elsewhere,
}

/// Parts that readers had claimed when the writer stopped showing.
#[derive(Debug)]
pub(crate) struct Claimed {
    parts: usize,
    shown: Extent,
}

/// By the writer.
impl Board {
    pub(super) fn create(window: BorrowedFd<'_>, bytes: u64, at: u64) -> Result<Self, Errno> {
        let board = Self(Region::map_at(window, at, BYTES, true)?);
        board.page().window.store(bytes, SeqCst);
        board.page().mark.store(MARK, SeqCst);
        Ok(board)
    }

    /// Shows bytes of this process, which belong to a step that ends at `end`. Wakes `readers` of the sleeping readers; each
    /// wakes the next. Nothing is shown before. After a claim was revoked nothing is shown any more: a reader that was
    /// only slow would end its old claim among the new ones.
    pub(crate) fn show(&self, extent: Extent, address: usize, end: u64, readers: u32) {
        let page = self.page();
        if page.passed.load(SeqCst) == u64::MAX {
            return;
        }
        page.parts.iter().for_each(|part| part.state.store(OPEN, SeqCst));
        page.offset.store(extent.offset, SeqCst);
        page.len.store(extent.len, SeqCst);
        page.address.store(address as u64, SeqCst);
        page.taken.store(0, SeqCst);
        let number = page.number.load(SeqCst).wrapping_add(1).max(1);
        page.number.store(number, SeqCst);
        page.claims.store(u64::from(number) << 32, SeqCst);
        // Last: a reader that sees this without bytes requests them by a message.
        page.passed.fetch_max(end, SeqCst);
        self.tell_readers(readers);
    }

    /// All bytes before `end` are shown now, or can be asked for.
    pub(crate) fn pass(&self, end: u64) {
        let page = self.page();
        if page.passed.fetch_max(end, SeqCst) < end {
            self.tell_readers(u32::MAX);
        }
    }

    /// Bytes of the announced step that readers have taken.
    pub(crate) fn taken(&self) -> u64 {
        self.page().taken.load(SeqCst)
    }

    /// Before looking whether there is a reason to sleep until the next ring.
    pub(crate) fn rings(&self) -> u32 {
        self.page().bell.load(SeqCst)
    }

    pub(crate) fn sleep_until_ring(&self, rings: u32, time: Duration) {
        sleep(&self.page().bell, rings, time);
    }

    /// Wakes the writer.
    pub(crate) fn ring(&self) {
        let bell = &self.page().bell;
        bell.fetch_add(1, SeqCst);
        wake(bell, 1);
    }

    /// Stops showing. Readers that have slept meanwhile request the bytes.
    pub(crate) fn withdraw(&self) -> Claimed {
        let page = self.page();
        let shown = Extent::new(page.offset.load(SeqCst), page.len.load(SeqCst));
        let parts = halves(page.claims.swap(0, SeqCst)).1.min(MOST_PARTS);
        if page.taken.load(SeqCst) < shown.len {
            self.tell_readers(u32::MAX);
        }
        Claimed { parts, shown }
    }

    /// The parts that were copied; `None` while copies are under way.
    pub(crate) fn had(&self, claimed: &Claimed) -> Option<Vec<Extent>> {
        let parts = &self.page().parts[..claimed.parts];
        if parts.iter().any(|part| part.state.load(SeqCst) == OPEN) {
            return None;
        }
        let had = parts.iter().filter(|part| part.state.load(SeqCst) == HAD);
        let extents = had.map(|part| Extent::new(part.offset.load(SeqCst), part.len.load(SeqCst)));
        Some(extents.filter_map(|part| part.intersection(&claimed.shown)).collect())
    }

    /// What is still copied will not have been had. It is the end of showing.
    pub(crate) fn revoke(&self, claimed: &Claimed) {
        self.pass(u64::MAX);
        for part in &self.page().parts[..claimed.parts] {
            let _ = part.state.compare_exchange(OPEN, REVOKED, SeqCst, SeqCst);
        }
    }

    fn tell_readers(&self, readers: u32) {
        let page = self.page();
        page.news.fetch_add(1, SeqCst);
        self.wake_readers(readers);
    }
}

/// By readers.
impl Board {
    /// `None`: there is none.
    pub(super) fn of_peer(window: BorrowedFd<'_>, at: u64) -> Option<Self> {
        let board = Self(Region::map_at(window, at, BYTES, true).ok()?);
        (board.page().mark.load(SeqCst) == MARK).then_some(board)
    }

    pub(super) fn window_bytes(&self) -> u64 {
        self.page().window.load(SeqCst)
    }

    /// Takes a part, if it is shown: `copy` gets its address in the writer's memory, and says whether it could.
    pub(crate) fn take(&self, part: Extent, copy: impl FnOnce(u64) -> bool) -> Found {
        let page = self.page();
        let (news, passed) = (page.news.load(SeqCst), page.passed.load(SeqCst));
        let found = match self.claim(part) {
            Some((claim, address)) if self.end_claim(part, &claim, copy(address)) => Found::Had,
            None if passed <= part.offset => return Found::NotYet(news),
            _ => Found::Elsewhere,
        };
        self.wake_readers(1);
        found
    }

    /// Until there are other news than these.
    pub(crate) fn sleep(&self, news: u32, time: Duration) {
        let page = self.page();
        page.sleepers.fetch_add(1, SeqCst);
        sleep(&page.news, news, time);
        page.sleepers.fetch_sub(1, SeqCst);
    }

    /// For who was woken by what is not for it.
    pub(crate) fn wake_another(&self) {
        self.wake_readers(1);
    }

    /// The claim, by the number and the index of the part, and the address of the part.
    fn claim(&self, part: Extent) -> Option<((u64, usize), u64)> {
        let page = self.page();
        loop {
            let claims = page.claims.load(SeqCst);
            let (number, index) = halves(claims);
            if number == 0 || index >= MOST_PARTS {
                return None;
            }
            let shown = Extent::new(page.offset.load(SeqCst), page.len.load(SeqCst));
            let address = page.address.load(SeqCst);
            if shown.intersection(&part) != Some(part) {
                return None;
            }
            // Of one number all of the above is one: it was written before, and not since.
            if page.claims.compare_exchange(claims, claims + 1, SeqCst, SeqCst).is_ok() {
                return Some(((number, index), address.wrapping_add(part.offset - shown.offset)));
            }
        }
    }

    /// Whether the part has been had: it was copied, and the writer has not given up waiting for it.
    fn end_claim(&self, part: Extent, &(number, index): &(u64, usize), is_copied: bool) -> bool {
        let page = self.page();
        let (claimed, len) = (&page.parts[index], page.len.load(SeqCst));
        claimed.offset.store(part.offset, SeqCst);
        claimed.len.store(part.len, SeqCst);
        // Before the part is counted as received: then the writer may show something else.
        let taken = if is_copied { page.taken.fetch_add(part.len, SeqCst) + part.len } else { 0 };
        let state = if is_copied { HAD } else { REVOKED };
        let is_ended = claimed.state.compare_exchange(OPEN, state, SeqCst, SeqCst).is_ok();
        // It waits for the last byte, or for us.
        if taken >= len || halves(page.claims.load(SeqCst)).0 != number {
            self.ring();
        }
        is_copied && is_ended
    }

    fn wake_readers(&self, readers: u32) {
        let page = self.page();
        if page.sleepers.load(SeqCst) > 0 {
            wake(&page.news, readers);
        }
    }

    pub(super) fn page(&self) -> &Page {
        self.0.board()
    }
}

/// The number of what is shown, and how many parts of it were claimed.
fn halves(claims: u64) -> (u64, usize) {
    (claims >> 32, usize::try_from(claims & u64::from(u32::MAX)).unwrap_or(usize::MAX))
}
