// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs a set-up to its end and gives its zones, for tests.
#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use ppm::run::{Crew, Record, Report, Run};
use ppm::setups::Setup;
use ppm::store::{MemoryStore, PillarStore};
use ppm::worker::{Observer, Unobserved};
use ppm_kernel::{FIELDS, Gas, Primitive};

pub(crate) const COURANT: f64 = 0.4;

pub(crate) fn record(setup: &Setup, pillars: [usize; 2]) -> Record {
    Record {
        setup: "test".to_owned(),
        resolution: setup.zones[0],
        pillars,
        courant: COURANT,
        end_time: setup.end_time,
        frame_interval: 0.0,
        snapshot_interval: 0.0,
        starts: 0,
    }
}

/// All zones at the end.
pub(crate) struct Ended {
    pub(crate) zones: Vec<f64>,
    pub(crate) size: [usize; 3],
    pub(crate) gas: Gas,
    pub(crate) report: Report,
}

pub(crate) fn simulate(setup: &Setup, pillars: [usize; 2], workers: usize) -> Ended {
    simulate_in(&MemoryStore::default(), setup, pillars, &Crew::of(workers), &Unobserved)
}

pub(crate) fn simulate_in(
    store: &dyn PillarStore,
    setup: &Setup,
    pillars: [usize; 2],
    crew: &Crew,
    observer: &dyn Observer,
) -> Ended {
    let mut run = Run::create(store, setup, record(setup, pillars)).unwrap();
    let report = run.advance(crew, observer).unwrap();
    Ended { zones: run.zones().unwrap(), size: setup.zones, gas: run.gas, report }
}

impl Ended {
    pub(crate) fn conserved(&self, [x, y, z]: [usize; 3]) -> [f64; FIELDS] {
        let [nx, ny, nz] = self.size;
        std::array::from_fn(|field| self.zones[((field * nz + z) * ny + y) * nx + x])
    }

    pub(crate) fn at(&self, zone: [usize; 3]) -> Primitive {
        self.gas.primitive(&self.conserved(zone))
    }

    /// The mean of |density - expected| over the plane z = 0.
    pub(crate) fn error_of_density(&self, expected: impl Fn(usize, usize) -> f64) -> f64 {
        let [nx, ny, _] = self.size;
        let zones = (0..ny).flat_map(|y| (0..nx).map(move |x| (x, y)));
        let sum: f64 = zones.map(|(x, y)| (self.at([x, y, 0]).density - expected(x, y)).abs()).sum();
        sum / (nx * ny) as f64
    }
}

pub(crate) fn bits(zones: &[f64]) -> Vec<u64> {
    zones.iter().map(|value| value.to_bits()).collect()
}
