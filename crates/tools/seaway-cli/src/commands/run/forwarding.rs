// SPDX-License-Identifier: MIT OR Apache-2.0
//! How variables reach the ranks: each launcher has its own mechanism. The launcher itself is not preloaded
//! where that can be avoided, and the user's own preloads are kept, after ours.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::launcher::LauncherKind;
use super::launcher_options::end_of_options;

const PRELOAD: &str = "LD_PRELOAD";

/// The variables for the ranks.
#[derive(Debug, Clone)]
pub(crate) struct RankVariables {
    library: OsString,
    /// What the environment preloads already.
    preloaded: Option<OsString>,
    /// What comes last, with a leading colon: an MPI, after the tools that interpose its calls.
    last: OsString,
    others: Vec<(String, OsString)>,
}

/// A command line, and what to set in its own environment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Forwarded {
    pub(crate) words: Vec<OsString>,
    pub(crate) environment: Vec<(String, OsString)>,
}

impl RankVariables {
    pub(crate) fn new(library: &Path, preloaded: Option<OsString>, others: Vec<(String, OsString)>) -> Self {
        let preloaded = preloaded.filter(|value| !value.is_empty());
        Self { library: library.as_os_str().to_owned(), preloaded, last: OsString::new(), others }
    }

    /// Preloads this too, before all others.
    #[must_use]
    pub(crate) fn with_first(self, library: &Path) -> Self {
        let library = join(&[library.as_os_str(), OsStr::new(":"), &self.library]);
        Self { library, ..self }
    }

    /// Preloads these too, after all others.
    #[must_use]
    pub(crate) fn with_last(self, libraries: &[PathBuf]) -> Self {
        let last = libraries.iter().flat_map(|path| [OsStr::new(":"), path.as_os_str()]).collect();
        Self { last, ..self }
    }

    /// For a program without a launcher, or a launcher that forwards its environment.
    pub(crate) fn by_environment(&self, words: Vec<OsString>) -> Forwarded {
        let preload = (PRELOAD.to_owned(), self.preload());
        Forwarded { words, environment: [preload].into_iter().chain(self.others.clone()).collect() }
    }

    /// `words` are those after the launcher's name.
    pub(crate) fn by_launcher(&self, kind: LauncherKind, words: Vec<OsString>) -> Forwarded {
        if kind == LauncherKind::Other || (kind == LauncherKind::Slurm && !self.fit_into_slurm_list()) {
            return self.by_environment(words);
        }
        let segments = words.split(|word| word == ":").enumerate();
        let segments: Vec<Vec<OsString>> = segments
            .map(|(index, segment)| match kind {
                LauncherKind::Hydra => self.hydra_segment(segment, index == 0),
                LauncherKind::Slurm => self.slurm_segment(segment),
                LauncherKind::OpenMpi | LauncherKind::Other => self.open_mpi_segment(segment),
            })
            .collect();
        // Hydra takes values on its command line; the others take names and read their own environment.
        let environment = if kind == LauncherKind::Hydra { Vec::new() } else { self.others.clone() };
        Forwarded { words: segments.join(&OsString::from(":")), environment }
    }

    fn preload(&self) -> OsString {
        self.preload_before(self.preloaded.as_deref().unwrap_or_default())
    }

    fn preload_before(&self, value: &OsStr) -> OsString {
        let colon = OsStr::new(if value.is_empty() { "" } else { ":" });
        join(&[&self.library, colon, value, &self.last])
    }

    /// `-genv` applies to all programs of the line, `-env` to one, and takes precedence.
    fn hydra_segment(&self, segment: &[OsString], is_first: bool) -> Vec<OsString> {
        let mut own = Vec::new();
        let (mut options, rest) = split(LauncherKind::Hydra, segment);
        let mut is_set = false;
        for index in 0..options.len() {
            let is_global = is_option(&options[index], "genv");
            if !is_global && !is_option(&options[index], "env") {
                continue;
            }
            if let Some(value) = options.get(index + 1).and_then(|word| after(word, "LD_PRELOAD=")) {
                options[index + 1] = join(&[OsStr::new("LD_PRELOAD="), &self.preload_before(&value)]);
                is_set |= is_global;
            } else if options.get(index + 1).is_some_and(|word| word == PRELOAD) && index + 2 < options.len()
            {
                options[index + 2] = self.preload_before(&options[index + 2]);
                is_set |= is_global;
            }
        }
        if is_first {
            let preload = (PRELOAD.to_owned(), self.preload());
            let variables = (!is_set).then_some(&preload).into_iter().chain(&self.others);
            for (name, value) in variables {
                own.extend([OsString::from("-genv"), name.into(), value.clone()]);
            }
        }
        own.into_iter().chain(options).chain(rest).collect()
    }

