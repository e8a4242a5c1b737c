// SPDX-License-Identifier: MIT OR Apache-2.0
//! Communicators opened, duplicated, closed and freed in every order that programs may choose.

use std::sync::Arc;

use seaway_engine::Communicator;
use seaway_mpi_host::abi::Comm;
use seaway_mpi_host::communicator::HostCommunicator;
use seaway_mpi_host::{Abi, Host};

use super::everything;

pub(super) fn run<A: Abi>(host: &'static Host<A>) {
    again_and_again(host);
    many_at_once(host);
    freed_while_in_use(host);
    of_some_ranks(host);
    // Left open when MPI is finalised.
    std::mem::forget(open(host, host.known.comm_world));
}

fn open<A: Abi>(host: &'static Host<A>, comm: Comm<A>) -> Arc<dyn Communicator> {
    HostCommunicator::open(host, comm).unwrap()
}

fn again_and_again<A: Abi>(host: &'static Host<A>) {
    for _ in 0..200 {
        let first = open(host, host.known.comm_world);
        let file = first.duplicate().unwrap();
        drop(first);
        meet(&*file);
    }
}

/// Closed in another order than opened, and used again; each has its own counter.
fn many_at_once<A: Abi>(host: &'static Host<A>) {
    let mut many: Vec<_> = (0..20).map(|_| open(host, host.known.comm_world)).collect();
    let counters: Vec<_> = many.iter().map(|one| one.shared_counter().unwrap()).collect();
    for (counter, number) in counters.iter().zip(0..) {
        counter.fetch_add(number).unwrap();
    }
    many.iter().for_each(|one| meet(&**one));
    for ((one, counter), number) in many.iter().zip(&counters).zip(0..) {
        assert_eq!(counter.load().unwrap(), number * one.size() as u64);
    }
    drop(counters);
    let mut kept = Vec::new();
    for (one, number) in many.drain(..).zip(0..) {
        if number % 3 == 0 {
            kept.push(one);
        }
    }
    let again: Vec<_> = (0..20).map(|_| open(host, host.known.comm_world)).collect();
    kept.iter().chain(&again).rev().for_each(|one| meet(&**one));
    assert_eq!(again[0].shared_counter().unwrap().load().unwrap(), 0);
}

/// MPI lets a program free its communicator as soon as the file is open.
fn freed_while_in_use<A: Abi>(host: &'static Host<A>) {
    let mut open_files = Vec::new();
    for _ in 0..5 {
        let mut comm = duplicate(host, host.known.comm_world);
        let first = open(host, comm);
        open_files.push(open(host, comm));
        meet(&*first);
        // A duplicate by the program has none of our attributes.
        let mut other = duplicate(host, comm);
        meet(&*open(host, other));
        free(host, &mut comm);
        meet(&*first);
        free(host, &mut other);
    }
    everything::run(&*open_files[2]);
    open_files.iter().for_each(|file| meet(&**file));
}

/// Each of two communicators has its own ranks, in its own order.
fn of_some_ranks<A: Abi>(host: &'static Host<A>) {
    let world = open(host, host.known.comm_world);
    let (rank, size) = (i32::try_from(world.rank()).unwrap(), i32::try_from(world.size()).unwrap());
    let mut comm = host.known.comm_null;
    // SAFETY: a valid communicator, and a pointer for the new one.
    unsafe { (host.functions.comm_split)(host.known.comm_world, rank % 2, size - rank, &raw mut comm) };
    let part = open(host, comm);
    everything::run(&*part);
    let mut all = vec![0; part.size()];
    part.all_gather_words(&[world.rank() as u64], &mut all).unwrap();
    assert!(all.is_sorted_by(|one, next| one > next), "{all:?}");
    drop(part);
    free(host, &mut comm);
    meet(&*world);
}

fn meet(communicator: &dyn Communicator) {
    let mut all = vec![0; communicator.size()];
    communicator.all_gather_words(&[communicator.rank() as u64], &mut all).unwrap();
    assert_eq!(all, (0..communicator.size() as u64).collect::<Vec<_>>());
}

fn duplicate<A: Abi>(host: &'static Host<A>, comm: Comm<A>) -> Comm<A> {
    let mut duplicate = host.known.comm_null;
    // SAFETY: a valid communicator, and a pointer for the new one.
    assert_eq!(unsafe { (host.functions.comm_dup)(comm, &raw mut duplicate) }, 0);
    duplicate
}

fn free<A: Abi>(host: &'static Host<A>, comm: &mut Comm<A>) {
    // SAFETY: a communicator that is not used afterwards.
    assert_eq!(unsafe { (host.functions.comm_free)(comm) }, 0);
}
