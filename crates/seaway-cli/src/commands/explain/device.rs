// SPDX-License-Identifier: MIT OR Apache-2.0
//! The device's half of `explain`: what it guarantees, and its facets.

use seaway_device::{DeviceFile, Locality};

use super::report::Report;
use crate::quantity;

pub(super) fn describe(report: &mut Report, file: &dyn DeviceFile) {
    describe_guarantees(report, file);
    describe_facets(report, file);
}

fn describe_guarantees(report: &mut Report, file: &dyn DeviceFile) {
    let guarantees = file.guarantees();
    report.heading("Guarantees", "");
    report.row(
        "bytes are",
        match guarantees.locality {
            Locality::Memory => "in the memory of this machine",
            Locality::Disk => "on a disk of this machine, behind its page cache",
            Locality::Network => "on another machine, as far as can be told",
        },
    );
    report.row(
        "coherent",
        match guarantees.coherent {
            true => "yes: what one process wrote, another reads at once",
            false => "no: others see what was written after a sync",
        },
    );
    report.row(
        "sparse",
        match guarantees.sparse {
            true => "yes: bytes never written take no space and read as zero",
            false => "no",
        },
    );
    report.row("block", quantity::bytes(guarantees.block_bytes));
    let costs = guarantees.costs;
    let [call, byte, page] =
        [costs.call_nanoseconds, costs.byte_nanoseconds, costs.page_nanoseconds].map(quantity::nanoseconds);
    report.row("costs, roughly", format!("{call} a call, {byte} a byte, {page} a page when first mapped"));
}

fn describe_facets(report: &mut Report, file: &dyn DeviceFile) {
    report.heading("Facets", "");
    report.row(
        "range locks",
        match file.range_locks() {
            Some(_) => "yes: atomic mode locks what it touches",
            None => "no",
        },
    );
    report.row(
        "mapping",
        match file.mapping() {
            Some(_) => "yes: the file can be had as memory, for small strides",
            None => "no",
        },
    );
    report.row(
        "queue",
        match file.queue() {
            Some(_) => "yes: nonblocking access goes on while the program computes",
            None => "no: nonblocking access is done when it is started",
        },
    );
    report.row(
        "striping",
        match file.striping() {
            Some(striping) => {
                format!(
                    "{} servers, {} each in turn",
                    striping.stripe_count,
                    quantity::bytes(striping.stripe_bytes)
                )
            }
            None => "none known".to_owned(),
        },
    );
}