    /// Open MPI 4 applies `-x` to one program of the line, Open MPI 5 to all; given to each it works in both.
    fn open_mpi_segment(&self, segment: &[OsString]) -> Vec<OsString> {
        let mut own = Vec::new();
        let (mut options, rest) = split(LauncherKind::OpenMpi, segment);
        let mut is_set = false;
        for index in 1..options.len() {
            if !is_option(&options[index - 1], "x") {
                continue;
            }
            let value = match after(&options[index], "LD_PRELOAD=") {
                Some(value) => self.preload_before(&value),
                None if options[index] == PRELOAD => self.preload(),
                None => continue,
            };
            options[index] = join(&[OsStr::new("LD_PRELOAD="), &value]);
            is_set = true;
        }
        if !is_set {
            own.extend([OsString::from("-x"), join(&[OsStr::new("LD_PRELOAD="), &self.preload()])]);
        }
        // Given twice, Open MPI 4 takes the last and Open MPI 5 the first: the user's own must win.
        let is_given = |name: &str| {
            let gives = |pair: &[OsString]| {
                is_option(&pair[0], "x") && pair[1].to_string_lossy().split('=').next() == Some(name)
            };
            options.windows(2).any(gives)
        };
        for (name, _) in self.others.iter().filter(|(name, _)| !is_given(name)) {
            own.extend([OsString::from("-x"), name.into()]);
        }
        own.into_iter().chain(options).chain(rest).collect()
    }

    /// `--export` is one list; given twice, the last wins.
    fn slurm_segment(&self, segment: &[OsString]) -> Vec<OsString> {
        let (options, rest) = split(LauncherKind::Slurm, segment);
        let mut kept = Vec::new();
        let mut list = None;
        let mut words = options.into_iter();
        while let Some(word) = words.next() {
            if let Some(value) = after(&word, "--export=") {
                list = Some(value);
            } else if word == "--export" {
                list = words.next();
            } else {
                kept.push(word);
            }
        }
        let list = list.or_else(|| std::env::var_os("SLURM_EXPORT_ENV"));
        let export = self.slurm_list(&list.unwrap_or_else(|| "ALL".into()));
        [join(&[OsStr::new("--export="), &export])].into_iter().chain(kept).chain(rest).collect()
    }

    fn slurm_list(&self, list: &OsStr) -> OsString {
        let list = list.to_string_lossy();
        let mut preload = self.preload();
        // `NONE` before names would be taken for a name.
        let mut entries: Vec<OsString> = Vec::new();
        for entry in list.split(',').filter(|entry| !entry.is_empty() && *entry != "NONE" && *entry != "NIL")
        {
            match entry.strip_prefix("LD_PRELOAD=") {
                Some(value) => preload = self.preload_before(OsStr::new(value)),
                None if entry == PRELOAD => {}
                None => entries.push(entry.into()),
            }
        }
        entries.push(join(&[OsStr::new("LD_PRELOAD="), &preload]));
        entries.extend(self.others.iter().map(|(name, _)| OsString::from(name)));
        entries.join(OsStr::new(","))
    }

    fn fit_into_slurm_list(&self) -> bool {
        !self.preload().as_encoded_bytes().contains(&b',')
    }
}

/// Options, and the rest that begins with the program.
fn split(kind: LauncherKind, segment: &[OsString]) -> (Vec<OsString>, Vec<OsString>) {
    let (options, rest) = segment.split_at(end_of_options(kind, segment));
    (options.to_vec(), rest.to_vec())
}

fn is_option(word: &OsStr, name: &str) -> bool {
    let text = word.to_string_lossy();
    text.starts_with('-') && text.trim_start_matches('-') == name
}

fn after(word: &OsStr, start: &str) -> Option<OsString> {
    use std::os::unix::ffi::OsStrExt;
    let tail = word.as_bytes().strip_prefix(start.as_bytes())?;
    Some(OsStr::from_bytes(tail).to_owned())
}

