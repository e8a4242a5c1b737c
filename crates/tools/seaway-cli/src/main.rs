// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program `seaway`. This file reads the command line; each verb has a file of its own in `commands/`.
#![deny(unsafe_code)]

mod adapter;
mod commands;
mod executables;
mod habits;
mod help;
mod hosts;
mod listening;
mod naming;
mod quantity;
mod refusal;
mod report;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Error;
use clap::{CommandFactory, Parser, Subcommand};

use crate::commands::{
    completions::Completions, cp::Cp, demo::Demo, doctor::Doctor, doctor_check::DoctorCheck,
    explain::Explain, queue::Queue, relay::Relay, report::Report, run::Run, serve::Serve, space::Space,
    stage::Stage, stage::StageAgent, status::Status, things::Things, top::Top, trace::Trace,
    watch_opens::BeWatched, watch_opens::LetGo,
};
use crate::refusal::Refusal;

#[derive(Debug, Parser)]
#[command(name = "seaway", version, about = help::ABOUT, long_about = help::LONG_ABOUT, after_long_help = help::AFTER)]
#[command(arg_required_else_help = true, max_term_width = 110)]
struct CommandLine {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Demo(Demo),
    Explain(Explain),
    Run(Run),
    Doctor(Doctor),
    Serve(Serve),
    Cp(Cp),
    Status(Status),
    Relay(Relay),
    Space(Space),
    Things(Things),
    Queue(Queue),
    Stage(Stage),
    Trace(Trace),
    Report(Report),
    Top(Top),
    #[command(hide = true)]
    StageAgent(StageAgent),
    #[command(hide = true)]
    DoctorCheck(DoctorCheck),
    #[command(hide = true)]
    BeWatched(BeWatched),
    #[command(hide = true)]
    LetGo(LetGo),
    Completions(Completions),
}

fn main() -> ExitCode {
    let arguments = habits::understood(&CommandLine::command(), env::args_os().collect());
    let outcome = match CommandLine::parse_from(arguments).verb {
        Verb::Demo(demo) => demo.run(),
        Verb::Explain(explain) => explain.run(),
        Verb::Run(run) => run.run(),
        Verb::Doctor(doctor) => doctor.run(),
        Verb::Serve(serve) => serve.run(),
        Verb::Cp(cp) => cp.run(),
        Verb::Status(status) => status.run(),
        Verb::Relay(relay) => relay.run(),
        Verb::Space(space) => space.run(),
        Verb::Things(things) => things.run(),
        Verb::Queue(queue) => queue.run(),
        Verb::Stage(stage) => stage.run(),
        Verb::StageAgent(agent) => agent.run(),
        Verb::Trace(trace) => trace.run(),
        Verb::Report(report) => report.run(),
        Verb::Top(top) => top.run(),
        Verb::DoctorCheck(check) => check.run(),
        Verb::BeWatched(watched) => watched.run(),
        Verb::LetGo(let_go) => let_go.run(),
        Verb::Completions(completions) => completions.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // `seaway explain x | head -1` is not a failure.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Not `eprintln`, which panics if standard error is closed.
            let _ = writeln!(io::stderr(), "seaway: {error:#}");
            error.downcast_ref::<Refusal>().map_or(ExitCode::FAILURE, |refusal| refusal.exit_code.into())
        }
    }
}

fn is_closed_pipe(error: &Error) -> bool {
    let kinds = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    kinds.into_iter().any(|kind| kind == io::ErrorKind::BrokenPipe)
}
