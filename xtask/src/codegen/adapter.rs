// SPDX-License-Identifier: MIT OR Apache-2.0
//! The adapter's part of `spec/mpi.toml`: the C entry points, which every library of the adapter has, and the
//! functions behind them, which translate arguments and results between a program's and a host's ABI.

use std::fmt::Write;

use anyhow::{Result, bail};

use super::constants::variant_of;
use super::mpi_table::{self, Argument, Form};
use super::narrowing::TOO_LARGE;

const HEAD: &str = "\
// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from spec/mpi.toml by `cargo xtask codegen`.
";

/// Kinds of arguments that are constants of a group, as in `spec/mpi_constants.tsv`.
const GROUPS: [&str; 17] = [
    "binding",
    "callback_safety",
    "combiner",
    "comparison",
    "distribution",
    "distribution_argument",
    "lock",
    "order",
    "scope",
    "seek",
    "source_order",
    "split_type",
    "thread_level",
    "topology",
    "type_class",
    "variable_class",
    "verbosity",
];

/// `generated/entry_points.rs`, a module of each library.
pub(crate) fn entry_points(table: &str) -> Result<String> {
    let mut text = String::from(HEAD);
    text.push_str(
        "\nuse std::ffi::{c_char, c_int, c_void};\n\n\
         use crate::{Program, Word, entry, newer_entry};\n\n\
         seaway_adapter::entry_table! {}\n\n",
    );
    for (index, form) in (0..).zip(mpi_table::forms(table)?) {
        let (symbol, parameters, returns) =
            (form.symbol(), form.typed_parameters("Word")?, form.rust_return()?);
        let entry = if form.is_beyond_open_mpi { "newer_entry" } else { "entry" };
        writeln!(text, "{entry}! {{ {index}, {symbol}, P{symbol}, ({parameters}) -> {returns} }}")?;
    }
    Ok(text)
}

/// `generated/functions.rs`: the functions behind the entry points.
pub(crate) fn functions(table: &str) -> Result<String> {
    let forms = mpi_table::forms(table)?;
    let mut text = String::from(HEAD);
    text.push_str(
        "\nuse std::ffi::{c_char, c_int, c_void};\nuse std::mem::MaybeUninit;\n\n\
         use super::function;\n\
         use crate::calls;\n\
         use crate::errors::{code, code_to_host};\n\
         use crate::handles::{UNWRITTEN, HeldHandle, file_from_host, file_left, file_to_host, from_host, left, to_host, unwritten};\n\
         use crate::numbers::{\n    bits, constant, constant_array, keyval_to_host, keyval_to_program, narrow_array, \
         rank_to_host,\n    rank_to_program, tag_to_host, write_constant,\n};\n\
         use crate::sentinels::{collective_buffer, is_in_place, variable_to_host, weights_to_host};\n\
         use crate::sides::{Host, Program};\n\
         use crate::statuses::{RoomForStatus, StatusOut, status_in};\n\
         use seaway_mpi_abi::abi::{Kind, Word};\n\n",
    );
    writeln!(
        text,
        "/// How many functions there are, in both forms.\npub(crate) const COUNT: usize = {};\n",
        forms.len()
    )?;
    text.push_str("/// Their C names.\npub(crate) const NAMES: [&str; COUNT] = [\n");
    for form in &forms {
        writeln!(text, "    \"{}\",", form.symbol())?;
    }
    text.push_str("];\n\n/// What answers instead, where the host lacks the function.\n");
    text.push_str("pub(crate) static MISSING: [extern \"C\" fn() -> c_int; COUNT] = [\n");
    for row in (0..forms.len()).collect::<Vec<_>>().chunks(8) {
        let each = row.iter().map(|index| format!("calls::lacks::<{index}>")).collect::<Vec<_>>();
        writeln!(text, "    {},", each.join(", "))?;
    }
    text.push_str("];\n\n/// Where each is in `NAMES`.\npub(crate) mod index {\n    #![allow(dead_code, reason = \"what is done without the host needs no index\")]\n\n");
    for (index, form) in (0..).zip(&forms) {
        writeln!(text, "    pub(crate) const {}: usize = {index};", form.identifier().to_uppercase())?;
    }
    text.push_str("}\n\n/// The functions that a program of ABI `P` calls on a host of ABI `H`.\n");
    text.push_str("pub(crate) fn all<P: Program, H: Host>() -> [*const (); COUNT] {\n    [\n");
    for form in &forms {
        let module = if form.by_hand { "calls::" } else { "" };
        writeln!(text, "        {module}{}::<P, H> as *const (),", form.identifier())?;
    }
    text.push_str(
        "    ]\n}\n\n/// The forms with large counts, by those without, for hosts that have only these.\n\
         pub(crate) fn narrowed<P: Program, H: Host>() -> Vec<(usize, usize, *const ())> {\n    vec![\n",
    );
    let narrowed: Vec<&Form> = forms.iter().filter(|form| form.can_be_narrowed()).collect();
    for form in &narrowed {
        let large = form.identifier().to_uppercase();
        writeln!(
            text,
            "        (index::{large}, index::{}, {}_narrowed::<P, H> as *const ()),",
            large.trim_end_matches("_C"),
            form.identifier()
        )?;
    }
    text.push_str("    ]\n}\n\n/// What is made from what in `narrowed`.\n");
    writeln!(text, "pub(crate) const NARROWED: [(usize, usize); {}] = [", narrowed.len())?;
    for form in &narrowed {
        let large = form.identifier().to_uppercase();
        writeln!(text, "    (index::{large}, index::{}),", large.trim_end_matches("_C"))?;
    }
    text.push_str("];\n");
    for form in forms.iter().filter(|form| !form.by_hand) {
        form.write_function(&mut text, false)?;
    }
    for form in narrowed {
        form.write_function(&mut text, true)?;
    }
    Ok(text)
}