fn join(parts: &[&OsStr]) -> OsString {
    parts.iter().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    fn check(kind: LauncherKind, preloaded: Option<&str>, line: &str, expected: &str) {
        let others = vec![("SEAWAY_VERBOSE".to_owned(), OsString::from("1"))];
        let variables = RankVariables::new(Path::new("/s.so"), preloaded.map(OsString::from), others);
        let forwarded = variables.by_launcher(kind, words(line));
        assert_eq!(forwarded.words, words(expected), "{line}");
    }

    #[test]
    fn hydra_takes_values_once_for_all_programs() {
        let own = "-genv LD_PRELOAD /s.so -genv SEAWAY_VERBOSE 1";
        check(LauncherKind::Hydra, None, "-n 2 ./a : -n 3 ./b", &format!("{own} -n 2 ./a : -n 3 ./b"));
        check(LauncherKind::Hydra, Some(""), "./a", &format!("{own} ./a"));
        let stacked = "-genv LD_PRELOAD /s.so:/d.so -genv SEAWAY_VERBOSE 1";
        check(LauncherKind::Hydra, Some("/d.so"), "-n 1 ./a", &format!("{stacked} -n 1 ./a"));
    }

    #[test]
    fn what_hydra_preloads_for_the_user_stays() {
        let own = "-genv SEAWAY_VERBOSE 1";
        for form in ["-genv LD_PRELOAD ", "--genv LD_PRELOAD="] {
            check(
                LauncherKind::Hydra,
                None,
                &format!("{form}/d.so ./a"),
                &format!("{own} {form}/s.so:/d.so ./a"),
            );
        }
        let both = "-genv LD_PRELOAD /s.so -genv SEAWAY_VERBOSE 1";
        check(
            LauncherKind::Hydra,
            None,
            "./a : -env LD_PRELOAD /d.so ./b -env LD_PRELOAD /e.so",
            &format!("{both} ./a : -env LD_PRELOAD /s.so:/d.so ./b -env LD_PRELOAD /e.so"),
        );
    }

    #[test]
    fn open_mpi_gets_variables_for_each_program() {
        let own = "-x LD_PRELOAD=/s.so -x SEAWAY_VERBOSE";
        check(
            LauncherKind::OpenMpi,
            None,
            "-n 2 ./a : -n 3 ./b",
            &format!("{own} -n 2 ./a : {own} -n 3 ./b"),
        );
        let names = "-x SEAWAY_VERBOSE";
        check(
            LauncherKind::OpenMpi,
            None,
            "-x LD_PRELOAD=/d.so ./a",
            &format!("{names} -x LD_PRELOAD=/s.so:/d.so ./a"),
        );
        check(
            LauncherKind::OpenMpi,
            Some("/d.so"),
            "-x LD_PRELOAD ./a",
            &format!("{names} -x LD_PRELOAD=/s.so:/d.so ./a"),
        );
        let given = "-x LD_PRELOAD=/s.so -x SEAWAY_VERBOSE=0 ./a";
        check(LauncherKind::OpenMpi, None, "-x SEAWAY_VERBOSE=0 ./a", given);
        check(LauncherKind::OpenMpi, None, "./a -x LD_PRELOAD", &format!("{own} ./a -x LD_PRELOAD"));
    }

    #[test]
    fn slurm_has_one_list() {
        let own = "LD_PRELOAD=/s.so,SEAWAY_VERBOSE";
        check(LauncherKind::Slurm, None, "-n 2 ./a", &format!("--export=ALL,{own} -n 2 ./a"));
        check(LauncherKind::Slurm, None, "--export=NONE ./a", &format!("--export={own} ./a"));
        check(LauncherKind::Slurm, None, "--export A,B=c ./a", &format!("--export=A,B=c,{own} ./a"));
        let stacked = "--export=ALL,LD_PRELOAD=/s.so:/d.so,SEAWAY_VERBOSE ./a";
        check(LauncherKind::Slurm, None, "--export=ALL,LD_PRELOAD=/d.so ./a", stacked);
        // The list cannot hold a comma; srun forwards its environment by itself.
        check(LauncherKind::Slurm, Some("/d,1.so"), "./a", "./a");
    }

    #[test]
    fn a_recorder_stands_before_all_others() {
        let variables = RankVariables::new(Path::new("/s.so"), Some("/tool.so".into()), Vec::new());
        assert_eq!(variables.with_first(Path::new("/r.so")).preload(), "/r.so:/s.so:/tool.so");
    }

    #[test]
    fn an_mpi_comes_after_the_users_preloads() {
        let last = [PathBuf::from("/libmpi.so.12"), PathBuf::from("/c.so")];
        for (preloaded, expected) in
            [(None, "/s.so:/libmpi.so.12:/c.so"), (Some("/tool.so"), "/s.so:/tool.so:/libmpi.so.12:/c.so")]
        {
            let variables = RankVariables::new(Path::new("/s.so"), preloaded.map(OsString::from), Vec::new());
            assert_eq!(variables.with_last(&last).preload(), expected);
        }
    }

    #[test]
    fn only_hydra_needs_nothing_in_its_own_environment() {
        let others = vec![("SEAWAY_RUN_MAP".to_owned(), OsString::from("a=b;c=d"))];
        let variables = RankVariables::new(Path::new("/s.so"), None, others.clone());
        let environment = |kind| variables.by_launcher(kind, words("./a")).environment;
        assert_eq!(environment(LauncherKind::Hydra), []);
        assert_eq!(environment(LauncherKind::OpenMpi), others);
        assert_eq!(environment(LauncherKind::Slurm), others);
        assert_eq!(environment(LauncherKind::Other).len(), 2);
    }
}
