// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arrays of one kind of element between memory and external32.

use super::long_double;
use crate::named::{Meaning, Named};

/// Converts whole elements; both slices hold the same number. Fails with the index of the first element whose value
/// does not fit.
pub(super) fn to_external32(named: Named, native: &[u8], external: &mut [u8]) -> Result<(), u64> {
    let (from, to) = (named.native_component(), named.external32_component());
    let convert = match (named.meaning(), from, to) {
        (Meaning::LongDouble, ..) => {
            for (from, to) in native.as_chunks::<16>().0.iter().zip(external.as_chunks_mut::<16>().0) {
                *to = long_double::to_binary128(*from);
            }
            return Ok(());
        }
        (_, from, to) if from == to => {
            swap(from, native, external);
            return Ok(());
        }
        (Meaning::Signed, 8, 4) => narrow::<8, 4>(native, external, |value| {
            i32::try_from(i64::from_ne_bytes(value)).ok().map(i32::to_be_bytes)
        }),
        (Meaning::Unsigned, 8, 4) => narrow::<8, 4>(native, external, |value| {
            u32::try_from(u64::from_ne_bytes(value)).ok().map(u32::to_be_bytes)
        }),
        // The last pair of sizes in the table of named types: wchar_t.
        _ => narrow::<4, 2>(native, external, |value| {
            u16::try_from(u32::from_ne_bytes(value)).ok().map(u16::to_be_bytes)
        }),
    };
    convert.map_err(|component| component / named.components() as u64)
}

/// Converts whole elements back; every external32 value fits into memory.
pub(super) fn from_external32(named: Named, external: &[u8], native: &mut [u8]) {
    let (to, from) = (named.native_component(), named.external32_component());
    match (named.meaning(), from, to) {
        (Meaning::LongDouble, ..) => {
            for (from, to) in external.as_chunks::<16>().0.iter().zip(native.as_chunks_mut::<16>().0) {
                *to = long_double::from_binary128(*from);
            }
        }
        (_, from, to) if from == to => swap(from, external, native),
        (Meaning::Signed, 4, 8) => {
            widen::<4, 8>(external, native, |value| i64::from(i32::from_be_bytes(value)).to_ne_bytes());
        }
        (Meaning::Unsigned, 4, 8) => {
            widen::<4, 8>(external, native, |value| u64::from(u32::from_be_bytes(value)).to_ne_bytes());
        }
        _ => widen::<2, 4>(external, native, |value| u32::from(u16::from_be_bytes(value)).to_ne_bytes()),
    }
}

/// Native to big-endian or back, for components of `size` bytes.
fn swap(size: usize, from: &[u8], to: &mut [u8]) {
    match size {
        2 => widen::<2, 2>(from, to, |value| u16::from_ne_bytes(value).to_be_bytes()),
        4 => widen::<4, 4>(from, to, |value| u32::from_ne_bytes(value).to_be_bytes()),
        8 => widen::<8, 8>(from, to, |value| u64::from_ne_bytes(value).to_be_bytes()),
        16 => widen::<16, 16>(from, to, |value| u128::from_ne_bytes(value).to_be_bytes()),
        _ => to.copy_from_slice(from),
    }
}

fn widen<const FROM: usize, const TO: usize>(
    from: &[u8],
    to: &mut [u8],
    convert: impl Fn([u8; FROM]) -> [u8; TO],
) {
    for (from, to) in from.as_chunks::<FROM>().0.iter().zip(to.as_chunks_mut::<TO>().0) {
        *to = convert(*from);
    }
}

/// Fails with the index of the first value that does not fit.
fn narrow<const FROM: usize, const TO: usize>(
    from: &[u8],
    to: &mut [u8],
    convert: impl Fn([u8; FROM]) -> Option<[u8; TO]>,
) -> Result<(), u64> {
    for (index, (from, to)) in
        (0_u64..).zip(from.as_chunks::<FROM>().0.iter().zip(to.as_chunks_mut::<TO>().0))
    {
        *to = convert(*from).ok_or(index)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_comes_back() {
        for &named in Named::ALL.iter().filter(|named| named.parts().is_none()) {
            // Small values fit into every representation; x86 long doubles are then denormal, and convert
            // exactly too.
            let size = usize::try_from(named.size()).unwrap();
            let external_size = usize::try_from(named.external32_size().unwrap()).unwrap();
            let mut native = vec![0_u8; 3 * size];
            for component in native.chunks_mut(named.native_component()) {
                component[0] = 7;
            }
            let mut external = vec![0; 3 * external_size];
            let mut back = vec![0xee; 3 * size];
            assert_eq!(to_external32(named, &native, &mut external), Ok(()));
            from_external32(named, &external, &mut back);
            assert_eq!(back, native, "{named:?}");
        }
    }

    #[test]
    fn complex_numbers_swap_by_component() {
        let native: Vec<u8> = [1.5_f32, -2.0].iter().flat_map(|value| value.to_ne_bytes()).collect();
        let mut external = [0; 8];
        to_external32(Named::CFloatComplex, &native, &mut external).unwrap();
        assert_eq!(external[..4], 1.5_f32.to_be_bytes());
        assert_eq!(external[4..], (-2.0_f32).to_be_bytes());
    }
}
