// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names of objects: `S-xxyy-ddd`, set, pillar and data.
//!
//! | name | what it holds |
//! |---|---|
//! | `A-0307-all` | all zones of the pillar in column 3, row 7, after an even number of double steps; set `B`: odd |
//! | `A-0307-bxl`, `bxr`, `byl`, `byr` | its eight outermost zones: the boundary in x at the left and right, in y likewise |
//! | `A-0307-cll`, `clr`, `crl`, `crr` | its corners: side in x, then side in y |
//! | `A-0307-log` | double steps done, time, signal speeds, totals; written after all others |
//! | `F0012-0307-mid` | frame 12: the middle plane in z |
//! | `D0012-0307-all` | snapshot 12: all zones |
//! | `run` | set-up, grid and end of the run, as TOML |
//!
//! Two sets suffice. A pillar that starts step n has neighbours that finished step n-1, so nobody still reads what step n
//! overwrites.

use crate::grid::Pillar;

/// Which of a pillar's zones an object holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    All,
    /// The outermost zones in this direction: -1, 0 or 1 in x and in y, not both 0.
    Edge([isize; 2]),
}

pub const RUN: &str = "run";

/// The set that holds the state after this number of double steps.
fn set(state: u64) -> char {
    if state.is_multiple_of(2) { 'A' } else { 'B' }
}

pub fn zones(state: u64, pillar: Pillar, share: Share) -> String {
    let side = |direction| if direction < 0 { 'l' } else { 'r' };
    let data = match share {
        Share::All => "all".to_owned(),
        Share::Edge([x, 0]) => format!("bx{}", side(x)),
        Share::Edge([0, y]) => format!("by{}", side(y)),
        Share::Edge([x, y]) => format!("c{}{}", side(x), side(y)),
    };
    format!("{}-{}-{data}", set(state), column_and_row(pillar))
}

pub fn log(state: u64, pillar: Pillar) -> String {
    format!("{}-{}-log", set(state), column_and_row(pillar))
}

pub fn frame(number: u64, pillar: Pillar) -> String {
    format!("F{number:04}-{}-mid", column_and_row(pillar))
}

pub fn snapshot(number: u64, pillar: Pillar) -> String {
    format!("D{number:04}-{}-all", column_and_row(pillar))
}

fn column_and_row(pillar: Pillar) -> String {
    format!("{:02}{:02}", pillar.x, pillar.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_set_pillar_and_data() {
        let pillar = Pillar { x: 3, y: 7 };
        assert_eq!(zones(4, pillar, Share::All), "A-0307-all");
        assert_eq!(zones(5, pillar, Share::Edge([-1, 0])), "B-0307-bxl");
        assert_eq!(zones(5, pillar, Share::Edge([0, 1])), "B-0307-byr");
        assert_eq!(zones(4, pillar, Share::Edge([1, -1])), "A-0307-crl");
        assert_eq!(log(1, pillar), "B-0307-log");
        assert_eq!(frame(12, pillar), "F0012-0307-mid");
        assert_eq!(snapshot(12, pillar), "D0012-0307-all");
    }
}
