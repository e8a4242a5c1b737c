// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data of the page as JSON: arrays in place of objects where there are many, and no more than can be
//! viewed.

use serde_json::{Value, json};

use super::encoding::{amounts, numbers, place};
use super::error_name;
use crate::report::Report;
use crate::report::analysis::{CommonSizes, Heat, Sample, Sizes, TOP_DOWN, TimeBins, name_of};
use crate::report::figures::{Figures, File, Lane};
use crate::report::findings::Contention;
use crate::report::overview::LayerRow;
use crate::report::summary;

/// Rows of the heat map of ranks over time; more ranks share them.
const MAP_ROWS: usize = 256;
const LANES: usize = 1000;
/// Files with sizes and ranks, and those that also have a plot.
const DETAILS: usize = 200;
const SAMPLES: usize = 48;
const LANES_OF_A_FILE: usize = 32;
const CHAINS: usize = 200;
const MOUNTS: usize = 100;
const SHARED: usize = 200;
const FAILED: usize = 200;
const FINISHING: usize = 100;

pub(super) struct Data {
    pub(super) json: String,
    files: Vec<u32>,
}

impl Data {
    /// The row of a file in the table.
    pub(super) fn place_of(&self, file: u32) -> Option<usize> {
        self.files.iter().position(|number| *number == file)
    }
}

pub(super) fn data(report: &Report) -> Data {
    let figures = &report.figures;
    let value = json!({
        "span": figures.span,
        "fileCount": figures.file_count,
        "imbalance": summary::imbalance(figures),
        "heat": heat(figures),
        "layerHeats": layer_heats(figures),
        "layers": figures.layers.iter().map(layer).collect::<Vec<_>>(),
        "uses": uses(figures),
        "mounts": mounts(figures),
        "hidden": summary::hidden(figures).map(|text| text.replace('`', "")),
        "hiddenCount": figures.hidden.files,
        "files": figures.files.iter().map(file).collect::<Vec<_>>(),
        "details": details(figures),
        "lanes": lanes(figures),
        "sharing": sharing(figures),
        "calls": calls(figures),
        "chains": chains(figures),
        "slowest": slowest(figures),
        "unfinished": unfinished(figures),
        "failed": failed(figures),
        "unseen": figures.about.unseen,
        "notes": figures.about.notes,
    });
    Data { json: value.to_string(), files: figures.files.iter().map(|file| file.number).collect() }
}

fn heat(figures: &Figures) -> Value {
    let together = figures.lanes.len().div_ceil(MAP_ROWS).max(1);
    let bins = figures.bins.count;
    let (mut read, mut written, mut time) = (Vec::new(), Vec::new(), Vec::new());
    let (mut names, mut members) = (Vec::new(), Vec::new());
    for lanes in figures.lanes.chunks(together) {
        let mut sum = Heat::default();
        lanes.iter().filter_map(|lane| lane.figures.heat.as_deref()).for_each(|heat| sum.merge(heat));
        read.extend_from_slice(&sum.read[..bins]);
        written.extend_from_slice(&sum.written[..bins]);
        time.extend_from_slice(&sum.time[..bins]);
        names.push(row_name(lanes));
        members.push(lanes.len());
    }
    json!({
        "bins": bins,
        "width": figures.bins.width(),
        "names": names,
        "lanes": members,
        "read": amounts(&read),
        "written": amounts(&written),
        "time": amounts(&time),
    })
}

/// The name of lanes that share a row of a heat map.
fn row_name(lanes: &[Lane]) -> String {
    match lanes {
        [first, .., last] => format!("{} to {}", first.name, last.name.trim_start_matches("rank ")),
        [one] => one.name.clone(),
        [] => String::new(),
    }
}

/// A heat map for each layer that moved bytes.
fn layer_heats(figures: &Figures) -> Vec<Value> {
    let layers = &figures.outcome.layers;
    let bins = figures.bins.count;
    let names: Vec<String> = figures.lanes.chunks(layers.together).map(row_name).collect();
    let map = |row: &LayerRow| {
        let (mut read, mut written) = (Vec::new(), Vec::new());
        for heats in &layers.maps {
            match &heats[row.layer as usize] {
                Some(heat) => {
                    read.extend_from_slice(&heat.read[..bins]);
                    written.extend_from_slice(&heat.written[..bins]);
                }
                None => {
                    read.resize(read.len() + bins, 0);
                    written.resize(written.len() + bins, 0);
                }
            }
        }
        json!({ "layer": name_of(row.layer), "names": names, "read": amounts(&read), "written": amounts(&written) })
    };
    figures.layers.iter().filter(|row| row.sum.bytes() > 0).map(map).collect()
}

