// SPDX-License-Identifier: MIT OR Apache-2.0
//! Accepts habits of other launchers: `seaway run -np 4 ./app`, as for `mpirun`.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command};

/// `arguments`, the program's name first, with `-np` of `seaway run` replaced by `-n`. Words of the command
/// that is run are left alone.
pub(crate) fn understood(command: &Command, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let Some(run) =
        command.find_subcommand("run").filter(|_| arguments.get(1).is_some_and(|verb| verb == "run"))
    else {
        return arguments;
    };
    let mut index = 2;
    while let Some(word) =
        arguments.get(index).and_then(|word| word.to_str()).filter(|word| word.starts_with('-'))
    {
        match word {
            "--" => break,
            "-np" => {
                arguments[index] = "-n".into();
                index += 2;
            }
            option => index += if takes_the_next_word(run, option) { 2 } else { 1 },
        }
    }
    arguments
}

fn takes_the_next_word(command: &Command, option: &str) -> bool {
    let is_meant = |argument: &&Arg| match option.strip_prefix("--") {
        Some(long) => {
            argument.get_long() == Some(long)
                || argument.get_all_aliases().is_some_and(|all| all.contains(&long))
        }
        None => {
            let mut letters = option.chars().skip(1);
            letters.next() == argument.get_short() && letters.next().is_none()
        }
    };
    let takes_value = |argument: &Arg| {
        matches!(argument.get_action(), ArgAction::Set | ArgAction::Append)
            && !argument.is_require_equals_set()
    };
    command.get_arguments().find(is_meant).is_some_and(takes_value)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::CommandLine;

    #[test]
    fn number_of_processes_is_understood_before_the_line_alone() {
        let check = |line: &str, expected: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            let understood = understood(&CommandLine::command(), words);
            assert_eq!(understood, expected.split(' ').map(OsString::from).collect::<Vec<_>>(), "{line}");
        };
        check("seaway run -np 4 ./app", "seaway run -n 4 ./app");
        check(
            "seaway run --mpi openmpi -v -np 4 ./app -np 3",
            "seaway run --mpi openmpi -v -n 4 ./app -np 3",
        );
        check("seaway run --trace -np 4 ./app", "seaway run --trace -n 4 ./app");
        check("seaway run mpirun -np 4 ./app", "seaway run mpirun -np 4 ./app");
        check("seaway run --hint -np ./app", "seaway run --hint -np ./app");
        check("seaway run -- -np 4", "seaway run -- -np 4");
        check("seaway doctor -np", "seaway doctor -np");
    }
}