/// How one argument is translated.
#[derive(Default)]
pub(super) struct Translation {
    /// Code before the call.
    pub(super) before: String,
    /// The argument of the host's function.
    pub(super) passed: String,
    /// Code after the call, if it succeeded.
    pub(super) after: String,
    pub(super) after_success: String,
    /// And only if it failed.
    pub(super) after_failure: String,
}

impl Form {
    pub(super) fn rust_return(&self) -> Result<&'static str> {
        Ok(match self.returns.as_deref() {
            None => "c_int",
            Some("double") => "f64",
            Some("aint") => "i64",
            Some(handle) if handle.starts_with("MPI_") && handle != "MPI_File" => "Word",
            Some("MPI_File") => "usize",
            Some(other) => bail!("{}: `{other}` is not a known return type", self.name),
        })
    }

    fn typed_parameters(&self, word: &str) -> Result<String> {
        let each = self
            .arguments
            .iter()
            .map(|argument| Ok(format!("{}: {}", argument.name, argument.adapter_type(self.large, word)?)));
        Ok(each.collect::<Result<Vec<_>>>()?.join(", "))
    }

    fn write_function(&self, text: &mut String, narrowed: bool) -> Result<()> {
        let is_narrowed_array =
            |argument: &Argument| narrowed && argument.is_counted() && argument.length.is_some();
        let mut translations: Vec<Translation> = Vec::new();
        for (place, argument) in self.arguments.iter().enumerate() {
            match narrowed.then(|| self.counted(place)).flatten() {
                Some(both) => translations.extend(both),
                // Translated with its count.
                None if translations.len() > place => {}
                None if is_narrowed_array(argument) => {
                    translations.push(argument.narrowed_array(&self.length_of(argument)));
                }
                None => translations.push(argument.translation(narrowed)?),
            }
        }
        let (lengths, kept) = if narrowed { (self.lengths(), self.kept()) } else { Default::default() };
        // Nothing was found or completed: the status is left unchanged.
        let flag =
            self.arguments.iter().find(|argument| argument.kind == "flag_out" && argument.name == "flag");
        let guard = |argument: &Argument, after: &str| match flag {
            Some(_) if argument.kind == "status_out" => format!("if flag.read() != 0 {{ {after} }}"),
            _ => after.to_owned(),
        };
        let after: String = self
            .arguments
            .iter()
            .zip(&translations)
            .map(|(argument, translation)| guard(argument, &translation.after))
            .collect();
        let each = |part: fn(&Translation) -> &str| translations.iter().map(part).collect::<String>();
        let passed: Vec<&str> = translations.iter().map(|translation| translation.passed.as_str()).collect();
        let returns = self.rust_return()?;
        let (mut own, mut host) = (self.identifier(), self.identifier().to_uppercase());
        let mut before = lengths + each(|translation| &translation.before).trim_end();
        if before.contains(TOO_LARGE) {
            before.insert_str(0, &format!("const LARGE: usize = index::{host};\n"));
        }
        if narrowed {
            own.push_str("_narrowed");
            host.truncate(host.len() - "_C".len());
        }
        let failure = each(|translation| &translation.after_failure).trim_end().to_owned();
        let failure = if failure.is_empty() { failure } else { format!(" {{{failure}}}") };
        writeln!(
            text,
            "\nfunction! {{ {own}, {host}, ({}) -> {returns},\n    {{{}}}\n    ({})\n    {{{}}} {{{}}}{failure}\n}}",
            self.typed_parameters("P::Word")?,
            before,
            passed.join(", "),
            after.trim_end(),
            each(|translation| &translation.after_success).trim_end().to_owned() + &kept,
        )?;
        Ok(())
    }
}

