// SPDX-License-Identifier: MIT OR Apache-2.0
//! A strip: `LANES` parallel lines of zones, which one sweep updates together, and the arrays it needs on the way.
//!
//! Zone `j` of line `l` is element `j * LANES + l` of each array. A neighbour along the sweep is `LANES` elements away, so
//! every stage is a flat loop over neighbouring elements, which compilers vectorise. All arrays are allocated once.

use crate::FIELDS;

/// Lines in a strip: one register of the widest vectors that are common.
pub const LANES: usize = 8;

/// A quantity at all zones or faces of a strip.
pub(crate) type Row = Vec<f64>;

#[derive(Debug)]
pub struct Strip {
    /// Density, momentum along the sweep, the two momenta across, energy.
    pub conserved: [Row; FIELDS],
    pub(crate) zones: usize,
    pub(crate) gas: ZoneRows,
    pub(crate) shock: Row,
    pub(crate) flatness: Row,
    pub(crate) slope: Row,
    pub(crate) face: Row,
    pub(crate) steepened: Edges,
    /// Parabolae of density, the three velocities and pressure.
    pub(crate) edges: [Edges; FIELDS],
    pub(crate) from_left: StateRows,
    pub(crate) from_right: StateRows,
    pub(crate) star_pressure: Row,
    pub(crate) star_velocity: Row,
    pub(crate) at_face: StateRows,
    pub(crate) flux: [Row; FIELDS],
}

/// Zone averages.
#[derive(Debug)]
pub(crate) struct ZoneRows {
    pub(crate) density: Row,
    pub(crate) velocity: Row,
    pub(crate) across: [Row; 2],
    pub(crate) pressure: Row,
    pub(crate) sound: Row,
}

/// States on one side of each face. Where they belong to a zone, they are stored under the zone's number.
#[derive(Debug)]
pub(crate) struct StateRows {
    pub(crate) density: Row,
    pub(crate) velocity: Row,
    pub(crate) pressure: Row,
    pub(crate) across: [Row; 2],
}

/// Values of a parabola at the edges of its zone.
#[derive(Debug)]
pub(crate) struct Edges {
    pub(crate) left: Row,
    pub(crate) right: Row,
}

impl Strip {
    /// For lines of at most `capacity` zones, with what lies beyond the zones to update.
    pub fn with_capacity(capacity: usize) -> Self {
        let row = || vec![0.0; capacity * LANES];
        let edges = || Edges { left: row(), right: row() };
        let states =
            || StateRows { density: row(), velocity: row(), pressure: row(), across: [row(), row()] };
        Self {
            conserved: [row(), row(), row(), row(), row()],
            zones: capacity,
            gas: ZoneRows {
                density: row(),
                velocity: row(),
                across: [row(), row()],
                pressure: row(),
                sound: row(),
            },
            shock: row(),
            flatness: row(),
            slope: row(),
            face: row(),
            steepened: edges(),
            edges: [edges(), edges(), edges(), edges(), edges()],
            from_left: states(),
            from_right: states(),
            star_pressure: row(),
            star_velocity: row(),
            at_face: states(),
            flux: [row(), row(), row(), row(), row()],
        }
    }

    pub fn capacity(&self) -> usize {
        self.shock.len() / LANES
    }

    /// Says how long the lines are that the next sweep updates.
    pub fn set_zones(&mut self, zones: usize) {
        assert!(zones <= self.capacity(), "a strip of {} zones cannot hold {zones}", self.capacity());
        self.zones = zones;
    }
}

/// The elements of zones `first..first + zones`.
#[inline(always)]
pub(crate) fn rows(row: &[f64], first: usize, zones: usize) -> &[f64] {
    &row[first * LANES..][..zones * LANES]
}

#[inline(always)]
pub(crate) fn rows_mut(row: &mut [f64], first: usize, zones: usize) -> &mut [f64] {
    &mut row[first * LANES..][..zones * LANES]
}