fn layer(row: &LayerRow) -> Value {
    json!([
        name_of(row.layer),
        row.sum.reads,
        row.sum.writes,
        row.sum.read_bytes,
        row.sum.written_bytes,
        row.slowest,
        row.slowest_time,
        row.mebibytes_per_second(),
        common(&row.common),
    ])
}

fn common(common: &CommonSizes) -> Value {
    json!([common.sizes, common.is_exact])
}

fn uses(figures: &Figures) -> Vec<Value> {
    let rows = figures.uses.iter();
    rows.map(|(kind, row)| json!([kind.name(), row.files, row.bytes, row.average(), row.largest])).collect()
}

fn mounts(figures: &Figures) -> Vec<Value> {
    let rows = figures.mounts.iter().take(MOUNTS);
    rows.map(|row| json!([row.point, row.kind, row.files, row.read_bytes, row.written_bytes, row.time]))
        .collect()
}

/// For each layer that accessed the file.
fn common_of(file: &File) -> Vec<Value> {
    let of_layers = TOP_DOWN.iter().map(|layer| (name_of(*layer), file.figures.sizes.common(*layer)));
    let used = of_layers.filter(|(_, common)| !common.sizes.is_empty());
    used.map(|(layer, common)| json!([layer, common.sizes, common.is_exact])).collect()
}

fn file(file: &File) -> Value {
    let tally = &file.figures.tally;
    json!([
        file.name,
        file.figures.lanes.len(),
        tally.opens,
        tally.reads,
        tally.writes,
        tally.read_bytes,
        tally.written_bytes,
        tally.read_time,
        tally.write_time,
        tally.metadata_time,
        tally.sync_time,
        tally.wait_time,
        tally.order.sequential,
        tally.order.strided,
        tally.order.random,
        tally.looks,
        tally.syncs,
        tally.failures,
    ])
}

/// For the first files of the table.
fn details(figures: &Figures) -> Vec<Value> {
    let mut samples = 0;
    let detail = |file: &File| {
        let tally = &file.figures.tally;
        let has_sample = file.figures.sample.len() > 0 && samples < SAMPLES;
        samples += usize::from(has_sample);
        json!({
            "reads": sizes(&tally.read_sizes),
            "writes": sizes(&tally.write_sizes),
            "innerReads": sizes(&tally.inner_read_sizes),
            "innerWrites": sizes(&tally.inner_write_sizes),
            "common": common_of(file),
            "lanes": lanes_of(figures, file),
            "laneCount": file.figures.lanes.len(),
            "sample": has_sample.then(|| sample(&file.figures.sample, &figures.bins, figures.span)),
        })
    };
    figures.files.iter().take(DETAILS).map(detail).collect()
}

fn sizes(sizes: &Sizes) -> Vec<(u8, u64)> {
    sizes.sorted()
}

fn lanes_of(figures: &Figures, file: &File) -> Vec<Value> {
    let mut shares: Vec<_> = file.figures.lanes.iter().collect();
    shares.sort_by_key(|share| (std::cmp::Reverse(share.bytes()), share.lane));
    shares.truncate(LANES_OF_A_FILE);
    shares.sort_by_key(|share| share.lane);
    let share = |share: &&crate::report::analysis::LaneShare| {
        let name = figures.lanes.get(share.lane as usize).map_or("", |lane| &lane.name);
        json!([name, share.read_bytes, share.written_bytes])
    };
    shares.iter().map(share).collect()
}

/// Four numbers for each point: time, offset, length, and lane, with the highest bit for writing.
fn sample(sample: &Sample, bins: &TimeBins, span: u64) -> Value {
    let end =
        sample.points().map(|point| point.offset.saturating_add(point.length)).max().unwrap_or(1).max(1);
    let mut packed = Vec::with_capacity(sample.len() * 4);
    for point in sample.points() {
        let who = u16::try_from(point.lane).unwrap_or(0x7fff) & 0x7fff;
        packed.extend_from_slice(&[
            place(point.time.saturating_sub(bins.begin), span),
            place(point.offset, end),
            place(point.length, end),
            who | u16::from(point.writes) << 15,
        ]);
    }
    json!({ "end": end, "seen": sample.seen, "points": numbers(&packed) })
}