impl Argument {
    /// The kind without its direction.
    pub(super) fn base(&self) -> &str {
        self.kind.trim_end_matches("_inout").trim_end_matches("_out")
    }

    pub(super) fn is_out(&self) -> bool {
        self.kind.ends_with("_out")
    }

    pub(super) fn is_inout(&self) -> bool {
        self.kind.ends_with("_inout")
    }

    pub(super) fn adapter_type(&self, large: bool, word: &str) -> Result<String> {
        let base = self.base();
        let scalar = match base {
            "file" => "usize",
            handle if variant_of(handle).is_some() => word,
            "int" | "flag" | "rank" | "tag" | "keyval" | "error_class" | "error_code" | "assertion"
            | "mode" | "weights" => "c_int",
            group if GROUPS.contains(&group) => "c_int",
            "count" | "displacement" if large => "i64",
            "count" | "displacement" => "c_int",
            "aint" | "large" | "offset" | "view_offset" => "i64",
            "double" => "f64",
            "unsigned" => "c_uint",
            tool if tool.starts_with("t_") => "usize",
            "varargs" | "function" => "usize",
            "source" | "collective_source" => return Ok("*const c_void".to_owned()),
            "target" | "collective_target" | "pointer" => return Ok("*mut c_void".to_owned()),
            "status" if self.kind == "status" => return Ok("*const c_void".to_owned()),
            "status" => return Ok("*mut c_void".to_owned()),
            "string" if self.is_out() => return Ok("*mut c_char".to_owned()),
            "string" => return Ok("*const c_char".to_owned()),
            "strings" => return Ok("*mut c_void".to_owned()),
            other => bail!("`{other}` is not a kind of argument"),
        };
        let is_written = self.is_out() || self.is_inout();
        Ok(match (is_written, self.length.is_some()) {
            (true, _) => format!("*mut {scalar}"),
            (false, true) => format!("*const {scalar}"),
            (false, false) => scalar.to_owned(),
        })
    }

