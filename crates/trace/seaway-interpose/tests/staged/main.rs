// SPDX-License-Identifier: MIT OR Apache-2.0
//! Command lines of real programs on paths of a server that this node lacks, with an agent that makes local
//! copies: each prints and returns what it does where the path is really there, and leaves the same files.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops where it cannot go on, and says what it skips"
)]

mod lines;
mod site;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::sync::Mutex;

use site::{Outcome, Site};

/// All lines of a table, as they run where the path is there, and with local copies.
fn compare<R: PartialEq>(
    lines: &[&str],
    run: impl Fn(&Site, &str) -> (R, R) + Sync,
    show: impl Fn(&R, &R) -> String + Sync,
) {
    let differing = Mutex::new(Vec::new());
    let next = Mutex::new(lines.iter());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let line = next.lock().unwrap().next();
                    let Some(line) = line else { break };
                    let site = Site::new();
                    let (expected, found) = run(&site, line);
                    if expected != found {
                        differing.lock().unwrap().push(format!("{line}\n{}", show(&expected, &found)));
                    }
                }
            });
        }
    });
    let differing = differing.into_inner().unwrap();
    assert!(differing.is_empty(), "{} of {}:\n{}", differing.len(), lines.len(), differing.join("\n"));
}

#[test]
fn programs_that_read_print_the_same() {
    let run = |site: &Site, line: &str| (site.directly(line), site.staged(line));
    compare(lines::READING, run, |expected, found| format!("  expected {expected}\n  found    {found}"));
}

#[test]
fn programs_that_write_leave_the_same_on_the_server() {
    let run = |site: &Site, line: &str| (site.directly_with_tree(line), site.staged_with_tree(line));
    compare(lines::WRITING, run, |expected, found| {
        let only = |some: &[String], others: &[String]| -> Vec<String> {
            some.iter().filter(|line| !others.contains(line)).cloned().collect()
        };
        let (missing, added) = (only(&expected.1, &found.1), only(&found.1, &expected.1));
        format!("  expected {}\n  found    {}\n  missing {missing:?}\n  added {added:?}", expected.0, found.0)
    });
}

#[test]
fn a_file_is_fetched_once_for_all_processes() {
    let site = Site::new();
    let agent = site.agent();
    let line = "for i in $(seq 16); do cat $D/numbers > copy$i & done; wait; cat copy* > all; wc -l < all; cmp copy1 copy16";
    let Outcome { output, .. } = site.run_with(&agent, line);
    assert_eq!(output.trim(), (16 * site.content("numbers").lines().count()).to_string());
    assert_eq!(agent.counts().fetches, 1, "{:?}", agent.counts());
    assert_eq!(agent.counts().lists, 1, "one folder was listed: {:?}", agent.counts());
}

#[test]
fn attributes_and_names_need_no_bytes() {
    let site = Site::new();
    let agent = site.agent();
    let outcome = site.run_with(&agent, "find $D -type f -printf '%p %s %m\\n' | wc -l; ls -lR $D >/dev/null; test -e $D/none; du -s $D >/dev/null");
    assert_eq!(outcome.output.trim(), site.files().to_string(), "{outcome}");
    assert_eq!(agent.counts().fetches, 0, "{:?}", agent.counts());
}

/// 64 processes ask for 100 names each, most of which do not exist.
#[test]
fn a_storm_of_questions_reaches_the_server_once() {
    let site = Site::new();
    let agent = site.agent();
    let line = "for i in $(seq 64); do (for k in $(seq 100); do test -e $D/folder/none$k && echo found; done) & done; wait; echo end";
    let outcome = site.run_with(&agent, line);
    assert_eq!(outcome.output, "end\n", "{outcome}");
    assert!(agent.counts().lists <= 4, "{:?}", agent.counts());
}

#[test]
fn new_files_of_the_server_appear_and_copies_stay() {
    let site = Site::new();
    let agent = site.agent_with(std::time::Duration::ZERO, 0);
    assert_eq!(site.run_with(&agent, "cat $D/late 2>&1 | wc -l").output.trim(), "1");
    fs::write(site.server_data().join("late"), "now\n").unwrap();
    assert_eq!(site.run_with(&agent, "cat $D/late").output, "now\n");
    // A copy stays what it was: a job sees one version.
    fs::write(site.server_data().join("late"), "later\n").unwrap();
    assert_eq!(site.run_with(&agent, "cat $D/late").output, "now\n");
}

/// `libseaway.so` holds redirection while it works on a file that ranks share.
#[test]
fn calls_of_the_engine_are_not_redirected() {
    let site = Site::new();
    let agent = site.agent();
    let script = "import ctypes, os\nlibrary = ctypes.CDLL(None)\npath = os.environ['D'] + '/numbers'\n\
                  for change in (0, 1, -1):\n    library.seaway_stage_hold(change)\n    print(os.path.exists(path))";
    let line = format!("cat > hold.py <<'X'\n{script}\nX\npython3 hold.py | tr '\\n' ' '");
    assert_eq!(site.run_with(&agent, &line).output.trim(), "True False True");
}

#[test]
fn a_quota_discards_the_oldest_copies_and_they_come_again() {
    let site = Site::new();
    for index in 0..8 {
        fs::write(site.server_data().join(format!("block{index}")), vec![index; 100_000]).unwrap();
    }
    let agent = site.agent_with(std::time::Duration::from_secs(10), 300_000);
    let line = "for k in 1 2; do for i in 0 1 2 3 4 5 6 7; do md5sum < $D/block$i; done; done | sort | uniq -c | awk '{print $1}' | sort -u";
    assert_eq!(site.run_with(&agent, line).output.trim(), "2");
    let counts = agent.counts();
    assert!(counts.local_bytes <= 300_000 && counts.evictions >= 8, "{counts:?}");
}

#[test]
fn copies_are_private_and_nothing_else_is_written() {
    use std::os::unix::fs::PermissionsExt;
    let site = Site::new();
    let agent = site.agent();
    let outcome = site.run_with(
        &agent,
        "cat $D/numbers >/dev/null; touch $D/new; rm $D/numbers; mkdir $D/x; echo y >> $D/numbers",
    );
    assert_ne!(outcome.code, Some(0));
    assert!(outcome.errors.contains("Read-only file system"), "{outcome}");
    assert_eq!(site.server_tree(), site.original_tree());
    let mode = fs::metadata(site.local()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn without_an_agent_opens_fail_and_other_files_work() {
    let site = Site::new();
    let agent = site.agent();
    drop(agent);
    let outcome = site.run_without_agent("cat $D/numbers; echo still here; cat other");
    assert!(outcome.errors.contains("Input/output error"), "{outcome}");
    assert_eq!(outcome.output, "other\nstill here\n", "{outcome}");
}
