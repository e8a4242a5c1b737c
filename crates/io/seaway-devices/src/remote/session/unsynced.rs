// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Unsynced`]: writes that the daemon has acknowledged and that are not durable yet, with their bytes. They
//! are copied once, while they are sent, when they are in the processor's cache anyway.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use super::super::memory::WriteMemory;
use super::state::Request;
use super::task::Task;

/// Buffers that are reused for later writes: touching new memory costs as much as the copy.
const SPARE: usize = 4;
const SPARE_BYTES: usize = 16 << 20;

#[derive(Debug, Default)]
pub(super) struct Unsynced {
    tasks: BTreeMap<u64, Task>,
    spare: Vec<Vec<u8>>,
}

impl Unsynced {
    /// An empty buffer.
    pub(super) fn buffer(&mut self) -> Vec<u8> {
        self.spare.pop().unwrap_or_default()
    }

    /// Request `id` was acknowledged. Its memory is still valid: its completion has not been reported yet.
    pub(super) fn keep(&mut self, id: u64, request: &Request) {
        let task = match &request.task {
            Task::Write { file, place, memory } => {
                let memory = match (memory, &request.copy) {
                    (WriteMemory::Owned(_), _) => memory.clone(),
                    (WriteMemory::Lent(part), copy) => {
                        let copy = copy.as_ref().map(|copy| {
                            std::mem::take(&mut *copy.lock().unwrap_or_else(PoisonError::into_inner))
                        });
                        let mut copy = copy.unwrap_or_default();
                        // All of it was copied when it was sent, unless there was no memory for it then.
                        copy_rest(memory, part.len(), &mut copy);
                        WriteMemory::Owned(Arc::new(vec![copy]))
                    }
                };
                Task::Write { file: *file, place: place.clone(), memory }
            }
            Task::Ask { file, question } => Task::Ask { file: *file, question: *question },
            _ => return,
        };
        self.tasks.insert(id, task);
    }

    pub(super) fn get(&self, id: u64) -> Option<&Task> {
        self.tasks.get(&id)
    }

    pub(super) fn take(&mut self, id: u64) -> Option<Task> {
        self.tasks.remove(&id)
    }

    pub(super) fn release(&mut self, ids: &[u64]) {
        for id in ids {
            if let Some(Task::Write { memory: WriteMemory::Owned(pieces), .. }) = self.tasks.remove(id)
                && let Some(pieces) = Arc::into_inner(pieces)
                && let Ok([mut buffer]) = <[Vec<u8>; 1]>::try_from(pieces)
                && self.spare.len() < SPARE
                && buffer.capacity() <= SPARE_BYTES
            {
                buffer.clear();
                self.spare.push(buffer);
            }
        }
    }
}

/// Appends to `copy` what it lacks of the first `len` bytes of `memory`.
pub(super) fn copy_rest(memory: &WriteMemory, len: u64, copy: &mut Vec<u8>) {
    let (mut cursor, has) = (memory.start(), copy.len() as u64);
    memory.skip(&mut cursor, has);
    if has < len {
        memory.next(&mut cursor, len - has).iter().for_each(|slice| copy.extend_from_slice(slice));
    }
}
