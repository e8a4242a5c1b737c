// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pictures of a plane: density above, vorticity below. Of the middle plane, one picture for each frame or all of them as an
//! animated PNG, which browsers play; of a snapshot, any plane across an axis.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use ppm_kernel::{Boundary, FIELDS, Gas};

use crate::grid::Grid;
use crate::names;
use crate::store::PillarStore;

/// All fields in one plane of the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    width: usize,
    height: usize,
    /// To the right, and upwards.
    axes: [Axis; 2],
    fields: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    number: usize,
    /// The plane's ends meet.
    periodic: bool,
}

impl Axis {
    fn of(grid: &Grid, number: usize) -> Self {
        Self { number, periodic: grid.boundaries.low[number] == Boundary::Periodic }
    }

    /// Zones before and after this one; the zone itself at an edge.
    fn around(self, zone: usize, zones: usize) -> (usize, usize) {
        if self.periodic {
            return ((zone + zones - 1) % zones, (zone + 1) % zones);
        }
        (zone.saturating_sub(1), (zone + 1).min(zones - 1))
    }
}

impl Plane {
    /// Nothing if the frame was not written.
    pub fn of_frame(store: &dyn PillarStore, grid: &Grid, frame: u64) -> Result<Option<Self>> {
        let shape = grid.shape();
        let [width, height, _] = grid.zones;
        let mut fields = vec![0.0; FIELDS * width * height];
        for pillar in grid.all_pillars() {
            let name = names::frame(frame, pillar);
            if store.size(&name)?.is_none() {
                return Ok(None);
            }
            let block = store.start_read(&name, vec![0.0; FIELDS * shape.x * shape.y]).wait()?;
            for (row, values) in block.chunks_exact(shape.x).enumerate() {
                let (field, y) = (row / shape.y, row % shape.y + pillar.y * shape.y);
                let start = (field * height + y) * width + pillar.x * shape.x;
                fields[start..start + shape.x].copy_from_slice(values);
            }
        }
        Ok(Some(Self { width, height, axes: [0, 1].map(|axis| Axis::of(grid, axis)), fields }))
    }

    /// The plane across an axis (0 is x) at this zone.
    pub fn of_snapshot(
        store: &dyn PillarStore,
        grid: &Grid,
        number: u64,
        across: usize,
        at: usize,
    ) -> Result<Self> {
        let zones = grid.zones[across];
        ensure!(at < zones, "the grid has zones 0 to {} along that axis, not {at}", zones - 1);
        let (shape, [right, up]) = (grid.shape(), [(across + 1) % 3, (across + 2) % 3]);
        let (width, height) = (grid.zones[right], grid.zones[up]);
        let mut fields = vec![0.0; FIELDS * width * height];
        for pillar in grid.all_pillars() {
            let name = names::snapshot(number, pillar);
            ensure!(
                store.size(&name)?.is_some(),
                "there is no object {name}; `ppm run` keeps snapshots 1 to N with --snapshots N"
            );
            let first = [pillar.x * shape.x, pillar.y * shape.y, 0];
            let last = [first[0] + shape.x, first[1] + shape.y, shape.z];
            if !(first[across]..last[across]).contains(&at) {
                continue;
            }
            let block = store.start_read(&name, vec![0.0; shape.values()]).wait()?;
            for (index, value) in block.into_iter().enumerate() {
                let line = index / shape.x;
                let (y, plane) = (line % shape.y, line / shape.y);
                let zone = [first[0] + index % shape.x, first[1] + y, plane % shape.z];
                if zone[across] == at {
                    let field = plane / shape.z;
                    fields[(field * height + zone[up]) * width + zone[right]] = value;
                }
            }
        }
        Ok(Self { width, height, axes: [right, up].map(|axis| Axis::of(grid, axis)), fields })
    }

    /// The frames that were written so far.
    pub fn of_all_frames(store: &dyn PillarStore, grid: &Grid) -> Result<Vec<Self>> {
        (0..).map_while(|frame| Self::of_frame(store, grid, frame).transpose()).collect()
    }

    fn field(&self, field: usize) -> &[f64] {
        &self.fields[field * self.width * self.height..][..self.width * self.height]
    }

    /// The component across the plane, in units of one over the time in which sound crosses a zone.
    fn vorticity(&self, gas: &Gas) -> Vec<f64> {
        let zone = |x: usize, y: usize| -> [f64; FIELDS] {
            std::array::from_fn(|field| self.field(field)[y * self.width + x])
        };
        let [right, up] = self.axes;
        let velocity = |x, y, axis: Axis| gas.primitive(&zone(x, y)).velocity[axis.number];
        let mut vorticity = Vec::with_capacity(self.width * self.height);
        for y in 0..self.height {
            let (below, above) = up.around(y, self.height);
            for x in 0..self.width {
                let (before, after) = right.around(x, self.width);
                let turn = velocity(after, y, up) - velocity(before, y, up);
                vorticity.push(turn - (velocity(x, above, right) - velocity(x, below, right)));
            }
        }
        vorticity
    }
}

/// Colours of the upper and of the lower half, from low to high: red, green, blue.
const DENSITY: &[[u8; 3]] = &[
    [6, 8, 30],
    [35, 30, 110],
    [20, 90, 170],
    [40, 165, 175],
    [140, 215, 150],
    [245, 240, 170],
    [255, 255, 245],
];
const VORTICITY: &[[u8; 3]] = &[
    [120, 225, 255],
    [30, 110, 220],
    [12, 30, 90],
    [10, 10, 20],
    [90, 20, 40],
    [220, 70, 40],
    [255, 215, 120],
];
/// Each half has this many shades; both fit one palette.
const SHADES: usize = 128;

