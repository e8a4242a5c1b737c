// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pillars as things: the same bits as in memory of this process, in memory and on disk of an agent, across two entries to
//! the space.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../crates/io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;
mod simulation;

use agent_here::AgentHere;
use ppm::run::{Crew, Run};
use ppm::setups::{Setup, turbulence};
use ppm::store::ThingStore;
use ppm::worker::Unobserved;
use seaway_device_api::Hints;
use seaway_things::{Kind, Space};
use simulation::{bits, record, simulate};

#[test]
fn things_give_the_same_bits() {
    let setup = Setup { end_time: 0.1, ..turbulence::turbulence(16) };
    let expected = simulate(&setup, [2, 2], 1);
    let agent = AgentHere::start(1 << 30);
    let enter = || Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    for kind in [Kind::Memory, Kind::Disk] {
        let prefix = format!("{kind:?}/");
        {
            let store = ThingStore::new(enter(), kind, &prefix);
            let mut run = Run::create(&store, &setup, record(&setup, [2, 2])).unwrap();
            run.advance(&Crew { last_state: 3, ..Crew::of(2) }, &Unobserved).unwrap();
        }
        let store = ThingStore::new(enter(), kind, &prefix);
        let mut run = Run::open(&store, &setup, Run::read_record(&store).unwrap()).unwrap();
        run.advance(&Crew::of(3), &Unobserved).unwrap();
        assert!(bits(&run.zones().unwrap()) == bits(&expected.zones), "{kind:?}");
        let names: Vec<String> = enter().list(&prefix).unwrap().into_iter().map(|thing| thing.name).collect();
        assert!(names.contains(&format!("{prefix}A-0100-bxl")), "{names:?}");
    }
}
