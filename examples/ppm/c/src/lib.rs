// SPDX-License-Identifier: MIT OR Apache-2.0
//! The kernel as C functions, which Fortran calls through `bind(c)`. `ppm_kernel.h` says what they do.

use std::panic::catch_unwind;
use std::{ptr, slice};

use ppm_kernel::{
    Boundaries, Boundary, DOUBLE_STEP, Gas, HALO, PillarShape, SWEEP_HALO, Strip, Summary, summarize,
    sweep_pillar,
};

const OK: i32 = 0;
const NULL_POINTER: i32 = 1;
const BAD_BOUNDARY: i32 = 2;
const BAD_NUMBER: i32 = 3;

/// Larger pillars would not fit the memory of any machine, and their sizes would overflow.
const LARGEST_SIDE: i64 = 1 << 20;

#[derive(Debug)]
pub struct Workspace {
    shape: PillarShape,
    strip: Strip,
}

#[unsafe(no_mangle)]
pub extern "C" fn ppm_workspace_create(nx: i64, ny: i64, nz: i64) -> *mut Workspace {
    let Some(shape) = shape_of(nx, ny, nz) else { return ptr::null_mut() };
    let create = || Box::into_raw(Box::new(Workspace { shape, strip: shape.strip() }));
    catch_unwind(create).unwrap_or(ptr::null_mut())
}

/// # Safety
/// `workspace` is null, or came from `ppm_workspace_create` and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ppm_workspace_destroy(workspace: *mut Workspace) {
    if !workspace.is_null() {
        // SAFETY: the caller gives back what `ppm_workspace_create` made.
        drop(unsafe { Box::from_raw(workspace) });
    }
}

/// # Safety
/// `workspace` came from `ppm_workspace_create`; the other pointers are null or point to as many values as `ppm_kernel.h`
/// says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ppm_double_step(
    workspace: *mut Workspace,
    zones: *mut f64,
    boundaries: *const i32,
    gamma: f64,
    ratio: f64,
    speed: *mut f64,
) -> i32 {
    if workspace.is_null() || zones.is_null() || boundaries.is_null() || speed.is_null() {
        return NULL_POINTER;
    }
    // SAFETY: the caller passes a workspace that no other thread uses.
    let workspace = unsafe { &mut *workspace };
    // SAFETY: the caller passes six numbers.
    let Some(boundaries) = boundaries_of(unsafe { slice::from_raw_parts(boundaries, 6) }) else {
        return BAD_BOUNDARY;
    };
    if !(is_gamma(gamma) && ratio > 0.0 && ratio.is_finite()) {
        return BAD_NUMBER;
    }
    // SAFETY: the caller passes an array of the workspace's shape.
    let zones = unsafe { slice::from_raw_parts_mut(zones, workspace.shape.values_with_halo()) };
    let (shape, strip, gas) = (&workspace.shape, &mut workspace.strip, Gas { gamma });
    for sweep in &DOUBLE_STEP {
        sweep_pillar(zones, shape, sweep, &boundaries, &gas, ratio, strip);
    }
    let summary = summarize(zones, shape, &gas);
    // SAFETY: the caller passes a place for one number.
    unsafe { speed.write(summary.speed) };
    status_of(&summary)
}

/// # Safety
/// As for `ppm_double_step`; `totals` is null or points to `FIELDS` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ppm_summarize(
    workspace: *const Workspace,
    zones: *const f64,
    gamma: f64,
    speed: *mut f64,
    totals: *mut f64,
) -> i32 {
    if workspace.is_null() || zones.is_null() || speed.is_null() || totals.is_null() {
        return NULL_POINTER;
    }
    if !is_gamma(gamma) {
        return BAD_NUMBER;
    }
    // SAFETY: the caller passes a workspace that nobody changes meanwhile.
    let shape = unsafe { &(*workspace).shape };
    // SAFETY: the caller passes an array of the workspace's shape.
    let zones = unsafe { slice::from_raw_parts(zones, shape.values_with_halo()) };
    let summary = summarize(zones, shape, &Gas { gamma });
    // SAFETY: the caller passes a place for one number, and one for the sums.
    unsafe {
        speed.write(summary.speed);
        ptr::copy_nonoverlapping(summary.totals.as_ptr(), totals, summary.totals.len());
    }
    status_of(&summary)
}

fn is_gamma(gamma: f64) -> bool {
    gamma > 1.0 && gamma < 10.0
}

fn status_of(summary: &Summary) -> i32 {
    if summary.totals.iter().all(|total| total.is_finite()) { OK } else { BAD_NUMBER }
}

fn shape_of(nx: i64, ny: i64, nz: i64) -> Option<PillarShape> {
    let side = |zones: i64, least: usize| {
        let zones = usize::try_from(zones).ok().filter(|_| zones <= LARGEST_SIDE)?;
        (zones >= least).then_some(zones)
    };
    Some(PillarShape { x: side(nx, HALO)?, y: side(ny, HALO)?, z: side(nz, SWEEP_HALO)? })
}

