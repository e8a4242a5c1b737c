// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a pillar remembers of itself: how far it is, and what time steps need to know of its last states. From the logs of
//! all pillars a run continues, wherever it was stopped or killed.

use ppm_kernel::{FIELDS, Summary};

use crate::grid::Pillar;
use crate::names;
use crate::store::{PillarStore, StoreResult, Writer};
use crate::time_steps::Arrival;
use crate::work_queue::Task;

/// No pillar is more than two states ahead of another, and a step looks one state back.
const REMEMBERED: usize = 4;

#[derive(Clone, Debug, PartialEq)]
pub struct PillarLog {
    /// Double steps done.
    pub state: u64,
    pub arrival: Arrival,
    /// The fastest signal of the last states, newest first.
    pub speeds: [f64; REMEMBERED],
    pub totals: [f64; FIELDS],
}

const DOUBLES: usize = 3 + REMEMBERED + FIELDS;

impl PillarLog {
    pub fn initial(summary: &Summary) -> Self {
        let mut speeds = [0.0; REMEMBERED];
        speeds[0] = summary.speed;
        Self { state: 0, arrival: Arrival { time: 0.0, dt: 0.0 }, speeds, totals: summary.totals }
    }

    /// The log after a task is done.
    pub fn after(store: &dyn PillarStore, task: &Task, summary: &Summary) -> StoreResult<Self> {
        let mut speeds = Self::read(store, task.state, task.pillar)?.speeds;
        speeds.rotate_right(1);
        speeds[0] = summary.speed;
        let arrival = Arrival { time: task.step.end, dt: task.step.dt };
        Ok(Self { state: task.state + 1, arrival, speeds, totals: summary.totals })
    }

    /// The newer of the two logs of a pillar; nothing if it has none.
    pub fn newest(store: &dyn PillarStore, pillar: Pillar) -> StoreResult<Option<Self>> {
        let mut newest: Option<Self> = None;
        for set in 0..2 {
            if store.size(&names::log(set, pillar))?.is_some() {
                let log = Self::read(store, set, pillar)?;
                newest = newest.filter(|newest| newest.state > log.state).or(Some(log));
            }
        }
        Ok(newest)
    }

    /// The speed in a state that is still remembered.
    pub fn speed_in(&self, state: u64) -> Option<f64> {
        let back = usize::try_from(self.state.checked_sub(state)?).ok()?;
        self.speeds.get(back).copied()
    }

    pub fn write(&self, store: &dyn PillarStore, pillar: Pillar, writer: Writer) -> StoreResult<()> {
        let mut block = vec![f64::from_bits(self.state), self.arrival.time, self.arrival.dt];
        block.extend(self.speeds);
        block.extend(self.totals);
        store.start_write(&names::log(self.state, pillar), block, writer).wait()?;
        Ok(())
    }

    fn read(store: &dyn PillarStore, state: u64, pillar: Pillar) -> StoreResult<Self> {
        let block = store.start_read(&names::log(state, pillar), vec![0.0; DOUBLES]).wait()?;
        let (speeds, totals) = block[3..].split_at(REMEMBERED);
        Ok(Self {
            state: block[0].to_bits(),
            arrival: Arrival { time: block[1], dt: block[2] },
            speeds: speeds.try_into().expect("split there"),
            totals: totals.try_into().expect("the rest of the block"),
        })
    }
}
