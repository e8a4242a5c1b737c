// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random datatypes: pack, unpack, copy and external32 against the byte-by-byte oracle. Memory is surrounded
//! by guard bytes, and bytes that a datatype does not name must stay unchanged.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use fastrand::Rng;
use seaway_datatype::{Datatype, Named, external32};
use support::for_seeds;
use support::memory::Memory;
use support::random_datatype::{Limits, random_datatype, random_portable_datatype};
use support::type_map::{Space, TypeMap};

#[test]
fn packing_any_range() {
    for_seeds(4000, |rng| {
        let (datatype, bytes) = random_buffer(rng);
        let memory = Memory::around(rng, &bytes);
        let (start, end) = random_range(rng, bytes.len());
        let expected: Vec<u8> = bytes[start..end].iter().map(|&byte| memory.get(byte)).collect();
        // Canaries behind the packed bytes catch wide stores that overrun.
        let mut packed = vec![0xcc; end - start + 64];
        let into = &mut packed[..end - start];
        datatype.layout().unwrap().pack(memory.source(), start as u64..end as u64, into).unwrap();
        assert_eq!(packed[..end - start], expected, "{start}..{end} of {datatype}");
        assert!(packed[end - start..].iter().all(|&byte| byte == 0xcc), "{datatype}");
    });
}

#[test]
fn unpacking_any_range_touches_nothing_else() {
    for_seeds(4000, |rng| {
        let (datatype, bytes) = random_buffer(rng);
        let mut memory = Memory::around(rng, &bytes);
        let (start, end) = random_range(rng, bytes.len());
        let packed: Vec<u8> = (start..end).map(|_| rng.u8(..)).collect();
        let mut expected = memory.clone();
        for (&byte, &value) in bytes[start..end].iter().zip(&packed) {
            expected.set(byte, value);
        }
        let layout = datatype.layout().unwrap();
        layout.unpack(&packed, start as u64..end as u64, &mut memory.target()).unwrap();
        assert_eq!(memory, expected, "{start}..{end} of {datatype}");
    });
}

#[test]
fn memory_that_is_too_small_is_refused_untouched() {
    for_seeds(500, |rng| {
        let (datatype, bytes) = random_buffer(rng);
        let layout = datatype.layout().unwrap();
        let (Some(low), Some(high)) = (bytes.iter().min(), bytes.iter().max()) else { return };
        let short: Vec<i64> = if rng.bool() { vec![low + 1, *high] } else { vec![*low, high - 1] };
        if short[0] > short[1] {
            return;
        }
        let mut memory = Memory::around(rng, &short);
        let untouched = memory.clone();
        let mut packed = vec![0; bytes.len()];
        let positions = 0..bytes.len() as u64;
        assert!(layout.pack(memory.source(), positions.clone(), &mut packed).is_err());
        assert!(layout.unpack(&packed, positions, &mut memory.target()).is_err());
        assert_eq!(memory, untouched);
    });
}

#[test]
fn copying_between_layouts() {
    for_seeds(4000, |rng| {
        let ((from, from_bytes), (to, to_bytes)) = (random_buffer(rng), random_buffer(rng));
        let source = Memory::around(rng, &from_bytes);
        let mut target = Memory::around(rng, &to_bytes);
        let len = rng.usize(0..=from_bytes.len().min(to_bytes.len()));
        let from_start = rng.usize(0..=from_bytes.len() - len);
        let to_start = rng.usize(0..=to_bytes.len() - len);
        let mut expected = target.clone();
        for index in 0..len {
            expected.set(to_bytes[to_start + index], source.get(from_bytes[from_start + index]));
        }
        let (from_layout, to_layout) = (from.layout().unwrap(), to.layout().unwrap());
        let positions = (from_start as u64, to_start as u64);
        seaway_datatype::copy(
            from_layout,
            source.source(),
            positions.0,
            to_layout,
            &mut target.target(),
            positions.1,
            len as u64,
        )
        .unwrap();
        assert_eq!(target, expected, "{len} bytes from {from_start} of {from} to {to_start} of {to}");
    });
}

