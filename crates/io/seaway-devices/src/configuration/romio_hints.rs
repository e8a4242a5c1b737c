// SPDX-License-Identifier: MIT OR Apache-2.0
//! The file that ROMIO_HINTS names: a key and a value per line; lines that begin with `#` are comments. As in
//! ROMIO, an unreadable file and malformed lines are ignored: the job scripts that set the variable were
//! written for that.

use std::path::Path;

use seaway_device_api::Hints;

pub(super) fn read(path: &Path) -> Hints {
    std::fs::read_to_string(path).map(|text| parse(&text)).unwrap_or_default()
}

fn parse(text: &str) -> Hints {
    let mut hints = Hints::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [key, value] = words[..] {
            hints.set(key, value);
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_values_are_read_and_the_rest_is_ignored() {
        let text = "# hints of the site\ncb_nodes 4\n\tromio_cb_write\tenable \nnothing\nthree words here\n";
        assert_eq!(parse(text), Hints::parse("cb_nodes=4;romio_cb_write=enable"));
    }

    #[test]
    fn missing_file_gives_no_hints() {
        assert_eq!(read(Path::new("/nowhere/hints")), Hints::new());
    }
}
