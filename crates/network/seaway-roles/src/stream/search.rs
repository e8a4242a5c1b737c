// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Search`]: a reader looks for its writer. Programs are started in any order, so a missing writer is waited for. A place that
//! is occupied but silent is a writer that is stopped, or on a host that is gone. The kernel accepts connections for a stopped
//! process, so that connecting succeeds and only the silence afterwards reveals it.

use std::collections::BTreeMap;
use std::time::Duration;

use super::Time;

/// Interval between tries while no writer is found.
const PAUSE: Duration = Duration::from_millis(2);

#[derive(Debug)]
pub struct Search {
    began: Time,
    /// Limit for silence.
    timeout: Duration,
    /// Limit for the absence of a writer; `None`: no limit.
    wait: Option<Duration>,
    /// No single try takes longer than this: where there are several places, a silent one leaves time for the others.
    longest_try: Duration,
    /// Writers that did not answer, at most one for each place.
    silent: BTreeMap<u32, Silence>,
    defect: Option<Defect>,
}

/// A writer that does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Silence {
    who: String,
    /// When the first of the tries began that it has not answered.
    since: Time,
}

/// A place that was looked at. The name of a stream may lead to different writers there, or to one writer by several
/// places: what is found at one place says nothing about another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look<'a> {
    pub place: u32,
    /// The writer that is known there, and the result of trying it.
    pub found: Option<Try<'a>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Try<'a> {
    /// Different for each process that may be there.
    pub who: &'a str,
    pub began: Time,
    pub tried: Tried,
}

/// Result of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    /// The connection was refused.
    Nobody,
    /// The writer accepted the connection and went away.
    Gone,
    /// The writer accepted the connection and does not answer.
    Silent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Look for a writer and try to connect, for at most this long.
    Try(Duration),
    Pause(Duration),
    Surrender(Surrender),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Surrender {
    /// The writer at this place has been silent for this long.
    Silent(u32, Duration),
    /// No writer was found for this long.
    Nobody(Duration),
}

/// What a search did wrong once: the simulation shows that it finds what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// A writer that is stopped is waited for without end.
    SilenceIsAbsence,
    /// The absence of a writer at one place resets the silence at another.
    PlacesAreOne,
}

impl Search {
    /// `places`: how many there are to look at in turn.
    pub fn new(timeout: Duration, wait: Option<Duration>, places: u32, now: Time) -> Self {
        let longest_try = timeout / places.max(1);
        Self { began: now, timeout, wait, longest_try, silent: BTreeMap::new(), defect: None }
    }

    /// For the simulation alone.
    #[must_use]
    pub fn with_defect(self, defect: Option<Defect>) -> Self {
        Self { defect, ..self }
    }

    /// What to do first.
    pub fn begin(&self) -> Step {
        Step::Try(self.longest_try)
    }

    /// What to do next.
    pub fn go_on(&mut self, look: Look<'_>, now: Time) -> Step {
        self.note(look);
        let longest = self.silent.iter().min_by_key(|(_, silence)| silence.since);
        if let Some((&place, silence)) = longest {
            let silence = now.saturating_sub(silence.since);
            if silence >= self.timeout {
                return Step::Surrender(Surrender::Silent(place, silence));
            }
        } else if self.wait.is_some_and(|wait| now - self.began >= wait) {
            return Step::Surrender(Surrender::Nobody(now - self.began));
        }
        let was_silent = look.found.is_some_and(|found| found.tried == Tried::Silent);
        if was_silent { self.next_try(now) } else { Step::Pause(PAUSE) }
    }

    fn note(&mut self, look: Look<'_>) {
        let place = if self.defect == Some(Defect::PlacesAreOne) { 0 } else { look.place };
        let silent = look.found.filter(|found| found.tried == Tried::Silent);
        let Some(found) = silent.filter(|_| self.defect != Some(Defect::SilenceIsAbsence)) else {
            self.silent.remove(&place);
            return;
        };
        // Another writer at the same place has all the time that the one before had.
        if self.silent.get(&place).is_none_or(|before| before.who != found.who) {
            self.silent.insert(place, Silence { who: found.who.to_owned(), since: found.began });
        }
    }