    fn translation(&self, narrowed: bool) -> Result<Translation> {
        let name = &self.name;
        let base = self.base();
        if self.length.is_none() {
            if let Some(kind) = variant_of(base) {
                return Ok(self.handle(kind));
            }
            if GROUPS.contains(&base) {
                return Ok(self.constant());
            }
        }
        if let Some(length) =
            self.length.as_deref().filter(|length| *length != "*" && !self.is_out() && !self.is_inout())
            && (base == "datatype" || GROUPS.contains(&base))
        {
            return Ok(self.array(length));
        }
        let mut translation = Translation { passed: name.clone(), ..Translation::default() };
        match (base, self.is_out() || self.is_inout()) {
            ("rank", false) if self.length.is_none() => {
                translation.passed = format!("rank_to_host::<P, H>({name})");
            }
            ("rank", true) if self.length.is_none() => {
                translation.after_success = format!("{name}.write(rank_to_program::<P, H>({name}.read()));");
            }
            ("tag", false) => translation.passed = format!("tag_to_host::<P, H>({name})"),
            ("keyval", false) => translation.passed = format!("keyval_to_host::<P, H>({name})"),
            ("keyval", true) if self.is_out() => {
                translation.after_success =
                    format!("{name}.write(keyval_to_program::<P, H>({name}.read()));");
            }
            ("keyval", true) => {
                translation.before = format!("let mut held_{name} = keyval_to_host::<P, H>({name}.read());");
                translation.passed = format!("&raw mut held_{name}");
                translation.after = format!("{name}.write(keyval_to_program::<P, H>(held_{name}));");
            }
            ("assertion" | "mode", false) => {
                let group = base.to_uppercase();
                translation.passed = format!("bits(P::{group}, H::{group}, {name})");
            }
            ("assertion" | "mode", true) => {
                let group = base.to_uppercase();
                translation.after_success =
                    format!("{name}.write(bits(H::{group}, P::{group}, {name}.read()));");
            }
            ("view_offset", false) => {
                translation.passed = format!(
                    "if {name} == P::MPI_DISPLACEMENT_CURRENT {{ H::MPI_DISPLACEMENT_CURRENT }} else {{ {name} }}"
                );
            }
            ("error_code", false) => translation.passed = format!("code_to_host::<P, H>({name})"),
            ("t_pvar_handle", false) => translation.passed = format!("variable_to_host({name})"),
            ("weights", _) => translation.passed = format!("weights_to_host({name})"),
            ("collective_source", _) => {
                translation.passed = format!("collective_buffer::<P, H>({name}.cast_mut())");
            }
            ("collective_target", _) => translation.passed = format!("collective_buffer::<P, H>({name})"),
            ("status", false) => {
                translation.before = format!("let host_{name} = status_in::<P, H>({name}.cast());");
                translation.passed = format!("host_{name}.as_ptr()");
            }
            ("status", true) if self.length.is_none() => {
                let new = if self.is_inout() { "with" } else { "new" };
                translation.before = format!(
                    "let mut room_{name} = RoomForStatus::uninit();let host_{name} = StatusOut::<P, H>::{new}({name}, &mut room_{name});"
                );
                translation.passed = format!("host_{name}.pointer()");
                translation.after = format!("host_{name}.store();");
            }
            ("count" | "displacement", false) if narrowed => {
                translation.before = format!(
                    "let Ok(narrow_{name}) = c_int::try_from({name}) else {{ return {TOO_LARGE}; }};\n"
                );
                translation.passed = format!("narrow_{name}");
            }
            ("count" | "displacement", true) if narrowed => {
                translation.before = if self.is_inout() {
                    format!(
                        "let Ok(mut narrow_{name}) = c_int::try_from({name}.read()) else {{ return {TOO_LARGE}; }};\n"
                    )
                } else {
                    format!("let mut narrow_{name}: c_int = 0;")
                };
                translation.passed = format!("&raw mut narrow_{name}");
                translation.after_success = format!("{name}.write(narrow_{name}.into());");
            }
            ("request" | "datatype" | "info" | "strings" | "function" | "varargs", _) => {
                bail!("`{} {name}` has to be translated by hand", self.kind);
            }
            _ => {}
        }
        Ok(translation)
    }

