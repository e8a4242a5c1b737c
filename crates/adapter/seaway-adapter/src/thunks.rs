// SPDX-License-Identifier: MIT OR Apache-2.0
//! C functions that know their own index. The host calls a user's operation or error handler without
//! identifying it, so each gets its own function from a pool, which passes on its meaning.

use std::collections::VecDeque;
use std::ffi::{c_int, c_void};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicPtr, AtomicUsize};
use std::sync::{Mutex, PoisonError};
use std::{mem, ptr};

/// How many functions a pool has.
pub const POOL: usize = 1024;

pub type Operation = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_void, *mut c_void);
pub type Handler = unsafe extern "C" fn(*mut c_void, *mut c_int);
/// Both take four registers at most, so one pool of code serves them. The meaning comes last: the others stay
/// in their registers.
type Dispatch = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_void, *mut c_void, &'static Meaning);

/// What a pool function stands for: the program's function, and a word of data.
#[derive(Debug)]
pub struct Meaning {
    function: AtomicPtr<()>,
    beside: AtomicUsize,
}

impl Meaning {
    const fn nothing() -> Self {
        Self { function: AtomicPtr::new(ptr::null_mut()), beside: AtomicUsize::new(0) }
    }

    #[inline(always)]
    pub fn get(&self) -> (*mut (), usize) {
        (self.function.load(Acquire), self.beside.load(Relaxed))
    }
}

/// Functions of one type, each with its meaning.
#[derive(Debug)]
pub struct Pool {
    dispatch: AtomicPtr<()>,
    meanings: [Meaning; POOL],
    numbers: Mutex<Numbers>,
}

#[derive(Debug)]
struct Numbers {
    /// How many objects use each number: equal meanings share one number.
    users: Vec<u32>,
    /// Released numbers, oldest first: a freed function may still be in use.
    free: VecDeque<usize>,
}

pub static OPERATIONS: Pool = Pool::new();
pub static HANDLERS: Pool = Pool::new();

impl Pool {
    const fn new() -> Self {
        Self {
            dispatch: AtomicPtr::new(ptr::null_mut()),
            meanings: [const { Meaning::nothing() }; POOL],
            numbers: Mutex::new(Numbers { users: Vec::new(), free: VecDeque::new() }),
        }
    }

    /// The function to call with the arguments of the pool function, and its meaning.
    pub fn serve(&self, dispatch: *const ()) {
        self.dispatch.store(dispatch.cast_mut(), Release);
    }

    /// A number for this meaning, or `None` if all are in use.
    pub fn take(&self, function: *mut (), beside: usize) -> Option<usize> {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |number: usize| self.meanings[number].get() == (function, beside);
        let same = (0..numbers.users.len()).find(|&number| numbers.users[number] > 0 && is_same(number));
        if let Some(number) = same {
            numbers.users[number] += 1;
            return Some(number);
        }
        let number = if numbers.users.len() < POOL {
            numbers.users.push(0);
            numbers.users.len() - 1
        } else {
            numbers.free.pop_front()?
        };
        numbers.users[number] = 1;
        self.meanings[number].beside.store(beside, Relaxed);
        self.meanings[number].function.store(function, Release);
        Some(number)
    }

    /// One of the objects that use it was freed.
    pub fn give_back(&self, number: usize) {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.users[number] -= 1;
        if numbers.users[number] == 0 {
            numbers.free.push_back(number);
        }
    }
}

/// The C function of this number that serves operations.
pub fn operation(number: usize) -> Operation {
    OPERATION_CODE[number]
}

/// The C function of this number that serves error handlers.
pub fn handler(number: usize) -> Handler {
    // SAFETY: it takes more arguments than it gets, and does not read those that it did not get.
    unsafe { mem::transmute::<Operation, Handler>(HANDLER_CODE[number]) }
}

unsafe extern "C" fn operation_code<const NUMBER: usize>(
    first: *mut c_void,
    second: *mut c_void,
    third: *mut c_void,
    fourth: *mut c_void,
) {
    // SAFETY: set before any function of the pool was handed out; the arguments are passed on unchanged.
    unsafe {
        let dispatch: Dispatch = mem::transmute(OPERATIONS.dispatch.load(Relaxed));
        dispatch(first, second, third, fourth, &OPERATIONS.meanings[NUMBER]);
    }
}

unsafe extern "C" fn handler_code<const NUMBER: usize>(
    first: *mut c_void,
    second: *mut c_void,
    third: *mut c_void,
    fourth: *mut c_void,
) {
    // SAFETY: as above.
    unsafe {
        let dispatch: Dispatch = mem::transmute(HANDLERS.dispatch.load(Relaxed));
        dispatch(first, second, third, fourth, &HANDLERS.meanings[NUMBER]);
    }
}

/// An array of the instances of a function, sixteen for each row.
#[doc(hidden)]
#[macro_export]
macro_rules! sixteen_each {
    ($code:ident as $type:ty: $($row:literal)*) => {
        [$(
            $code::<{ $row * 16 }> as $type, $code::<{ $row * 16 + 1 }> as $type,
            $code::<{ $row * 16 + 2 }> as $type, $code::<{ $row * 16 + 3 }> as $type,
            $code::<{ $row * 16 + 4 }> as $type, $code::<{ $row * 16 + 5 }> as $type,
            $code::<{ $row * 16 + 6 }> as $type, $code::<{ $row * 16 + 7 }> as $type,
            $code::<{ $row * 16 + 8 }> as $type, $code::<{ $row * 16 + 9 }> as $type,
            $code::<{ $row * 16 + 10 }> as $type, $code::<{ $row * 16 + 11 }> as $type,
            $code::<{ $row * 16 + 12 }> as $type, $code::<{ $row * 16 + 13 }> as $type,
            $code::<{ $row * 16 + 14 }> as $type, $code::<{ $row * 16 + 15 }> as $type,
        )*]
    };
}

macro_rules! pool {
    ($code:ident) => {
        sixteen_each!($code as Operation: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63)
    };
}

static OPERATION_CODE: [Operation; POOL] = pool!(operation_code);
static HANDLER_CODE: [Operation; POOL] = pool!(handler_code);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_meaning_has_one_number() {
        static OWN: Pool = Pool::new();
        let function = |address: usize| ptr::without_provenance_mut(address);
        let first = OWN.take(function(1), 0).unwrap();
        assert_eq!(OWN.take(function(1), 0), Some(first));
        let other = OWN.take(function(1), 1).unwrap();
        assert_ne!(other, first);
        OWN.give_back(first);
        assert_eq!(OWN.take(function(1), 0), Some(first));
        for address in 2..POOL {
            assert!(OWN.take(function(address), 0).is_some());
        }
        assert_eq!(OWN.take(function(POOL), 0), None);
        OWN.give_back(other);
        assert_eq!(OWN.take(function(POOL), 0), Some(other));
        assert_eq!(OWN.meanings[first].get().0, function(1));
    }
}
