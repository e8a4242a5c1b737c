// SPDX-License-Identifier: MIT OR Apache-2.0
//! C programs that check what MPI guarantees about files, and report which guarantee is violated. Each runs
//! with libseaway under every MPI; where an MPI's own MPI-IO provides the same guarantees, the program also
//! runs without libseaway, which shows that it requires only what the standard says.

use std::fs;
use std::path::Path;

use mpi_tests::{Installation, Launch, Output, folder_in_memory};

/// How one program is run.
struct Case {
    program: &'static str,
    words: &'static [&'static str],
    ranks: &'static [usize],
    /// Installations whose own MPI-IO passes.
    stock: &'static [&'static str],
}

impl Case {
    fn new(program: &'static str, ranks: &'static [usize], stock: &'static [&'static str]) -> Self {
        Self { program, words: &[], ranks, stock }
    }

    fn words(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }

    /// Runs it everywhere. All failures are reported together: a failure under one MPI alone is informative.
    #[track_caller]
    fn check(&self) {
        let mut failures = Vec::new();
        for installation in Installation::all() {
            let stock = self.stock.contains(&installation.name);
            let with = self.ranks.iter().map(|ranks| (*ranks, true));
            let without = stock.then(|| (self.ranks.last().copied().unwrap_or(1).min(2), false));
            for (ranks, seaway) in with.chain(without) {
                let folder = folder_in_memory();
                let output = self.run(&installation, ranks, seaway, folder.path());
                if !output.status.success() {
                    failures.push(output.to_string());
                }
            }
        }
        assert!(failures.is_empty(), "{} runs failed\n{}", failures.len(), failures.join("\n"));
    }

    fn launch(&self, installation: &Installation, ranks: usize, seaway: bool, folder: &Path) -> Launch {
        let source = format!("conformance/{}.c", self.program);
        Launch::new(installation, installation.compile_c(source, &["-pthread"]))
            .argument(folder)
            .argument(if seaway { "seaway" } else { "stock" })
            .arguments(self.words)
            .ranks(ranks)
            .preload(seaway)
    }

    fn run(&self, installation: &Installation, ranks: usize, seaway: bool, folder: &Path) -> Output {
        self.launch(installation, ranks, seaway, folder).run()
    }
}

#[test]
fn every_access_call_with_both_kinds_of_counts() {
    Case::new("accesses", &[1, 2, 4], &["mpich", "openmpi"]).check();
}

#[test]
fn files_that_are_truncated_meanwhile_and_handlers_for_sigbus() {
    Case::new("bus_errors", &[1, 2], &["mpich", "openmpi"]).check();
}

#[test]
fn accesses_on_a_disk() {
    for installation in Installation::all() {
        let folder = tempfile::tempdir_in(mpi_tests::environment_folder()).expect("a folder can be made");
        let case = Case::new("accesses", &[2], &[]);
        case.run(&installation, 2, true, folder.path()).expect_success();
    }
}

#[test]
fn requests_in_every_completion_call_at_every_thread_level() {
    // ROMIO's requests do not mix with others in MPI_Testall.
    Case::new("requests", &[1, 3], &["openmpi"]).words(&["0"]).check();
    Case::new("requests", &[2], &[]).words(&["1"]).check();
    Case::new("requests", &[2], &[]).words(&["2"]).check();
    Case::new("requests", &[2], &[]).words(&["3"]).check();
}

#[test]
fn several_threads_at_once() {
    // OMPIO crashes.
    Case::new("threads", &[1, 2], &["mpich"]).check();
}

#[test]
fn messages_progress_while_a_rank_waits_in_a_file_call() {
    Case::new("progress", &[2, 3], &["mpich", "openmpi"]).check();
}

#[test]
fn statuses_report_counts_and_elements() {
    // ROMIO miscounts at the end of the file, OMPIO too.
    Case::new("statuses", &[1, 2], &[]).check();
}

#[test]
fn error_handlers_are_called_as_the_standard_says() {
    // MPICH 5 and OMPIO do not refuse negative offsets in the same way.
    Case::new("error_handlers", &[1, 2], &[]).check();
}

