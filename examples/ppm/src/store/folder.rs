// SPDX-License-Identifier: MIT OR Apache-2.0
//! Objects as files in a folder, for grids larger than memory. A few threads read and write, so that workers compute
//! meanwhile.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::{Block, Fences, PillarStore, StoreError, StoreResult, Transfer, Writer};

/// Enough to keep a disk busy while one of them waits for it.
const THREADS: usize = 4;

#[derive(Debug)]
pub struct FolderStore {
    folder: PathBuf,
    fences: Arc<Fences>,
    /// Taken when the store is dropped, which ends the threads.
    jobs: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

struct Job {
    run: Box<dyn FnOnce() -> StoreResult<Block> + Send>,
    result: Sender<StoreResult<Block>>,
}

impl FolderStore {
    /// Creates the folder if it is missing.
    pub fn open(folder: &Path) -> StoreResult<Self> {
        fs::create_dir_all(folder).map_err(failure("create folder", folder))?;
        let (jobs, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let threads = (0..THREADS)
            .map(|_| {
                let queue = Arc::clone(&queue);
                std::thread::spawn(move || serve(&queue))
            })
            .collect();
        Ok(Self { folder: folder.to_owned(), fences: Arc::default(), jobs: Some(jobs), threads })
    }

    fn start(&self, run: impl FnOnce() -> StoreResult<Block> + Send + 'static) -> Box<dyn Transfer> {
        let (result, outcome) = channel();
        if let Some(jobs) = &self.jobs {
            // If the threads are gone, so is the job, and with it the sender of its result: `wait` says so.
            let _ = jobs.send(Job { run: Box::new(run), result });
        }
        Box::new(InProgress(outcome))
    }
}

fn serve(queue: &Mutex<Receiver<Job>>) {
    loop {
        // Taken in a statement of its own, so that the lock is not held while the job runs.
        let job = queue.lock().expect("no one panics while taking a job").recv();
        let Ok(job) = job else { return };
        // A caller that no longer waits does not need the result.
        let _ = job.result.send((job.run)());
    }
}

struct InProgress(Receiver<StoreResult<Block>>);

impl Transfer for InProgress {
    fn wait(self: Box<Self>) -> StoreResult<Block> {
        self.0.recv().unwrap_or(Err(StoreError::Stopped))
    }
}

impl PillarStore for FolderStore {
    fn start_read(&self, name: &str, block: Block) -> Box<dyn Transfer> {
        let path = self.folder.join(name);
        self.start(move || read(&path, block))
    }

    fn start_write(&self, name: &str, block: Block, writer: Writer) -> Box<dyn Transfer> {
        let (path, name, fences) = (self.folder.join(name), name.to_owned(), Arc::clone(&self.fences));
        self.start(move || fences.write(&name, writer, || write(&path, block)))
    }

    fn fence(&self, newest: Writer) {
        self.fences.raise(newest);
    }

    fn size(&self, name: &str) -> StoreResult<Option<usize>> {
        let path = self.folder.join(name);
        match fs::metadata(&path) {
            Ok(metadata) => Ok(Some(doubles(metadata.len()))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failure("look up", &path)(error)),
        }
    }
}

impl Drop for FolderStore {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn read(path: &Path, mut block: Block) -> StoreResult<Block> {
    let file = File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => StoreError::NoSuchObject(path.display().to_string()),
        _ => failure("open", path)(error),
    })?;
    let found = doubles(file.metadata().map_err(failure("look up", path))?.len());
    if found != block.len() {
        let (name, expected) = (path.display().to_string(), block.len());
        return Err(StoreError::WrongSize { name, found, expected });
    }
    file.read_exact_at(bytemuck::cast_slice_mut(&mut block), 0).map_err(failure("read", path))?;
    Ok(block)
}

fn write(path: &Path, block: Block) -> StoreResult<Block> {
    // Not truncated: an object is rewritten in place with the same size, which keeps its blocks on disk.
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    let file = file.map_err(failure("open", path))?;
    let bytes: &[u8] = bytemuck::cast_slice(&block);
    file.write_all_at(bytes, 0).map_err(failure("write", path))?;
    file.set_len(bytes.len() as u64).map_err(failure("write", path))?;
    Ok(block)
}

fn doubles(bytes: u64) -> usize {
    usize::try_from(bytes).expect("a file of this program fits the address space") / size_of::<f64>()
}

fn failure(operation: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.display().to_string();
    move |source| StoreError::Io { operation, path, source }
}
