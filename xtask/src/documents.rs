// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads Markdown: fenced blocks, commands and links.

/// Arguments of the lines `cargo run ...` in blocks of kind `sh`.
pub(crate) fn cargo_run_commands(text: &str) -> Vec<Vec<&str>> {
    let lines = blocks(text, "sh").into_iter().flatten();
    lines
        .map(|line| line.split('#').next().unwrap_or_default())
        .filter_map(|line| line.trim().strip_prefix("cargo "))
        .map(|rest| rest.split_whitespace().collect())
        .filter(|words: &Vec<&str>| words.first() == Some(&"run"))
        .collect()
}

/// Targets of `[text](target)` that lie in this repository, without their `#section`.
pub(crate) fn local_links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let paths = targets.filter_map(|target| target.split('#').next());
    paths.filter(|path| !path.is_empty() && !path.contains("://") && !path.contains(' ')).collect()
}

/// Lines of each fenced block that opens with ```` ```kind ````.
fn blocks<'t>(text: &'t str, kind: &str) -> Vec<Vec<&'t str>> {
    let mut found = Vec::new();
    let mut open: Option<Vec<&str>> = None;
    let mut inside_other = false;
    for line in text.lines() {
        match (line.trim_end().strip_prefix("```"), open.as_mut()) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(_), None) if inside_other => inside_other = false,
            (Some(opened), None) if opened == kind => open = Some(Vec::new()),
            (Some(_), None) => inside_other = true,
            (None, Some(lines)) => lines.push(line),
            (None, None) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Title
```rust
cargo run not a command
```
```sh
cargo run --release -- demo   # a few seconds
cargo xtask test
```
See [the engine](docs/engine.md#views), [MPI](https://www.mpi-forum.org) and [here](#title).
";

    #[test]
    fn commands_come_from_shell_blocks_only() {
        assert_eq!(cargo_run_commands(PAGE), [["run", "--release", "--", "demo"]]);
    }

    #[test]
    fn links_to_other_places_are_left_out() {
        assert_eq!(local_links(PAGE), ["docs/engine.md"]);
    }
}