#[test]
fn a_fatal_error_ends_the_program() {
    let case = Case::new("error_handlers", &[2], &[]).words(&["fatal"]);
    for installation in Installation::all() {
        let folder = folder_in_memory();
        let output = case.run(&installation, 2, true, folder.path());
        assert!(!output.status.success(), "{output}");
        assert!(!output.stdout.contains("alive"), "{output}");
    }
}

#[test]
fn accesses_that_fail_late_report_the_error_of_their_file() {
    Case::new("late_failures", &[1, 2], &[]).check();
    Case::new("late_failures", &[2], &[]).words(&["threads"]).check();
}

#[test]
fn a_late_failure_ends_the_program_if_its_file_says_so() {
    let case = Case::new("late_failures", &[1], &[]).words(&["fatal"]);
    for installation in Installation::all() {
        let folder = folder_in_memory();
        let output = case.run(&installation, 1, true, folder.path());
        assert!(!output.status.success(), "{output}");
        assert!(!output.stdout.contains("alive") && output.stderr.contains("no space"), "{output}");
    }
}

/// A tool that a program was linked with comes after libseaway, and sees the calls that libseaway interposes.
#[test]
fn interposed_tools_see_the_programs_waits() {
    for installation in Installation::all() {
        let tool = installation.compile_c("adapter_around/tool.c", &["-shared", "-fPIC"]);
        let tool = tool.to_str().expect("paths of tests are UTF-8");
        let program = installation.compile_c("adapter_around/calls.c", &[tool]);
        let output = Launch::new(&installation, program).ranks(2).preload(true).run().expect_success();
        assert!(output.stdout.contains("tool: Wait 3\n"), "{output}");
    }
}

#[test]
fn every_mistake_has_its_error_class() {
    Case::new("error_classes", &[1, 2, 3], &["mpich"]).check();
}

#[test]
fn files_report_their_views_groups_modes_sizes_and_hints() {
    // OMPIO finds the end of a view elsewhere.
    Case::new("queries", &[1, 2, 3], &["mpich"]).check();
}

#[test]
fn the_same_bytes_again_and_again() {
    Case::new("again_and_again", &[1, 3], &["mpich", "openmpi"]).check();
}

#[test]
fn representations_convert() {
    Case::new("representations", &[1, 2], &["mpich", "openmpi"]).check();
}

#[test]
fn every_constructor_of_datatypes() {
    Case::new("datatypes", &[1, 2], &["mpich", "openmpi"]).check();
}

#[test]
fn files_open_and_close_by_the_thousand() {
    Case::new("lifetimes", &[1, 2], &["mpich"]).check();
}

#[test]
fn files_work_in_sessions_without_initialisation() {
    // ROMIO requires MPI_Init.
    Case::new("lifetimes", &[1, 2], &["openmpi"]).words(&["sessions"]).check();
}

#[test]
fn files_may_be_open_at_the_end() {
    for installation in Installation::all() {
        let folder = folder_in_memory();
        let case = Case::new("lifetimes", &[2], &[]).words(&["left-open"]);
        case.run(&installation, 2, true, folder.path()).expect_success();
        for rank in 0..2 {
            let left = fs::read(folder.path().join(format!("left.{rank}"))).expect("the file is there");
            assert_eq!(left, b"kept", "{}", installation.name);
        }
        assert_eq!(fs::read(folder.path().join("left")).expect("the file is there"), b"xx");
    }
}

#[test]
fn names_and_map_rules_pick_devices() {
    let case = Case::new("devices", &[], &[]);
    for installation in Installation::all() {
        for ranks in [1, 2] {
            let folder = folder_in_memory();
            let path = folder.path().display();
            fs::create_dir(folder.path().join("elsewhere")).expect("a folder can be made");
            let rule = format!("{path}/mapped.*={path}/elsewhere/mapped.{{1}}");
            let launch = case.launch(&installation, ranks, true, folder.path());
            launch.environment("SEAWAY_MAP", rule).run().expect_success();
        }
    }
}