fn boundaries_of(codes: &[i32]) -> Option<Boundaries> {
    let mut boundaries = Boundaries::all(Boundary::Outflow);
    for (index, code) in codes.iter().enumerate() {
        let (axis, high) = (index / 2, index % 2 == 1);
        let boundary = match code {
            0 if axis < 2 => Boundary::Neighbour,
            1 if axis == 2 => Boundary::Periodic,
            2 => Boundary::Outflow,
            3 => Boundary::Reflecting,
            _ => return None,
        };
        let side = if high { &mut boundaries.high[axis] } else { &mut boundaries.low[axis] };
        *side = boundary;
    }
    Some(boundaries)
}

#[cfg(test)]
mod tests {
    use ppm_kernel::{FIELDS, Primitive};

    use super::*;

    const WALLS: [i32; 6] = [3; 6];

    fn array(shape: &PillarShape) -> Vec<f64> {
        let mut zones = vec![0.0; shape.values_with_halo()];
        for z in 0..shape.z {
            for y in 0..shape.y + 2 * HALO {
                for x in 0..shape.x + 2 * HALO {
                    let pressure = if x + y + z < 24 { 10.0 } else { 1.0 };
                    let zone = Primitive { density: 1.0, velocity: [0.1, 0.2, 0.3], pressure };
                    let state: [f64; FIELDS] = Gas { gamma: 1.4 }.conserved(&zone);
                    for (field, value) in state.into_iter().enumerate() {
                        zones[shape.index(field, x, y, z)] = value;
                    }
                }
            }
        }
        zones
    }

    #[test]
    fn double_step_is_that_of_the_kernel() {
        let shape = PillarShape { x: 16, y: 8, z: 8 };
        let (mut by_c, mut by_rust) = (array(&shape), array(&shape));
        let workspace = ppm_workspace_create(16, 8, 8);
        let mut speed = 0.0;
        // SAFETY: all pointers are of this function, with the sizes that the header asks for.
        let status =
            unsafe { ppm_double_step(workspace, by_c.as_mut_ptr(), WALLS.as_ptr(), 1.4, 0.1, &mut speed) };
        assert_eq!(status, OK);
        let mut strip = shape.strip();
        let (boundaries, gas) = (Boundaries::all(Boundary::Reflecting), Gas { gamma: 1.4 });
        for sweep in &DOUBLE_STEP {
            sweep_pillar(&mut by_rust, &shape, sweep, &boundaries, &gas, 0.1, &mut strip);
        }
        assert_eq!(by_c, by_rust);
        let summary = summarize(&by_rust, &shape, &gas);
        assert_eq!(speed, summary.speed);
        let (mut again, mut totals) = (0.0, [0.0; FIELDS]);
        // SAFETY: as above.
        let status = unsafe { ppm_summarize(workspace, by_c.as_ptr(), 1.4, &mut again, totals.as_mut_ptr()) };
        assert_eq!((status, again, totals), (OK, summary.speed, summary.totals));
        // SAFETY: made above, not used below.
        unsafe { ppm_workspace_destroy(workspace) };
    }

    #[test]
    fn bad_arguments_are_codes() {
        for (nx, ny, nz) in [(7, 8, 8), (8, -1, 8), (8, 8, 3), (8, 8, i64::MAX)] {
            assert!(ppm_workspace_create(nx, ny, nz).is_null(), "{nx} {ny} {nz}");
        }
        let workspace = ppm_workspace_create(8, 8, 4);
        let mut zones = array(&PillarShape { x: 8, y: 8, z: 4 });
        let mut speed = 0.0;
        let mut check = |zones: *mut f64, boundaries: [i32; 6], gamma, ratio, expected| {
            // SAFETY: as above; null where the test says so.
            let status =
                unsafe { ppm_double_step(workspace, zones, boundaries.as_ptr(), gamma, ratio, &mut speed) };
            assert_eq!(status, expected, "{boundaries:?} {gamma} {ratio}");
        };
        check(ptr::null_mut(), WALLS, 1.4, 0.1, NULL_POINTER);
        let zones = zones.as_mut_ptr();
        check(zones, [4; 6], 1.4, 0.1, BAD_BOUNDARY);
        check(zones, [1, 1, 2, 2, 2, 2], 1.4, 0.1, BAD_BOUNDARY);
        check(zones, [2, 2, 2, 2, 0, 0], 1.4, 0.1, BAD_BOUNDARY);
        check(zones, WALLS, 1.0, 0.1, BAD_NUMBER);
        check(zones, WALLS, 1.4, f64::NAN, BAD_NUMBER);
        // SAFETY: as above.
        let status = unsafe { ppm_summarize(workspace, zones, 1.4, &mut speed, ptr::null_mut()) };
        assert_eq!(status, NULL_POINTER);
        // SAFETY: made above, not used below.
        unsafe { ppm_workspace_destroy(workspace) };
    }
}
