// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large-count functions for hosts that count in ints. Many elements of a datatype become one element of a
//! datatype created for them; other numbers must fit.

use super::adapter::Translation;
use super::mpi_table::{Argument, Form};

/// The result of a function if a number does not fit an int. `LARGE`: its own index.
pub(super) const TOO_LARGE: &str = "calls::too_large::<P, H>(LARGE)";

impl Form {
    /// Whether a host without this form can use the other one, if the counts fit into an int.
    pub(super) fn can_be_narrowed(&self) -> bool {
        let has_room = |argument: &Argument| argument.is_out() && argument.length.is_some();
        self.large
            && !self.by_hand
            && !self.arguments.iter().any(|argument| argument.is_counted() && has_room(argument))
    }

    /// Determines the lengths of arrays that only the communicator knows, before they are translated.
    pub(super) fn lengths(&self) -> String {
        let is_open = |argument: &Argument| argument.is_counted() && argument.length.as_deref() == Some("*");
        if !self.arguments.iter().any(is_open) {
            return String::new();
        }
        let among = match self.identifier() {
            name if name.contains("neighbor") => "neighbours",
            name if name.contains("reduce_scatter") => "own_group",
            _ => "everybody",
        };
        format!("let lengths = calls::{among}::<H>(to_host::<P, H>(Kind::Comm, comm));")
    }

    /// The length of an array of a narrowed form. Arguments that are not significant at the caller may be
    /// invalid.
    pub(super) fn length_of(&self, argument: &Argument) -> String {
        let length = match argument.length.as_deref() {
            Some("*") if argument.name.starts_with('s') => "lengths.0".to_owned(),
            Some("*") => "lengths.1".to_owned(),
            Some(named) => return format!("usize::try_from({named}).unwrap_or(0)"),
            None => return "0".to_owned(),
        };
        let name = self.identifier();
        let at_root =
            (name.contains("gatherv") && !name.contains("allgatherv") && !name.contains("neighbor"))
                || name.contains("scatterv");
        let (length, is_sent) = match name.contains("scatterv") {
            true => ("lengths.0".to_owned(), true),
            false => (length, argument.name.starts_with('s')),
        };
        if at_root {
            format!("if calls::is_root::<P, H>(root, comm) {{ {length} }} else {{ 0 }}")
        } else if is_sent && self.arguments.iter().any(|other| other.name == "sendbuf") {
            format!("if is_in_place::<P>(sendbuf) {{ 0 }} else {{ {length} }}")
        } else {
            length
        }
    }

    /// Arrays that the host may read until a request has completed.
    pub(super) fn kept(&self) -> String {
        let arrays =
            self.arguments.iter().filter(|argument| argument.is_counted() && argument.length.is_some());
        let arrays: Vec<String> = arrays.map(|argument| format!("narrow_{}", argument.name)).collect();
        let has_request = self.arguments.iter().any(|argument| argument.kind == "request_out");
        if arrays.is_empty() || !has_request {
            return String::new();
        }
        format!("calls::keep(new_request, ({},));", arrays.join(", "))
    }

    /// The datatype of a count, if that many of it can be one element of another datatype. A reduction must
    /// see the elements, and datatype constructors and queries use the numbers themselves.
    pub(super) fn counted_datatype(&self, place: usize) -> Option<&Argument> {
        let has = |base: &str| self.arguments.iter().any(|argument| argument.base() == base);
        let [count, datatype] = self.arguments.get(place..place + 2)? else { return None };
        let is_pair = count.kind == "count"
            && count.length.is_none()
            && datatype.kind == "datatype"
            && datatype.length.is_none();
        let is_made =
            self.arguments.iter().any(|other| other.kind == "datatype_out" || other.kind == "count_out");
        (is_pair && !is_made && (!has("op") || has("win"))).then_some(datatype)
    }

    /// Count and datatype together.
    pub(super) fn counted(&self, place: usize) -> Option<[Translation; 2]> {
        let (count, datatype) = (&self.arguments[place].name, &self.counted_datatype(place)?.name);
        let of_count = Translation {
            before: format!(
                "let counted_{count} = match calls::Counted::<H>::of({count}, to_host::<P, H>(Kind::Datatype, {datatype})) {{ \
                 Ok(counted) => counted, Err(result) => return code::<P, H>(result) }};\n"
            ),
            passed: format!("counted_{count}.count"),
            ..Translation::default()
        };
        let of_datatype =
            Translation { passed: format!("counted_{count}.datatype"), ..Translation::default() };
        Some([of_count, of_datatype])
    }
}

impl Argument {
    pub(super) fn is_counted(&self) -> bool {
        matches!(self.base(), "count" | "displacement")
    }

    /// Counts that fit into ints, for a host without large counts.
    pub(super) fn narrowed_array(&self, length: &str) -> Translation {
        let name = &self.name;
        Translation {
            before: format!(
                "let Some(narrow_{name}) = narrow_array({name}, {length}) else {{ return {TOO_LARGE}; }};"
            ),
            passed: format!("narrow_{name}.as_ptr()"),
            ..Translation::default()
        }
    }
}