#[test]
fn external32_and_back_from_any_element() {
    for_seeds(3000, |rng| {
        let datatype = random_portable_datatype(rng, Limits::SMALL);
        if datatype.layout().unwrap().has_overlap() {
            // Elements that share bytes cannot each hold the value they need.
            return;
        }
        let map = TypeMap::of(&datatype, Space::Native);
        let elements = tiled_elements(&map);
        let bytes = tile(&map.bytes(Space::Native), map.extent());
        let mut memory = Memory::around(rng, &bytes);
        for &(at, named) in &elements {
            fill_with_small_value(rng, &mut memory, at, named);
        }
        let (start, end) = random_range(rng, elements.len());
        let stream: Vec<Vec<u8>> =
            elements[start..end].iter().map(|&(at, named)| expected_external32(&memory, at, named)).collect();
        let expected = stream.concat();
        let mut packed = vec![0; expected.len()];
        external32::pack(&datatype, memory.source(), start as u64..end as u64, &mut packed).unwrap();
        assert_eq!(packed, expected, "{start}..{end} of {datatype}");

        // Cut anywhere: whole elements arrive, their count is right, the rest stays.
        let cut = rng.usize(0..=packed.len());
        let whole = stream.iter().scan(0, |end, element| {
            *end += element.len();
            Some(*end)
        });
        let whole = whole.take_while(|&end| end <= cut).count();
        let mut expected = Memory::around(rng, &bytes);
        let mut back = expected.clone();
        for &(at, named) in &elements[start..start + whole] {
            for byte in at..at + named.size().cast_signed() {
                expected.set(byte, memory.get(byte));
            }
        }
        let count = external32::unpack(&datatype, &packed[..cut], start as u64, &mut back.target()).unwrap();
        assert_eq!(count, whole as u64);
        assert_eq!(back, expected, "{cut} bytes from element {start} of {datatype}");
    });
}

#[test]
fn elements_and_bytes_correspond() {
    for_seeds(2000, |rng| {
        let datatype = random_portable_datatype(rng, Limits::SMALL);
        let elements = tiled_elements(&TypeMap::of(&datatype, Space::Native));
        let (mut native, mut portable) = (0, 0);
        for (index, &(_, named)) in (0_u64..).zip(&elements) {
            assert_eq!(datatype.position_of_element(index), native, "{datatype}");
            assert_eq!(external32::position_of_element(&datatype, index), Ok(portable), "{datatype}");
            let within = rng.u64(0..named.size());
            let count = datatype.elements_in(native + within);
            assert_eq!((count.elements, count.is_exact), (index, within == 0), "{datatype}");
            native += named.size();
            portable += named.external32_size().unwrap();
        }
        assert_eq!(datatype.elements_in(native).elements, elements.len() as u64);
    });
}

/// Instances in a buffer.
const INSTANCES: i64 = 3;

/// A datatype, and the offsets of all bytes of a few instances.
fn random_buffer(rng: &mut Rng) -> (Datatype, Vec<i64>) {
    let datatype = random_datatype(rng, Limits::SMALL);
    let map = TypeMap::of(&datatype, Space::Native);
    let bytes = tile(&map.bytes(Space::Native), map.extent());
    (datatype, bytes)
}

fn random_range(rng: &mut Rng, len: usize) -> (usize, usize) {
    match rng.u32(0..3) {
        0 => (0, len),
        _ => {
            let start = rng.usize(0..=len);
            (start, rng.usize(start..=len))
        }
    }
}

fn tile(one: &[i64], extent: i64) -> Vec<i64> {
    (0..INSTANCES).flat_map(|instance| one.iter().map(move |byte| byte + instance * extent)).collect()
}

fn tiled_elements(map: &TypeMap) -> Vec<(i64, Named)> {
    let instance = |index| map.elements.iter().map(move |&(at, named)| (at + index * map.extent(), named));
    (0..INSTANCES).flat_map(instance).collect()
}

/// A value that fits into any external32 form: bytes above the lowest are zero, unless sizes are equal.
fn fill_with_small_value(rng: &mut Rng, memory: &mut Memory, at: i64, named: Named) {
    let is_resized = named.external32_size() != Some(named.size());
    let is_long_double = is_long_double(named);
    for index in 0..named.size().cast_signed() {
        let keeps_zero = (is_resized && index > 0) || (is_long_double && index % 16 > 1);
        memory.set(at + index, if keeps_zero { 0 } else { rng.u8(..) });
    }
}

/// Byte by byte, with an independent implementation of the conversions.
fn expected_external32(memory: &Memory, at: i64, named: Named) -> Vec<u8> {
    let native: Vec<u8> = (at..at + named.size().cast_signed()).map(|byte| memory.get(byte)).collect();
    let is_complex = named.name().contains("COMPLEX");
    let components = if is_complex { 2 } else { 1 };
    let is_opaque = matches!(named, Named::Byte | Named::Packed | Named::Char | Named::Character);
    let portable = usize::try_from(named.external32_size().unwrap()).unwrap() / components;
    let mut external = Vec::new();
    for component in native.chunks(native.len() / components) {
        if is_long_double(named) {
            // Tiny denormals: their bits stand 49 places higher in binary128.
            let value = u128::from_le_bytes(component.try_into().unwrap());
            external.extend((value << 49).to_be_bytes());
        } else if is_opaque {
            external.extend(component);
        } else {
            external.extend(component[..portable].iter().rev());
        }
    }
    external
}

fn is_long_double(named: Named) -> bool {
    matches!(named, Named::LongDouble | Named::CLongDoubleComplex | Named::CxxLongDoubleComplex)
}
