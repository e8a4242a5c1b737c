// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things as tables, and as JSON.

use std::fmt::Write;

use seaway_things::{Kind, ThingStatus};

use crate::commands::status::quoted;
use crate::quantity::bytes;

pub(super) fn table(things: &[ThingStatus]) -> String {
    let mut text = String::new();
    for thing in things {
        let (size, state) = (bytes(thing.size), state(thing));
        let _ = writeln!(text, "{:6}  {size:>9}  {:12}  {state:8}  {}", kind(thing), thing.home, thing.name);
    }
    text
}

pub(super) fn one(thing: &ThingStatus) -> String {
    let ThingStatus { name, home, epoch, size, reserved, readers, writers, .. } = thing;
    let second = match (thing.copies, &*thing.backup) {
        (0 | 1, _) => String::new(),
        (_, "") => "  the second copy is missing: no other node has it yet\n".to_owned(),
        (_, backup) => format!("  second copy on {backup}\n"),
    };
    format!(
        "thing:{name}\n  {} in {} of {home}, epoch {epoch}\n{second}  {} reserved\n  {readers} readers, {writers} writers, {}\n",
        exactly(*size),
        kind(thing),
        bytes(*reserved),
        state(thing)
    )
}

pub(super) fn json_list(things: &[ThingStatus]) -> String {
    let all: Vec<String> = things.iter().map(json).collect();
    format!("[{}]\n", all.join(","))
}

pub(super) fn json(thing: &ThingStatus) -> String {
    let ThingStatus { name, home, epoch, size, reserved, readers, writers, published, created, .. } = thing;
    let (name, home, kind, backup) = (quoted(name), quoted(home), kind(thing), quoted(&thing.backup));
    let copies = thing.copies;
    format!(
        "{{\"name\":{name},\"kind\":\"{kind}\",\"home\":{home},\"epoch\":{epoch},\"size\":{size},\"reserved\":{reserved},\
         \"readers\":{readers},\"writers\":{writers},\"published\":{published},\"created_ms\":{created},\
         \"copies\":{copies},\"backup\":{backup}}}"
    )
}

fn kind(thing: &ThingStatus) -> &'static str {
    match thing.kind {
        Kind::Memory => "memory",
        Kind::Disk => "disk",
    }
}

/// Whether readers may rely on it.
fn state(thing: &ThingStatus) -> &'static str {
    match thing {
        thing if thing.published => "complete",
        thing if thing.writers > 0 => "written",
        _ => "open",
    }
}

fn exactly(size: u64) -> String {
    if size < 1024 { bytes(size) } else { format!("{size} bytes ({})", bytes(size)) }
}