    /// An array that the host only reads, and only during the call.
    fn array(&self, length: &str) -> Translation {
        let (name, group) = (&self.name, self.base().to_uppercase());
        let length = format!("usize::try_from({length}).unwrap_or(0)");
        let translated = match self.base() {
            "datatype" => format!("calls::translated::<P, H>({length}, {name})"),
            _ => format!("constant_array({name}, {length}, P::{group}, H::{group})"),
        };
        Translation {
            before: format!("let host_{name} = {translated};"),
            passed: format!("host_{name}.as_ptr()"),
            ..Translation::default()
        }
    }

    /// `kind`: the variant of `Kind`.
    fn handle(&self, kind: &str) -> Translation {
        let name = &self.name;
        if self.is_inout() {
            // The host writes a word of its own size: reading more than was just written stalls the
            // processor's store forwarding.
            let word = if self.base() == "file" { "usize" } else { "H::Word" };
            Translation {
                before: format!(
                    "let held_{name} = HeldHandle::<P, H>::of(Kind::{kind}, {name}.cast());let mut now_{name} = held_{name}.word::<{word}>();"
                ),
                passed: format!("&raw mut now_{name}"),
                after: format!("held_{name}.store(now_{name});"),
                ..Translation::default()
            }
        } else if self.kind == "request_out" {
            // A started operation has a non-null request, which must be waited for.
            Translation {
                before: format!("let mut new_{name} = MaybeUninit::<H::Word>::uninit();"),
                passed: format!("new_{name}.as_mut_ptr()"),
                after_success: format!(
                    "let new_{name} = new_{name}.assume_init().to_register();{name}.write(P::created(Kind::{kind}, new_{name}));\n"
                ),
                ..Translation::default()
            }
        } else if self.is_out() {
            let (initial, given, left) = if self.base() == "file" {
                ("UNWRITTEN", format!("file_from_host::<P, H>(new_{name})"), "file_left::<P, H>(".to_owned())
            } else {
                (
                    "unwritten::<H>()",
                    format!("from_host::<P, H>(Kind::{kind}, new_{name})"),
                    format!("left::<P, H>(Kind::{kind}, "),
                )
            };
            Translation {
                before: format!("let mut new_{name} = {initial};"),
                passed: format!("&raw mut new_{name}"),
                after_success: format!("if !{name}.is_null() {{ {name}.write({given}); }}\n"),
                after_failure: format!("{left}new_{name}, {name});"),
                ..Translation::default()
            }
        } else if self.base() == "file" {
            Translation { passed: format!("file_to_host::<P, H>({name})"), ..Translation::default() }
        } else {
            Translation { passed: format!("to_host::<P, H>(Kind::{kind}, {name})"), ..Translation::default() }
        }
    }

    fn constant(&self) -> Translation {
        let (name, group) = (&self.name, self.base().to_uppercase());
        if self.is_out() || self.is_inout() {
            Translation {
                passed: name.clone(),
                after_success: format!("write_constant({name}, H::{group}, P::{group});"),
                ..Translation::default()
            }
        } else {
            Translation {
                passed: format!("constant(P::{group}, H::{group}, {name})"),
                ..Translation::default()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "MPI_Send = { takes = \"source buf, count count, datatype datatype, rank dest, tag tag, comm comm\", \
        large = true }";

    #[test]
    fn one_row_gives_four_symbols() {
        let text = entry_points(TABLE).unwrap();
        assert!(text.contains("entry! { 0, MPI_Send, PMPI_Send, ("));
        assert!(text.contains("newer_entry! { 1, MPI_Send_c, PMPI_Send_c, ("));
    }

    #[test]
    fn kinds_decide_what_is_translated() {
        let text = functions(TABLE).unwrap();
        assert!(text.contains("rank_to_host::<P, H>(dest)"));
        assert!(text.contains("to_host::<P, H>(Kind::Datatype, datatype)"));
        assert!(text.contains("function! { send_c_narrowed, SEND, ("));
    }

    #[test]
    fn arguments_to_translate_by_hand_are_named() {
        let error = functions("MPI_A = { takes = \"request_inout[*] requests\" }").unwrap_err();
        assert!(error.to_string().contains("requests"), "{error}");
    }
}
