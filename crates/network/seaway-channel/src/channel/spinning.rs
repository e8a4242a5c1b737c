// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Spinning`]: polls for a short time before a thread sleeps. Waking a thread takes longer than a short answer does. It is
//! given up where answers take longer than that, and taken up again when one would have come in time.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Threads of this process that spin now.
static SPINNERS: AtomicUsize = AtomicUsize::new(0);

#[derive(Debug, Default)]
pub(super) struct Spinning {
    /// Nanoseconds. 0: never.
    most: AtomicU64,
    in_vain: AtomicBool,
}

/// The place of a thread that spins.
struct Spinner;

impl Spinning {
    pub(super) fn set(&self, most: Duration) {
        self.most.store(u64::try_from(most.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        self.in_vain.store(false, Ordering::Relaxed);
    }

    /// Repeats `attempt` for a while. `None`: it is time to sleep.
    pub(super) fn spin<T>(
        &self,
        mut attempt: impl FnMut() -> io::Result<Option<T>>,
    ) -> io::Result<Option<T>> {
        let most = self.most.load(Ordering::Relaxed);
        if most == 0 || self.in_vain.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(_place) = Spinner::enter() else { return Ok(None) };
        let until = Instant::now() + Duration::from_nanos(most);
        loop {
            if let Some(done) = attempt()? {
                return Ok(Some(done));
            }
            if Instant::now() >= until {
                self.in_vain.store(true, Ordering::Relaxed);
                return Ok(None);
            }
            // The peer may need this core.
            thread::yield_now();
        }
    }

    /// Runs `sleep`, and notes whether spinning would have done.
    pub(super) fn sleep<T>(&self, sleep: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let most = self.most.load(Ordering::Relaxed);
        if most == 0 || !self.in_vain.load(Ordering::Relaxed) {
            return sleep();
        }
        let began = Instant::now();
        let slept = sleep();
        // Waking up has taken a part of it.
        if began.elapsed() < Duration::from_nanos(most.saturating_mul(2)) {
            self.in_vain.store(false, Ordering::Relaxed);
        }
        slept
    }
}

impl Spinner {
    /// One core stays free for those who are waited for, unless there is only one.
    fn enter() -> Option<Self> {
        static MOST: OnceLock<usize> = OnceLock::new();
        let cores = || thread::available_parallelism().map_or(1, |cores| cores.get());
        let most = *MOST.get_or_init(|| cores().saturating_sub(1).max(1));
        let entered = SPINNERS.fetch_add(1, Ordering::Relaxed) < most;
        let place = Self;
        entered.then_some(place)
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        SPINNERS.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spins_only_where_it_has_paid() {
        let spinning = Spinning::default();
        assert_eq!(
            spinning.spin(|| -> io::Result<Option<()>> { unreachable!("it is not asked to") }).unwrap(),
            None
        );
        spinning.set(Duration::from_secs(3600));
        let mut attempts = 0;
        let third = || {
            attempts += 1;
            Ok((attempts == 3).then_some(attempts))
        };
        assert_eq!(spinning.spin(third).unwrap(), Some(3));
        assert!(spinning.spin(|| Err::<Option<()>, _>(io::ErrorKind::BrokenPipe.into())).is_err());

        // In vain: not again, until an answer comes soon.
        spinning.set(Duration::from_nanos(1));
        assert_eq!(spinning.spin(|| Ok(None::<()>)).unwrap(), None);
        let slowly = || {
            thread::sleep(Duration::from_millis(1));
            Ok(())
        };
        spinning.sleep(slowly).unwrap();
        assert_eq!(spinning.spin(|| Ok(Some(()))).unwrap(), None);
        spinning.most.store(u64::MAX / 4, Ordering::Relaxed);
        spinning.sleep(|| Ok(())).unwrap();
        assert_eq!(spinning.spin(|| Ok(Some(()))).unwrap(), Some(()));
        assert_eq!(SPINNERS.load(Ordering::Relaxed), 0);
    }
}