/// All frames of a run with the same scale of colours.
#[derive(Debug)]
pub struct Film {
    width: usize,
    height: usize,
    images: Vec<Vec<u8>>,
}

impl Film {
    pub fn new(planes: &[Plane], gas: &Gas) -> Result<Self> {
        let first = planes.first().context("the run has no frames; start it with --frames")?;
        let (width, height) = (first.width, 2 * first.height);
        let densities: Vec<Vec<f64>> = planes.iter().map(|plane| logarithms(plane.field(0))).collect();
        let vorticities: Vec<Vec<f64>> = planes.iter().map(|plane| plane.vorticity(gas)).collect();
        let (low, high) = range(&densities);
        let strongest = range(&vorticities);
        let strongest = strongest.1.max(-strongest.0).max(f64::MIN_POSITIVE);
        let images = densities.iter().zip(&vorticities).map(|(density, vorticity)| {
            let density = density.iter().map(|value| shade((value - low) / (high - low).max(1e-12)));
            // The root shows weak eddies beside strong ones.
            let root = |value: f64| (value.abs() / strongest).sqrt().copysign(value);
            let vorticity = vorticity.iter().map(|value| shade(0.5 + 0.5 * root(*value)) + SHADES_OF_DENSITY);
            density.chain(vorticity).collect()
        });
        Ok(Self { width, height, images: images.collect() })
    }

    pub fn len(&self) -> usize {
        self.images.len()
    }

    pub fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// One frame as a still picture.
    pub fn write_still(&self, frame: usize, path: &Path) -> Result<()> {
        let image = self.images.get(frame).context("there is no such frame")?;
        self.write(path, std::slice::from_ref(image))
    }

    /// All frames; twelve a second.
    pub fn write_animation(&self, path: &Path) -> Result<()> {
        self.write(path, &self.images)
    }

    fn write(&self, path: &Path, images: &[Vec<u8>]) -> Result<()> {
        ensure!(!images.is_empty(), "there are no frames");
        let file = File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
        let (width, height) = (u32::try_from(self.width)?, u32::try_from(self.height)?);
        let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette());
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        if images.len() > 1 {
            encoder.set_animated(u32::try_from(images.len())?, 0)?;
            encoder.set_frame_delay(1, 12)?;
        }
        let mut writer = encoder.write_header()?;
        for image in images {
            writer.write_image_data(image)?;
        }
        writer.finish().with_context(|| format!("cannot write {}", path.display()))
    }
}

#[allow(clippy::cast_possible_truncation, reason = "128")]
const SHADES_OF_DENSITY: u8 = SHADES as u8;

fn logarithms(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| value.ln()).collect()
}

fn range(frames: &[Vec<f64>]) -> (f64, f64) {
    let values = frames.iter().flatten();
    values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(*value), high.max(*value)))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..128")]
fn shade(share: f64) -> u8 {
    (share * SHADES as f64).clamp(0.0, (SHADES - 1) as f64) as u8
}

fn palette() -> Vec<u8> {
    let shades = |colours: &'static [[u8; 3]]| (0..SHADES).flat_map(move |index| between(colours, index));
    shades(DENSITY).chain(shades(VORTICITY)).collect()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
fn between(colours: &[[u8; 3]], index: usize) -> [u8; 3] {
    let position = index as f64 / (SHADES - 1) as f64 * (colours.len() - 1) as f64;
    let first = (position as usize).min(colours.len() - 2);
    let share = position - first as f64;
    std::array::from_fn(|channel| {
        let (low, high) = (f64::from(colours[first][channel]), f64::from(colours[first + 1][channel]));
        (low + share * (high - low)).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four zones to the right, two upwards.
    fn plane(axes: [usize; 2], fields: Vec<f64>) -> Plane {
        Plane { width: 4, height: 2, axes: axes.map(|number| Axis { number, periodic: number == 2 }), fields }
    }

    #[test]
    fn vorticity_is_the_turn_about_the_third_axis() {
        for (right, up) in [(0, 1), (1, 2), (2, 0)] {
            // The velocity upwards increases to the right by 1 a zone.
            let mut fields = vec![0.0; 4 * 2 * FIELDS];
            fields[..8].fill(1.0);
            for zone in 0..8 {
                fields[(1 + up) * 8 + zone] = (zone % 4) as f64;
                fields[4 * 8 + zone] = 100.0;
            }
            let vorticity = plane([right, up], fields).vorticity(&Gas { gamma: 1.4 });
            let ends = if right == 2 { -2.0 } else { 1.0 };
            assert_eq!(vorticity[..4], [ends, 2.0, 2.0, ends], "to the right: axis {right}");
            assert_eq!(vorticity[4..], vorticity[..4]);
        }
    }

    #[test]
    fn palette_runs_from_end_to_end() {
        let palette = palette();
        assert_eq!(palette.len(), 256 * 3);
        assert_eq!(palette[..3], DENSITY[0]);
        assert_eq!(palette[127 * 3..128 * 3], *DENSITY.last().unwrap());
        assert_eq!(palette[128 * 3..129 * 3], VORTICITY[0]);
    }

    #[test]
    fn animation_can_be_read_back() {
        let plane = |density: f64| plane([0, 1], vec![density; 4 * 2 * FIELDS]);
        let film = Film::new(&[plane(1.0), plane(2.0)], &Gas { gamma: 1.4 }).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film.png");
        film.write_animation(&path).unwrap();
        let file = std::io::BufReader::new(File::open(&path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 2);
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((frame.width, frame.height), (4, 4));
        assert_eq!(bytes[..8], [0; 8], "the lowest density has the first shade");
    }
}
