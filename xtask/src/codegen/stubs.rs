// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C entry points of libseaway.so, and the table of the host MPI's own functions, from `spec/mpi.toml`.

use std::fmt::Write;

use anyhow::{Result, bail};

use super::mpi_table::{self, Argument, Form};

const HEAD: &str = "\
// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from spec/mpi.toml by `cargo xtask codegen`.
";

/// `generated/stubs.rs`.
pub(crate) fn entry_points(table: &str) -> Result<String> {
    let mut text = String::from(HEAD);
    text.push_str(
        "#![allow(clippy::undocumented_unsafe_blocks, reason = \"each hands on the contract of the MPI function\")]\n\
         #![allow(clippy::too_many_arguments, clippy::missing_safety_doc, reason = \"MPI's own signatures\")]\n\n\
         use std::ffi::{c_char, c_int, c_void};\n\n\
         use crate::native::{is_foreign, missing, native};\n\
         use crate::process::{current, in_its_abi};\n\
         use crate::trace::{Span, call_named};\n\
         use crate::{access, calls};\n",
    );
    for form in file_forms(table)? {
        form.write_entry_points(&mut text)?;
    }
    Ok(text)
}

/// `generated/native_functions.rs`.
pub(crate) fn native_functions(table: &str) -> Result<String> {
    let forms = file_forms(table)?;
    let mut text = String::from(HEAD);
    text.push_str(
        "\nuse std::ffi::{c_char, c_int, c_void};\n\nuse seaway_mpi_host::host::Library;\n\n\
         /// The host MPI's own functions; those that it lacks are `None`. Handles travel as whole registers.\n\
         #[derive(Debug)]\npub(crate) struct NativeFunctions {\n",
    );
    for form in &forms {
        writeln!(text, "    pub(crate) {}: Option<{}>,", form.identifier(), form.pointer_type()?)?;
    }
    text.push_str(
        "}\n\nimpl NativeFunctions {\n    pub(crate) fn load(library: &Library) -> Self {\n        Self {\n",
    );
    for form in &forms {
        writeln!(
            text,
            "            // SAFETY: the symbol is MPI's function of this name.\n            \
             {}: library.symbol(\"P{}\").map(|symbol| unsafe {{\n                \
             std::mem::transmute::<*mut c_void, {}>(symbol)\n            }}),",
            form.identifier(),
            form.symbol(),
            form.pointer_type()?
        )?;
    }
    text.push_str("        }\n    }\n}\n");
    Ok(text)
}

/// The functions that libseaway.so interposes.
fn file_forms(table: &str) -> Result<Vec<Form>> {
    Ok(mpi_table::forms(table)?.into_iter().filter(|form| form.does.is_some()).collect())
}

impl Form {
    fn parameters(&self) -> Result<String> {
        let each = self
            .arguments
            .iter()
            .map(|argument| Ok(format!("{}: {}", argument.name, argument.rust_type(self.large)?)));
        Ok(each.collect::<Result<Vec<_>>>()?.join(", "))
    }

    fn pointer_type(&self) -> Result<String> {
        let each = self.arguments.iter().map(|argument| argument.rust_type(self.large));
        Ok(format!("unsafe extern \"C\" fn({}) -> c_int", each.collect::<Result<Vec<_>>>()?.join(", ")))
    }

    fn write_entry_points(&self, text: &mut String) -> Result<()> {
        let (symbol, identifier, parameters, names) =
            (self.symbol(), self.identifier(), self.parameters()?, self.names());
        for exported in [symbol.clone(), format!("P{symbol}")] {
            writeln!(
                text,
                "\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn {exported}({parameters}) -> c_int {{\n    \
                 unsafe {{ {identifier}({names}) }}\n}}"
            )?;
        }
        writeln!(text, "\nunsafe fn {identifier}({parameters}) -> c_int {{")?;
        writeln!(text, "    let span = {};\n    span.around(|| {{", self.span())?;
        self.write_foreign(text)?;
        text.push_str("    match current() {\n");
        writeln!(
            text,
            "        Ok(process) => in_its_abi!(process, process => unsafe {{ {} }}),",
            self.service()?
        )?;
        text.push_str("        Err(code) => code,\n    }\n    })\n}\n");
        Ok(())
    }

    /// Opens the trace span of the call.
    fn span(&self) -> String {
        let call = format!("const {{ call_named(\"{}\") }}", self.name);
        let of_kind = |kind: &str| self.arguments.iter().find(|argument| argument.kind == kind);
        let Some(file) = self.file() else {
            let name = of_kind("string").map_or("std::ptr::null()", |argument| &argument.name);
            return format!("unsafe {{ Span::of_name({call}, {name}) }}");
        };
        if of_kind("count").is_none() {
            return format!("Span::of_file({call}, {file})");
        }
        let offset =
            of_kind("offset").map_or("None".to_owned(), |argument| format!("Some({})", argument.name));
        let count = if self.large { "count" } else { "count.into()" };
        format!("Span::of_access({call}, {file}, {offset}, {count}, datatype)")
    }

