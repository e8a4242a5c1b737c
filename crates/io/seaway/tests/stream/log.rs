// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Log`]: what the ranks of a program saw, and how two logs are compared.

use std::fmt::{self, Display};

use seaway::{Error, Result};

/// A list of lines for each rank.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Log(pub(crate) Vec<Vec<Line>>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) compared: String,
    /// For people: the text of an error.
    pub(crate) remark: String,
    /// Any rank may have seen it: compared across all ranks.
    pub(crate) anybodys: bool,
}

impl Line {
    pub(crate) fn of(what: &str, seen: Result<impl Display>) -> Self {
        match seen {
            Ok(seen) => Self { compared: format!("{what}: {seen}"), remark: String::new(), anybodys: false },
            Err(error) => Self::failed(what, &error),
        }
    }

    pub(crate) fn failed(what: &str, error: &Error) -> Self {
        let compared = format!("{what}: failed, {:?}", error.kind());
        Self { compared, remark: error.to_string(), anybodys: false }
    }

    pub(crate) fn anybodys(self) -> Self {
        Self { anybodys: true, ..self }
    }
}

impl Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.compared)?;
        if self.remark.is_empty() { Ok(()) } else { write!(formatter, " ({})", self.remark) }
    }
}

impl Log {
    /// The first difference, if there is one.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        if self.0.len() != other.0.len() {
            return Some(format!("{} ranks and {}", self.0.len(), other.0.len()));
        }
        let ranks = self.0.iter().zip(&other.0).enumerate();
        let own = |lines: &[Line]| lines.iter().filter(|line| !line.anybodys).cloned().collect::<Vec<_>>();
        let mut differences = ranks.filter_map(|(rank, (mine, theirs))| {
            first_difference(&own(mine), &own(theirs)).map(|text| format!("rank {rank}, {text}"))
        });
        differences.next().or_else(|| {
            first_difference(&self.of_anybody(), &other.of_anybody()).map(|text| format!("some rank, {text}"))
        })
    }

    /// For another process.
    pub(crate) fn to_lines(&self) -> Vec<String> {
        let line = |rank: usize, Line { compared, remark, anybodys }: &Line| {
            format!("{rank}\t{}\t{compared}\t{}", u8::from(*anybodys), remark.replace('\n', " "))
        };
        let ranks = self.0.iter().enumerate();
        ranks.flat_map(|(rank, lines)| lines.iter().map(move |one| line(rank, one))).collect()
    }

    pub(crate) fn from_lines(ranks: usize, lines: &[String]) -> Self {
        let mut log = Self(vec![Vec::new(); ranks]);
        for line in lines {
            let mut words = line.splitn(4, '\t').map(str::to_owned);
            let mut word = || words.next().unwrap_or_default();
            let Ok(rank) = word().parse::<usize>() else { continue };
            let line = Line { anybodys: word() == "1", compared: word(), remark: word() };
            log.0[rank].push(line);
        }
        log
    }

    fn of_anybody(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = self.0.iter().flatten().filter(|line| line.anybodys).cloned().collect();
        lines.sort_by(|left, right| left.compared.cmp(&right.compared));
        lines
    }
}

fn first_difference(mine: &[Line], theirs: &[Line]) -> Option<String> {
    let longest = mine.len().max(theirs.len());
    let index = (0..longest).find(|&index| {
        mine.get(index).map(|line| &line.compared) != theirs.get(index).map(|line| &line.compared)
    })?;
    let show = |lines: &[Line]| lines.get(index).map_or_else(|| "nothing".to_owned(), Line::to_string);
    Some(format!("line {index}:\n  {}\n  {}", show(mine), show(theirs)))
}
