// SPDX-License-Identifier: MIT OR Apache-2.0
//! Following a thing with two copies whose home does not answer any more.

use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::{OpenFlags, Operation, Result};
use seaway_messages::{HomeAddress, ThingKind};

use super::far_file::{FarFile, FarOpened};
use super::file::{Door, HereOrFar, HomeOpening, NewThing, ThingFile};
use super::home_connection::HomeConnection;
use super::options::SpaceOptions;

/// Before a home that does not answer is tried again, at first, and how often it is asked whether there is another.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A home that does not answer.
#[derive(Debug)]
pub(super) struct Lost {
    until: Instant,
    pause: Duration,
}

impl Lost {
    pub(super) fn new(timeout: Duration) -> Self {
        Self { until: Instant::now() + timeout, pause: FIRST_PAUSE }
    }

    /// When the same home is tried again: it may be slow, and then needs ever more time.
    fn next_try(&mut self) -> Instant {
        let again = Instant::now() + self.pause;
        self.pause *= 2;
        again
    }
}

impl Door {
    /// Opens it at a home that may be this node.
    fn find_far(&self, home: HomeAddress, follows: bool, new: NewThing) -> Result<HomeOpening> {
        let connection = HomeConnection::shared(&self.options.space, &home, self.options.timeout)?;
        match FarFile::open(&connection, &self.name, self.flags, self.further(follows), new)? {
            FarOpened::Here { file, created, status } => Ok((HereOrFar::Far(file), created, status)),
            FarOpened::Elsewhere(_) => Err(connection.gone(Operation::Open)),
        }
    }
}

impl ThingFile {
    /// Its home does not answer: waits until its second copy has taken over, or it is time to try the same home once more. False:
    /// it takes too long.
    pub(super) fn find_again(&self, from: &Arc<HereOrFar>, lost: &mut Lost) -> bool {
        let _one = self.following.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(from, &self.place()) {
            return true;
        }
        let epoch = match &**from {
            HereOrFar::Here(_) => 0,
            HereOrFar::Far(far) => far.epoch(),
        };
        let flags = self.door.flags - (OpenFlags::CREATE | OpenFlags::EXCLUSIVE);
        let options = SpaceOptions { home: None, ..self.door.options.clone() };
        let door = Door { flags, options, ..self.door.clone() };
        let new = NewThing { kind: ThingKind::Memory, size: 0 };
        let again = lost.next_try();
        while Instant::now() < lost.until {
            // The node's agent knows from the registry, without asking the home.
            if let Ok(Err((home, known))) = door.open_here(true, new)
                && known.epoch > epoch
                && let Ok((place, _, status)) = door.find_far(home, true, new)
            {
                if status.created != self.created {
                    return false;
                }
                *self.place.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(place);
                if let HereOrFar::Far(far) = &**from {
                    far.forget();
                }
                return true;
            }
            if Instant::now() >= again {
                return true;
            }
            thread::sleep(LOOK_EVERY);
        }
        false
    }
}
