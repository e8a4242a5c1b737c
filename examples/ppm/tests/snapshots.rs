// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compressible homogeneous turbulence with snapshots, and the pictures of their planes.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

mod simulation;

use std::fs;
use std::process::Command;

use ppm::picture::Plane;
use ppm::run::{Crew, Run};
use ppm::setups::{Setup, turbulence};
use ppm::store::MemoryStore;
use ppm::worker::Unobserved;
use simulation::record;

#[test]
fn middle_plane_of_a_snapshot_is_the_frame_of_its_time() {
    let (setup, store) = (Setup { end_time: 0.1, ..turbulence::turbulence(16) }, MemoryStore::default());
    let mut record = record(&setup, [2, 2]);
    (record.frame_interval, record.snapshot_interval) = (0.05, 0.05);
    let mut run = Run::create(&store, &setup, record).unwrap();
    run.advance(&Crew::of(2), &Unobserved).unwrap();
    let plane = |number, across, at| Plane::of_snapshot(&store, &run.grid, number, across, at);
    for number in [1, 2] {
        let frame = Plane::of_frame(&store, &run.grid, number).unwrap().unwrap();
        assert_eq!(plane(number, 2, 8).unwrap(), frame, "snapshot {number}");
        assert_ne!(plane(number, 2, 9).unwrap(), frame, "another plane of snapshot {number}");
    }
    assert!(plane(3, 2, 8).unwrap_err().to_string().contains("no object D0003-0000-all"));
    assert!(plane(1, 0, 16).unwrap_err().to_string().contains("zones 0 to 15"));
}

#[test]
fn program_draws_planes_across_each_axis() {
    let folder = tempfile::tempdir().unwrap();
    let ppm = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ppm")).args(words).current_dir(&folder).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    ppm(&["run", "turbulence", "--zones=16", "--end=0.05", "--pillars=2x1", "--snapshots=1", "--folder=run"]);
    let mut pictures = Vec::new();
    for across in ["x", "y", "z"] {
        ppm(&["slice", "run", "plane.png", "--across", across, "--at", "3"]);
        let picture = fs::read(folder.path().join("plane.png")).unwrap();
        assert_eq!(picture[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(picture[16..24], [0, 0, 0, 16, 0, 0, 0, 32], "width and height");
        assert!(!pictures.contains(&picture), "the planes differ");
        pictures.push(picture);
    }
}
