// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of files that are things: a thing's own name, with characters escaped that file names should not have.

/// So that no thing is taken for a hidden file or a part of a path.
const SUFFIX: &str = ".thing";

pub fn file_name(name: &str) -> String {
    format!("{}{SUFFIX}", escaped(name))
}

fn escaped(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let escape =
        |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    let escaped: String = name.bytes().map(escape).collect();
    // Not a hidden file.
    escaped.strip_prefix('.').map_or(escaped.clone(), |rest| format!("%2e{rest}"))
}

/// The name of the thing that has this file. `None`: it is another file.
pub fn name_of_file(file: &str) -> Option<String> {
    let mut rest = file.strip_suffix(SUFFIX)?.bytes();
    let mut name = Vec::new();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            name.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        name.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    let name = String::from_utf8(name).ok()?;
    // Only what was made here: one thing has one file.
    (file_name(&name) == file).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in ["S-xy-012", "a/b c", "größe.nc", "..", ".hidden", "100%", "x.thing"] {
            let file = file_name(name);
            assert!(!file.contains('/') && !file.starts_with('.'), "{file}");
            assert_eq!(name_of_file(&file).as_deref(), Some(name));
        }
        for file in ["a", "a b.thing", "%zz.thing", "%41.thing", "%.thing", ".a.thing"] {
            assert_eq!(name_of_file(file), None, "{file}");
        }
    }
}
