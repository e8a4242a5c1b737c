// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nesting of calls: on one thread, a call that begins before another has ended is inside it.

use seaway_trace_format::Call;

/// A call that may have others inside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) end: u64,
    pub(super) call: Call,
    /// The outermost MPI-IO or device call has a row in the chains.
    pub(super) chain: Option<u32>,
    /// Bits of the layers of this call and the calls around it.
    pub(super) layers: u8,
}

/// One stack for each thread.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    stacks: Vec<Vec<Frame>>,
}

impl Nesting {
    /// Pops calls that have ended, and returns the one that `start` is inside of.
    #[inline]
    pub(super) fn enter(&mut self, thread: u32, start: u64) -> Option<Frame> {
        let thread = thread as usize;
        if thread >= self.stacks.len() {
            self.stacks.resize_with(thread + 1, Vec::new);
        }
        let stack = &mut self.stacks[thread];
        while stack.last().is_some_and(|frame| frame.end <= start) {
            stack.pop();
        }
        stack.last().copied()
    }

    /// Call immediately after `enter` of the same thread.
    #[inline]
    pub(super) fn push(&mut self, thread: u32, frame: Frame) {
        self.stacks[thread as usize].push(frame);
    }

    /// How many threads have made calls.
    pub(super) fn threads(&self) -> usize {
        self.stacks.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_inside_of_the_innermost_that_has_not_ended() {
        let mut nesting = Nesting::default();
        let frame = |end, call: Call| Frame { end, call, chain: None, layers: 0 };
        let inside = |nesting: &mut Nesting, thread, start| nesting.enter(thread, start).map(|f| f.call);
        assert_eq!(inside(&mut nesting, 0, 10), None);
        nesting.push(0, frame(100, Call::MpiWriteAll));
        assert_eq!(inside(&mut nesting, 0, 20), Some(Call::MpiWriteAll));
        nesting.push(0, frame(50, Call::DeviceWrite));
        assert_eq!(inside(&mut nesting, 0, 30), Some(Call::DeviceWrite));
        assert_eq!(inside(&mut nesting, 1, 30), None);
        assert_eq!(inside(&mut nesting, 0, 50), Some(Call::MpiWriteAll));
        assert_eq!(inside(&mut nesting, 0, 100), None);
    }
}
