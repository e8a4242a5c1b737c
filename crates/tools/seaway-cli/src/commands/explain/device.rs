// SPDX-License-Identifier: MIT OR Apache-2.0
//! The device's part of `explain`: what it guarantees, and its facets.

use seaway_device_api::{DeviceFile, Guarantees, Locality, Striping};

use crate::quantity;
use crate::report::Report;

pub(super) fn describe(report: &mut Report, file: &dyn DeviceFile) {
    describe_guarantees(report, file);
    describe_facets(report, file);
}

fn describe_guarantees(report: &mut Report, file: &dyn DeviceFile) {
    let Guarantees { locality, coherent, sparse, block_bytes, costs } = file.guarantees();
    report.heading("Guarantees", "");
    report.row("bytes are", place(locality));
    let at_once = "yes: what one process wrote, another reads at once";
    report.row("coherent", choose(coherent, at_once, "no: others see what was written after a sync"));
    report.row("sparse", choose(sparse, "yes: bytes never written take no space and read as zero", "no"));
    report.row("block", quantity::bytes(block_bytes));
    let of_bytes = [costs.call_nanoseconds, costs.byte_nanoseconds, costs.new_byte_nanoseconds];
    let [call, byte, new_byte] = of_bytes.map(quantity::nanoseconds);
    report.row("by calls, roughly", format!("{call} per call, {byte} per byte, {new_byte} per new byte"));
    let of_pages = [costs.read_page_nanoseconds, costs.page_nanoseconds, costs.new_page_nanoseconds];
    let [read, written, new] = of_pages.map(quantity::nanoseconds);
    report.row(
        "mapped, roughly",
        format!("{read} for the first read of a page, {written} for the first write, {new} if it is new"),
    );
}

fn describe_facets(report: &mut Report, file: &dyn DeviceFile) {
    report.heading("Facets", "");
    let locks = file.range_locks().is_some();
    report.row(
        "range locks",
        choose(locks, "yes: atomic mode locks the bytes it accesses", "no: no atomic mode"),
    );
    let mapping = file.mapping().is_some();
    report.row("mapping", choose(mapping, "yes: the file can be mapped, for small strides", "no"));
    let (goes_on, at_once) = (
        "yes: nonblocking access continues while the program computes",
        "no: nonblocking access is done when started",
    );
    report.row("transfers", choose(file.transfers().is_some(), goes_on, at_once));
    let spread = |Striping { stripe_count, stripe_bytes }| {
        let servers = stripe_count.map_or("the".to_owned(), |count| format!("{count}"));
        format!("stripes of {} on {servers} servers in turn", quantity::bytes(stripe_bytes))
    };
    report.row("striping", file.striping().map_or_else(|| "none known".to_owned(), spread));
}

fn place(locality: Locality) -> &'static str {
    match locality {
        Locality::Memory => "in the memory of this machine",
        Locality::Disk => "on a disk of this machine, behind its page cache",
        Locality::Network => "on another machine, as far as is known",
    }
}

fn choose(condition: bool, yes: &'static str, no: &'static str) -> &'static str {
    if condition { yes } else { no }
}