    /// After a pause.
    pub fn next_try(&self, now: Time) -> Step {
        let first = self.silent.values().map(|silence| silence.since).min();
        let left = first.map(|since| (since + self.timeout).saturating_sub(now));
        Step::Try(left.unwrap_or(self.longest_try).min(self.longest_try).max(PAUSE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(4);
    const FOLDER: u32 = 0;
    const HOST: u32 = 1;

    fn at(milliseconds: u64) -> Time {
        Duration::from_millis(milliseconds)
    }

    fn look(place: u32, who: &'static str, began: Time, tried: Tried) -> Look<'static> {
        Look { place, found: Some(Try { who, began, tried }) }
    }

    #[test]
    fn absence_is_waited_out_and_silence_is_not() {
        let mut search = Search::new(TIMEOUT, None, 1, at(0));
        assert_eq!(search.begin(), Step::Try(TIMEOUT));
        for hour in 1..100 {
            let now = at(hour * 3_600_000);
            assert_eq!(search.go_on(look(HOST, "x", now, Tried::Nobody), now), Step::Pause(PAUSE));
        }
        let now = at(1_000_000_000);
        let step = search.go_on(look(HOST, "x", now, Tried::Silent), now + TIMEOUT);
        assert_eq!(step, Step::Surrender(Surrender::Silent(HOST, TIMEOUT)));
    }

    /// The record leads to a writer of another host that is stopped. It has the name that a writer of this host would have.
    #[test]
    fn of_two_places_a_silent_one_leaves_time_for_the_other() {
        let mut search = Search::new(TIMEOUT, None, 2, at(0));
        assert_eq!(search.begin(), Step::Try(at(2000)));
        assert_eq!(search.go_on(look(FOLDER, "x", at(0), Tried::Silent), at(2000)), Step::Try(at(2000)));
        let step = search.go_on(look(HOST, "x", at(2000), Tried::Nobody), at(2001));
        assert_eq!(step, Step::Pause(PAUSE));
        assert_eq!(search.next_try(at(2003)), Step::Try(at(1997)));
        let step = search.go_on(look(FOLDER, "x", at(2003), Tried::Silent), at(4000));
        assert_eq!(step, Step::Surrender(Surrender::Silent(FOLDER, TIMEOUT)));
    }

    #[test]
    fn silent_one_that_has_died_is_absent() {
        let mut search = Search::new(TIMEOUT, None, 2, at(0));
        search.go_on(look(FOLDER, "x", at(0), Tried::Silent), at(2000));
        search.go_on(look(FOLDER, "x", at(2000), Tried::Gone), at(2500));
        let step = search.go_on(look(FOLDER, "x", at(9000), Tried::Nobody), at(9000));
        assert_eq!(step, Step::Pause(PAUSE));
        // So is one whose record is gone.
        search.go_on(look(FOLDER, "x", at(9000), Tried::Silent), at(11_000));
        assert_eq!(search.go_on(Look { place: FOLDER, found: None }, at(14_000)), Step::Pause(PAUSE));
    }

    #[test]
    fn writer_in_place_of_a_silent_one_has_time_of_its_own() {
        let mut search = Search::new(TIMEOUT, None, 2, at(0));
        search.go_on(look(FOLDER, "old", at(0), Tried::Silent), at(2000));
        let step = search.go_on(look(FOLDER, "new", at(3000), Tried::Silent), at(5000));
        assert_eq!(step, Step::Try(at(2000)));
        let step = search.go_on(look(FOLDER, "new", at(5000), Tried::Silent), at(7000));
        assert_eq!(step, Step::Surrender(Surrender::Silent(FOLDER, TIMEOUT)));
    }

    #[test]
    fn who_has_said_how_long_waits_so_long() {
        let mut search = Search::new(TIMEOUT, Some(at(1000)), 1, at(0));
        let nobody = Look { place: HOST, found: None };
        assert_eq!(search.go_on(nobody, at(999)), Step::Pause(PAUSE));
        assert_eq!(search.go_on(nobody, at(1001)), Step::Surrender(Surrender::Nobody(at(1001))));
    }
}