fn lanes(figures: &Figures) -> Vec<Value> {
    let mut lanes: Vec<_> = figures.lanes.iter().collect();
    if lanes.len() > LANES {
        lanes.sort_by_key(|lane| std::cmp::Reverse(lane.figures.tally.time()));
        lanes.truncate(LANES);
    }
    let lane = |lane: &&crate::report::figures::Lane| {
        let tally = &lane.figures.tally;
        json!([
            lane.name,
            tally.read_bytes,
            tally.written_bytes,
            lane.figures.calls,
            tally.read_time,
            tally.write_time,
            tally.metadata_time,
            tally.sync_time,
            tally.wait_time,
            lane.figures.available,
        ])
    };
    lanes.iter().map(lane).collect()
}

fn sharing(figures: &Figures) -> Vec<Value> {
    let shared = figures.files.iter().filter_map(|file| {
        let contention = Contention::of(file)?;
        Some(json!([
            file.name,
            contention.writers.len(),
            contention.at_once,
            contention.share,
            contention.time
        ]))
    });
    shared.take(SHARED).collect()
}

fn calls(figures: &Figures) -> Vec<Value> {
    let infos = seaway_trace_format::CALLS.iter().zip(&figures.outcome.calls);
    let used = infos.filter(|(_, figures)| figures.calls > 0);
    let row = used.filter_map(|(info, figures)| {
        let info = (*info)?;
        let layer = match info.layer {
            seaway_trace_format::Layer::Posix => "system",
            seaway_trace_format::Layer::Stdio => "buffered",
            seaway_trace_format::Layer::MpiIo => "MPI-IO",
            seaway_trace_format::Layer::Device => "device",
            seaway_trace_format::Layer::Trace => "trace",
        };
        let crate::report::analysis::CallFigures { calls, failures, bytes, time, longest } = *figures;
        Some(json!([info.name, layer, calls, failures, bytes, time, longest]))
    });
    row.collect()
}

fn chains(figures: &Figures) -> Vec<Value> {
    let row = |chain: &crate::report::analysis::Chain| {
        let system: Vec<_> =
            chain.system_calls.iter().map(|(call, calls)| json!([call.name(), calls])).collect();
        json!([
            chain.call.name(),
            figures.name(chain.file),
            chain.operations(),
            chain.calls,
            chain.bytes,
            chain.time,
            chain.device.calls,
            chain.device.bytes,
            chain.device.time,
            chain.system.calls,
            chain.system.bytes,
            chain.system.time,
            figures.text(chain.strategy),
            figures.text(chain.device_name),
            system,
        ])
    };
    figures.chains.iter().take(CHAINS).map(row).collect()
}

fn slowest(figures: &Figures) -> Vec<Value> {
    let row = |call: &crate::report::analysis::SlowCall| {
        json!([
            call.call.name(),
            figures.name(call.file),
            figures.lanes[call.lane as usize].name,
            call.start.saturating_sub(figures.bins.begin),
            call.length,
            call.duration,
            call.inside.map_or("", |inside| inside.name()),
        ])
    };
    figures.slowest.iter().map(row).collect()
}

fn unfinished(figures: &Figures) -> Vec<Value> {
    let calls = figures.outcome.unfinished.iter().take(FINISHING);
    let rows = calls.map(|call| {
        let who = &figures.lanes[call.lane as usize].name;
        let start = call.start.saturating_sub(figures.bins.begin);
        json!([call.call.name(), figures.name(call.file), who, start, call.lasted])
    });
    rows.collect()
}

fn failed(figures: &Figures) -> Vec<Value> {
    let mut files: Vec<&File> =
        figures.files.iter().filter(|file| file.figures.tally.failed_opens > 0).collect();
    files.sort_by_key(|file| (std::cmp::Reverse(file.figures.tally.failed_opens), file.number));
    let rows = files.iter().take(FAILED).map(|file| {
        let why: Vec<String> = file.figures.open_errors.iter().map(|(error, _)| error_name(*error)).collect();
        json!([file.name, why.join(", "), file.figures.lanes.len(), file.figures.tally.failed_opens])
    });
    rows.collect()
}
