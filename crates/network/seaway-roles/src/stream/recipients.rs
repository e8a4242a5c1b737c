// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Recipients`]: how all ranks learn that the stream has failed. The rank that detects it informs its links and rank 0 of its
//! program; rank 0 informs all ranks of its program, and those of the other program that it knows. So each rank is informed a
//! few times at most, and ranks without links learn of it too.

/// The situation of a rank that has just learned of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub is_rank_0: bool,
    /// It was informed by a rank of its own program; otherwise it detected the failure, or the other program informed it.
    pub was_told_by_own: bool,
    /// It is rank 0 of its own program, or one that is called the same, that is lost.
    pub rank_0_is_lost: bool,
}

/// Which ranks it informs, besides those it has links to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipients {
    Nobody,
    /// Rank 0 of its program, and if that cannot be reached, all of its program.
    Rank0,
    /// All of its program.
    Fellows,
    /// All of its program, and those of the other that it looks after.
    Everybody,
}

impl Recipients {
    pub fn of(position: Position) -> Self {
        match position {
            Position { is_rank_0: true, .. } => Self::Everybody,
            Position { was_told_by_own: true, .. } => Self::Nobody,
            // Trying to inform it would only delay the others.
            Position { rank_0_is_lost: true, .. } => Self::Fellows,
            _ => Self::Rank0,
        }
    }
}