    /// The handle of an open file, if the function takes one.
    fn file(&self) -> Option<String> {
        let argument = self.arguments.first()?;
        match argument.kind.as_str() {
            "file" => Some(argument.name.clone()),
            "file_inout" => Some(format!("unsafe {{ {}.read() }}", argument.name)),
            _ => None,
        }
    }

    /// Forwards a call on a file of the host MPI.
    fn write_foreign(&self, text: &mut String) -> Result<()> {
        let Some(file) = self.file() else { return Ok(()) };
        writeln!(text, "    if is_foreign({file}) {{")?;
        writeln!(text, "        if let Some(function) = native().{} {{", self.identifier())?;
        writeln!(text, "            return unsafe {{ function({}) }};\n        }}", self.names())?;
        if self.large && self.arguments.iter().any(|argument| argument.kind == "count") {
            // An MPI without large counts can still handle what fits into an int.
            let small = self.identifier().trim_end_matches("_c").to_owned();
            writeln!(
                text,
                "        if let (Some(function), Ok(count)) = (native().{small}, c_int::try_from(count)) {{"
            )?;
            writeln!(text, "            return unsafe {{ function({}) }};\n        }}", self.names())?;
        }
        writeln!(text, "        return missing();\n    }}")?;
        Ok(())
    }

    /// The call that implements it.
    fn service(&self) -> Result<String> {
        let identifier = self.name.trim_start_matches("MPI_").to_lowercase();
        let method = identifier.trim_start_matches("file_").to_owned();
        let explicit = self.arguments.iter().any(|argument| argument.kind == "offset");
        let engine_arguments = if explicit { "offset, buffer" } else { "buffer" };
        let count = if self.large { "count" } else { "count.into()" };
        let does = self.does.as_deref().unwrap_or_default();
        Ok(match does {
            "read" | "write" => format!(
                "access::{does}(process, fh, buf, {count}, datatype, status, |file, buffer| file.{method}({engine_arguments}))"
            ),
            "start_read" | "start_write" => format!(
                "access::{does}(process, fh, buf, {count}, datatype, request, |file, buffer| file.{method}({engine_arguments}))"
            ),
            "begin_read" | "begin_write" => format!(
                "access::{does}(process, fh, buf, {count}, datatype, |file, buffer| file.{method}({engine_arguments}))"
            ),
            "end" => format!("access::end(process, fh, buf.cast(), status, |file| file.{method}())"),
            "call" => format!("calls::{identifier}(process, {})", self.names()),
            other => bail!("{}: `{other}` is not a known implementation", self.name),
        })
    }
}

impl Argument {
    fn rust_type(&self, large: bool) -> Result<&'static str> {
        Ok(match self.kind.as_str() {
            "file" | "comm" | "datatype" | "info" | "errhandler" => "usize",
            "file_out" | "file_inout" => "*mut usize",
            "status_out" | "request_out" | "info_out" | "group_out" | "datatype_out" | "errhandler_out"
            | "target" => "*mut c_void",
            "source" => "*const c_void",
            "offset" | "view_offset" => "i64",
            "offset_out" | "aint_out" => "*mut i64",
            "count" if large => "i64",
            "count" | "int" | "mode" | "seek" | "flag" | "error_code" => "c_int",
            "int_out" | "mode_out" | "flag_out" => "*mut c_int",
            "string" => "*const c_char",
            "string_out" => "*mut c_char",
            other => bail!("`{other}` is not a kind of argument"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "MPI_File_read_at = { takes = \"file fh, offset offset, target buf, count count, \
        datatype datatype, status_out status\", large = true, does = \"read\" }";

    #[test]
    fn one_row_gives_four_symbols() {
        let text = entry_points(TABLE).unwrap();
        for symbol in ["MPI_File_read_at", "PMPI_File_read_at", "MPI_File_read_at_c", "PMPI_File_read_at_c"] {
            assert!(text.contains(&format!("fn {symbol}(")), "{symbol}");
        }
        assert!(text.contains("file.read_at(offset, buffer)"));
        assert!(
            text.contains("call_named(\"MPI_File_read_at\") }, fh, Some(offset), count.into(), datatype)")
        );
    }

    #[test]
    fn host_functions_are_looked_up_by_their_profiling_names() {
        assert!(native_functions(TABLE).unwrap().contains("\"PMPI_File_read_at_c\""));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let error = entry_points(&TABLE.replace("target", "targett")).unwrap_err();
        assert!(error.to_string().contains("targett"), "{error}");
    }
}
