// SPDX-License-Identifier: MIT OR Apache-2.0
//! `docs/images/mpi-io.svg`: the chart in README, drawn from the saved results of `cargo xtask bench mpiio`.

use std::fmt::Write;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

const RESULTS: &str = "benches/results/mpiio.txt";
/// The rows: the workload as the bench names it, and a readable label.
const ROWS: [(&str, &str); 8] = [
    ("contiguous.collective.new", "contiguous, new file"),
    ("contiguous.collective.rewrite", "contiguous, overwrite"),
    ("contiguous.collective.read", "contiguous, read"),
    ("interleaved.plain.collective.new", "32-byte blocks, new file"),
    ("interleaved.plain.collective.rewrite", "32-byte blocks, overwrite"),
    ("interleaved.plain.collective.read", "32-byte blocks, read"),
    ("cube.inner.rewrite", "3-D array, innermost axis split, overwrite"),
    ("cube.inner.read", "3-D array, innermost axis split, read"),
];
/// The column of the results, its legend, and its class in the style sheet.
const SERIES: [(&str, &str, &str); 3] =
    [("seaway", "Seaway", "a"), ("romio", "ROMIO (MPICH 4.0)", "b"), ("ompio", "OMPIO (Open MPI 4.1)", "c")];

/// Pixels.
const LEFT: f64 = 290.0;
const WIDTH: f64 = 480.0;
const TOP: f64 = 64.0;
const ROW: f64 = 40.0;
const BAR: f64 = 10.0;
/// GB/s at the left and at the right end of the axis, which is logarithmic.
const LEAST: f64 = 0.03;
const MOST: f64 = 30.0;

/// `None` before anything was measured.
pub(super) fn mpi_io(workspace: &Workspace) -> Result<Option<String>> {
    if !workspace.path(RESULTS).exists() {
        return Ok(None);
    }
    draw(&workspace.read(RESULTS)?).map(Some)
}

fn draw(results: &str) -> Result<String> {
    let bottom = TOP + ROW * ROWS.len() as f64;
    let mut svg = format!(
        "<!-- Generated from {RESULTS} by `cargo xtask codegen`. -->\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 820 {}\" role=\"img\">\n\
         <title>Throughput of collective MPI-IO with two ranks, in GB/s</title>\n{STYLE}",
        bottom + 54.0
    );
    legend(&mut svg)?;
    axis(&mut svg, bottom)?;
    for (index, (workload, label)) in ROWS.into_iter().enumerate() {
        let top = TOP + ROW * index as f64;
        writeln!(svg, "<text class=\"end\" x=\"{}\" y=\"{}\">{label}</text>", LEFT - 8.0, top + 22.0)?;
        let rates = rates(results, workload)?;
        for (place, ((_, _, class), rate)) in SERIES.into_iter().zip(rates).enumerate() {
            let y = top + 3.0 + (BAR + 1.0) * place as f64;
            let end = x(rate);
            writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{y}\" width=\"{:.1}\" height=\"{BAR}\"/>\
                 <text class=\"value\" x=\"{:.1}\" y=\"{}\">{rate:.2}</text>",
                end - LEFT,
                end + 4.0,
                y + 9.0
            )?;
        }
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn legend(svg: &mut String) -> Result<()> {
    let mut at = LEFT;
    for (_, name, class) in SERIES {
        writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{at}\" y=\"14\" width=\"12\" height=\"12\"/>\
             <text x=\"{}\" y=\"25\">{name}</text>",
            at + 18.0
        )?;
        at += 34.0 + 7.6 * name.len() as f64;
    }
    Ok(())
}

fn axis(svg: &mut String, bottom: f64) -> Result<()> {
    for tick in [0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0] {
        let at = x(tick);
        writeln!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} {TOP}V{bottom}\"/>\
             <text class=\"tick\" x=\"{at:.1}\" y=\"{}\">{tick}</text>",
            bottom + 18.0
        )?;
    }
    writeln!(
        svg,
        "<text class=\"tick\" x=\"{}\" y=\"{}\">GB/s, two ranks on two cores, file in memory (logarithmic; longer is faster)</text>",
        LEFT + WIDTH / 2.0,
        bottom + 40.0
    )?;
    Ok(())
}

fn x(rate: f64) -> f64 {
    let part = (rate.clamp(LEAST, MOST) / LEAST).ln() / (MOST / LEAST).ln();
    LEFT + WIDTH * part
}

/// GB/s of each of `SERIES`, from the line of one workload under MPICH.
fn rates(results: &str, workload: &str) -> Result<[f64; 3]> {
    let name = format!("{workload}.tmpfs.2.mpich ");
    let line = results.lines().find(|line| line.starts_with(&name));
    let line = line.with_context(|| format!("{RESULTS} has no row {name}"))?;
    let (_, rates) = line.split_once("GB/s: ").with_context(|| format!("row {name} has no rates"))?;
    let mut found = [0.0; 3];
    for ((column, _, _), place) in SERIES.into_iter().zip(&mut found) {
        let of = |rate: &str| rate.trim().strip_prefix(column)?.strip_prefix(' ')?.parse().ok();
        *place =
            rates.split(',').find_map(of).with_context(|| format!("row {name} has no column {column}"))?;
    }
    Ok(found)
}

const STYLE: &str = "\
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2933 }
.end { text-anchor: end }
.tick { text-anchor: middle; font-size: 12px; fill: #52606d }
.value { font-size: 10px; fill: #52606d }
.grid { stroke: #cbd2d9; stroke-width: 1 }
.a { fill: #0b6bb8 } .b { fill: #e8a33d } .c { fill: #8f9ba8 }
@media (prefers-color-scheme: dark) {
text { fill: #e4e7eb } .tick, .value { fill: #9aa5b1 } .grid { stroke: #3e4c59 } .a { fill: #4aa3e8 }
}
</style>
";

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "cube.inner.read.tmpfs.2.mpich   ratio 2.00 (1..3)  GB/s: seaway 3.0, romio 1.5, ompio 0.3, romio-5 0.9";

    #[test]
    fn rates_are_found_by_their_column() {
        assert_eq!(rates(LINE, "cube.inner.read").unwrap(), [3.0, 1.5, 0.3]);
        assert!(rates(LINE, "cube.outer.read").unwrap_err().to_string().contains("no row"));
    }

    #[test]
    fn axis_is_logarithmic_and_bounded() {
        assert_eq!(x(LEAST), LEFT);
        assert_eq!(x(MOST * 9.0), LEFT + WIDTH);
        assert!((x(1.0) - x(0.1) - (x(10.0) - x(1.0))).abs() < 1e-9);
    }
}
