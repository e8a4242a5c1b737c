// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI's Fortran interface from `spec/mpi.toml`: functions that take arguments by address, as Fortran passes
//! them, and call the C function of the same name.

use std::fmt::Write;

use anyhow::{Result, bail};

use super::constants::variant_of;
use super::mpi_table::{self, Argument, Form};

pub(super) const HEAD: &str = "\
// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from spec/mpi.toml by `cargo xtask codegen`.
";

/// Functions that only C has: Fortran has no tools interface, and its handles are integers already.
const OF_C_ALONE: [&str; 5] = ["MPI_T_", "MPI_Abi_", "_toint", "_fromint", "MPI_Type_get_value_index"];

/// Their arguments differ from those of the C function by more than being addresses:
/// `seaway-adapter-fortran/src/calls/`.
const BY_HAND: [&str; 38] = [
    "MPI_Address",
    "MPI_Aint_add",
    "MPI_Aint_diff",
    "MPI_Attr_get",
    "MPI_Attr_put",
    "MPI_Comm_create_errhandler",
    "MPI_Comm_create_keyval",
    "MPI_Comm_get_attr",
    "MPI_Comm_set_attr",
    "MPI_Comm_spawn",
    "MPI_Comm_spawn_multiple",
    "MPI_Errhandler_create",
    "MPI_File_create_errhandler",
    "MPI_Grequest_start",
    "MPI_Info_create_env",
    "MPI_Info_get",
    "MPI_Info_get_string",
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Keyval_create",
    "MPI_Op_create",
    "MPI_Pcontrol",
    "MPI_Register_datarep",
    "MPI_Session_create_errhandler",
    "MPI_Session_get_nth_pset",
    "MPI_Type_create_keyval",
    "MPI_Type_extent",
    "MPI_Type_get_attr",
    "MPI_Type_hindexed",
    "MPI_Type_hvector",
    "MPI_Type_lb",
    "MPI_Type_set_attr",
    "MPI_Type_struct",
    "MPI_Type_ub",
    "MPI_Win_create_errhandler",
    "MPI_Win_create_keyval",
    "MPI_Win_get_attr",
    "MPI_Win_set_attr",
];

/// Functions that keep or return an address without accessing it.
const OF_ADDRESSES: [&str; 8] = [
    "MPI_Buffer_attach",
    "MPI_Comm_attach_buffer",
    "MPI_Free_mem",
    "MPI_Get_address",
    "MPI_Session_attach_buffer",
    "MPI_Win_attach",
    "MPI_Win_create",
    "MPI_Win_detach",
];

/// `generated/functions.rs`.
pub(crate) fn functions(table: &str) -> Result<String> {
    let forms = forms(table)?;
    let mut text = String::from(HEAD);
    text.push_str(
        "\nuse std::ffi::{CStr, c_char, c_int, c_void};\n\n\
         use seaway_mpi_abi::abi::Kind;\n\n\
         use super::fortran;\n\
         use crate::descriptors::{Bounced, Descriptor, Strided, address_of, whole};\n\
         use crate::handles::{Handles, RoomForHandles, everybody, neighbours};\n\
         use crate::program::Program;\n\
         use crate::results::{one_based, ones_based, report};\n\
         use crate::strings::{TextOut, text_in};\n\n",
    );
    writeln!(text, "/// The C functions.\npub(crate) const NAMES: [&CStr; {}] = [", forms.len())?;
    for form in &forms {
        writeln!(text, "    c\"{}\",", form.symbol())?;
    }
    text.push_str("];\n\n/// Where each is in `NAMES`.\npub(crate) mod index {\n    #![allow(dead_code, reason = \"some are done by others\")]\n\n");
    for (index, form) in (0..).zip(&forms) {
        writeln!(text, "    pub(crate) const {}: usize = {index};", form.identifier().to_uppercase())?;
    }
    text.push_str("}\n");
    for form in forms.iter().filter(|form| !form.is_written_by_hand()) {
        form.write_fortran(&mut text, Passing::Addresses)?;
        if form.differs_in_2008() {
            form.write_fortran(&mut text, Passing::Descriptors)?;
        }
    }
    Ok(text)
}

/// The forms that Fortran has.
pub(super) fn forms(table: &str) -> Result<Vec<Form>> {
    let mut forms = mpi_table::forms(table)?;
    forms.retain(|form| {
        let symbol = form.symbol();
        // No compiler's module has the large-count forms of functions with callbacks.
        let takes_functions = form.large && BY_HAND.contains(&form.name.as_str());
        !takes_functions && !OF_C_ALONE.iter().any(|part| symbol.contains(part))
    });
    Ok(forms)
}

/// What Fortran passes for a buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passing {
    Addresses,
    Descriptors,
}

/// One argument: what Fortran passes, and how it is translated.
#[derive(Default)]
struct Passed {
    parameter: String,
    /// Fortran passes the lengths of strings after all arguments.
    hidden: String,
    before: String,
    to_c: String,
    after: String,
    after_success: String,
}

impl Form {
    fn is_written_by_hand(&self) -> bool {
        BY_HAND.contains(&self.name.as_str())
    }

    /// Whether it uses MPI_Count: some functions have no separate name for it in the table.
    pub(super) fn is_large(&self) -> bool {
        self.symbol().ends_with("_c")
    }

    pub(super) fn has_buffers(&self) -> bool {
        self.arguments.iter().any(Argument::is_buffer)
    }

    pub(super) fn differs_in_2008(&self) -> bool {
        !self.is_written_by_hand()
            && self.arguments.iter().any(|argument| argument.is_buffer() || argument.name == "buffer_addr")
    }

    /// Whether it is finished with its buffers when it returns.
    fn is_done_at_once(&self) -> bool {
        let goes_on = |argument: &Argument| matches!(argument.kind.as_str(), "request_out" | "win");
        !self.arguments.iter().any(goes_on) && !self.name.ends_with("_begin") && !self.name.ends_with("_end")
    }

    /// Whether these arguments are a buffer, its count and its type.
    fn is_triple(&self, at: usize) -> bool {
        let kind = |at: usize| match self.arguments.get(at) {
            Some(argument) if argument.length.is_none() => argument.kind.as_str(),
            _ => "",
        };
        // Two buffers of a reduction share a type.
        let is_shared = at > 0 && self.arguments[at - 1].is_buffer();
        !is_shared
            && matches!(kind(at + 1), "count" | "int")
            && kind(at + 2) == "datatype"
            && self.arguments[at].is_buffer()
    }

    fn write_fortran(&self, text: &mut String, passing: Passing) -> Result<()> {
        let arguments =
            (0..self.arguments.len()).map(|at| self.passed(at, passing)).collect::<Result<Vec<_>>>()?;
        let list = |part: fn(&Passed) -> &str| -> Vec<&str> {
            arguments.iter().map(part).filter(|text| !text.is_empty()).collect()
        };
        let types = self.arguments.iter().map(|argument| argument.adapter_type(self.large, "P::Word"));
        let (types, returns) = (types.collect::<Result<Vec<_>>>()?.join(", "), self.rust_return()?);
        let mut parameters = list(|argument| &argument.parameter);
        let ierror = if self.returns.is_none() { "ierror" } else { "" };
        if self.returns.is_none() {
            parameters.push("ierror: *mut c_int");
        }
        parameters.extend(list(|argument| &argument.hidden));
        let name = self.identifier() + if passing == Passing::Descriptors { "_described" } else { "" };
        let lengths = match self
            .arguments
            .iter()
            .any(|argument| argument.length.as_deref() == Some("*") && argument.kind == "datatype")
        {
            true if name.contains("neighbor") => "let lengths = neighbours::<P>(*comm);",
            true => "let lengths = everybody::<P>(*comm);",
            false => "",
        };
        let (before, passed) =
            (list(|argument| &argument.before).join("\n"), list(|argument| &argument.to_c).join(", "));
        let (after, success) = (
            list(|argument| &argument.after).join("\n"),
            list(|argument| &argument.after_success).join("\n"),
        );
        writeln!(
            text,
            "\nfortran! {{ {name}, {}, ({}), fn({types}) -> {returns},\n    {{{lengths}{before}}}\n    ({passed})\n    {{{after}}} {{{success}}} {ierror}\n}}",
            self.identifier().to_uppercase(),
            parameters.join(", "),
        )?;
        Ok(())
    }

    fn passed(&self, at: usize, passing: Passing) -> Result<Passed> {
        let argument = &self.arguments[at];
        let name = &argument.name;
        if passing == Passing::Descriptors {
            if argument.is_buffer() {
                return Ok(self.described(at));
            }
            let of_strided = (1..=2).find(|back| at >= *back && self.is_strided(at - back));
            if let Some(back) = of_strided {
                let (of, part) =
                    (&self.arguments[at - back].name, if back == 1 { "count" } else { "datatype" });
                let wide = if self.large && back == 1 { "large_count" } else { part };
                return Ok(Passed {
                    parameter: argument.scalar_parameter(self.large)?,
                    to_c: format!("strided_{of}.{wide}()"),
                    ..Passed::default()
                });
            }
        }
        if argument.name == "buffer_addr" && passing == Passing::Addresses {
            // Fortran 77 cannot return an address.
            return Ok(Passed {
                parameter: format!("_{name}: *mut c_void"),
                before: format!("let mut {name} = std::ptr::null_mut::<c_void>();"),
                to_c: format!("(&raw mut {name}).cast()"),
                ..Passed::default()
            });
        }
        argument.addressed(self.large, at_length(self, argument, passing))
    }

    /// Whether an array section is described by a derived type.
    fn is_strided(&self, at: usize) -> bool {
        !self.is_done_at_once() && self.is_triple(at)
    }

    /// A buffer that is a descriptor.
    fn described(&self, at: usize) -> Passed {
        let argument = &self.arguments[at];
        let name = &argument.name;
        let parameter = format!("{name}: *const Descriptor");
        if OF_ADDRESSES.contains(&self.name.as_str()) {
            return Passed { parameter, to_c: format!("address_of::<P>({name})"), ..Passed::default() };
        }
        if self.is_strided(at) {
            let (count, datatype) = (&self.arguments[at + 1].name, &self.arguments[at + 2].name);
            let count = if self.large { format!("*{count}") } else { format!("(*{count}).into()") };
            return Passed {
                parameter,
                before: format!(
                    "let strided_{name} = match Strided::<P>::of({name}, {count}, *{datatype}) {{ Ok(strided) => strided, Err(code) => return report(ierror, code) }};"
                ),
                to_c: format!("strided_{name}.address()"),
                after: format!("strided_{name}.free();"),
                ..Passed::default()
            };
        }
        if !self.is_done_at_once() {
            return Passed {
                parameter,
                before: format!(
                    "let whole_{name} = match whole::<P>({name}) {{ Ok(address) => address, Err(code) => return report(ierror, code) }};"
                ),
                to_c: format!("whole_{name}"),
                ..Passed::default()
            };
        }
        let is_written = matches!(argument.kind.as_str(), "target" | "collective_target");
        Passed {
            parameter,
            before: format!(
                "let {}bounced_{name} = Bounced::of::<P>({name});",
                if is_written { "mut " } else { "" }
            ),
            to_c: format!("bounced_{name}.address()"),
            after: if is_written { format!("bounced_{name}.put_back();") } else { String::new() },
            ..Passed::default()
        }
    }
}

/// The length of an array of handles.
fn at_length(form: &Form, argument: &Argument, passing: Passing) -> String {
    match argument.length.as_deref() {
        Some("*") if argument.name.starts_with('s') && passing == Passing::Addresses => {
            "if P::is_in_place(sendbuf) { 0 } else { lengths.0 }".to_owned()
        }
        Some("*") if argument.name.starts_with('s') => "lengths.0".to_owned(),
        Some("*") => "lengths.1".to_owned(),
        Some(named) if form.arguments.iter().any(|other| other.name == named) => {
            format!("usize::try_from(*{named}).unwrap_or(0)")
        }
        _ => "0".to_owned(),
    }
}

impl Argument {
    fn is_buffer(&self) -> bool {
        matches!(self.kind.as_str(), "source" | "target" | "collective_source" | "collective_target")
    }

    /// An integer, or a handle, passed by address.
    fn scalar_parameter(&self, large: bool) -> Result<String> {
        let scalar = if variant_of(self.base()).is_some() {
            "c_int".to_owned()
        } else {
            self.adapter_type(large, "c_int")?
        };
        let scalar = scalar.trim_start_matches("*mut ").trim_start_matches("*const ").to_owned();
        let is_written = self.is_out() || self.is_inout();
        Ok(format!("{}: *{} {scalar}", self.name, if is_written { "mut" } else { "const" }))
    }

    fn addressed(&self, large: bool, length: String) -> Result<Passed> {
        let (name, base) = (&self.name, self.base());
        let is_written = self.is_out() || self.is_inout();
        if let Some(kind) = variant_of(base) {
            let parameter = self.scalar_parameter(large)?;
            return Ok(if self.length.is_some() {
                self.handles(parameter, kind, &length)
            } else {
                self.handle_of_fortran(parameter, kind)
            });
        }
        let passed_on = |parameter: String, to_c: String| Ok(Passed { parameter, to_c, ..Passed::default() });
        match base {
            _ if self.is_buffer() => passed_on(format!("{name}: *mut c_void"), format!("P::buffer({name})")),
            "status" if !is_written => passed_on(format!("{name}: *const c_void"), name.clone()),
            "status" if self.length.is_some() => {
                passed_on(format!("{name}: *mut c_void"), format!("P::statuses({name})"))
            }
            "status" => passed_on(format!("{name}: *mut c_void"), format!("P::status({name})")),
            "weights" => {
                let pointer = if is_written { "mut" } else { "const" };
                passed_on(format!("{name}: *{pointer} c_int"), format!("P::weights({name} as *mut c_int)"))
            }
            "pointer" => passed_on(format!("{name}: *mut c_void"), name.clone()),
            "string" if is_written => Ok(Passed {
                parameter: format!("{name}: *mut c_char"),
                hidden: format!("{name}_length: usize"),
                before: format!("let mut text_{name} = TextOut::new();"),
                to_c: format!("text_{name}.pointer()"),
                after_success: format!("text_{name}.store({name}, {name}_length);"),
                ..Passed::default()
            }),
            "string" => Ok(Passed {
                parameter: format!("{name}: *const c_char"),
                hidden: format!("{name}_length: usize"),
                before: format!("let text_{name} = text_in({name}, {name}_length);"),
                to_c: format!("text_{name}.as_ptr()"),
                ..Passed::default()
            }),
            "function" | "strings" | "varargs" => bail!("`{} {name}` has to be passed by hand", self.kind),
            _ if is_written || self.length.is_some() => {
                let after_success = match name.as_str() {
                    "index" if self.length.is_none() => "one_based::<P>(index);".to_owned(),
                    "array_of_indices" => "ones_based(outcount, array_of_indices);".to_owned(),
                    _ => String::new(),
                };
                Ok(Passed {
                    parameter: self.scalar_parameter(large)?,
                    to_c: name.clone(),
                    after_success,
                    ..Passed::default()
                })
            }
            _ => passed_on(self.scalar_parameter(large)?, format!("*{name}")),
        }
    }

    /// `kind`: the variant of `Kind`.
    fn handle_of_fortran(&self, parameter: String, kind: &str) -> Passed {
        let (name, is_file) = (&self.name, kind == "File");
        let (initial, to_c, from_c) = if is_file {
            ("0usize", format!("P::file_to_c(*{name})"), format!("P::file_to_fortran(c_{name})"))
        } else {
            (
                "<P::Word as Default>::default()",
                format!("P::to_c(Kind::{kind}, *{name})"),
                format!("P::to_fortran(Kind::{kind}, c_{name})"),
            )
        };
        if self.is_inout() {
            Passed {
                parameter,
                before: format!("let mut c_{name} = {to_c};"),
                to_c: format!("&raw mut c_{name}"),
                after: format!("{name}.write({from_c});"),
                ..Passed::default()
            }
        } else if self.is_out() {
            Passed {
                parameter,
                before: format!("let mut c_{name} = {initial};"),
                to_c: format!("&raw mut c_{name}"),
                after_success: format!("{name}.write({from_c});"),
                ..Passed::default()
            }
        } else {
            Passed { parameter, to_c, ..Passed::default() }
        }
    }

    fn handles(&self, parameter: String, kind: &str, length: &str) -> Passed {
        let name = &self.name;
        let new = if self.is_out() { "room" } else { "of" };
        let place =
            if self.is_out() || self.is_inout() { name.clone() } else { format!("{name}.cast_mut()") };
        let stored = format!("handles_{name}.store();");
        Passed {
            parameter,
            before: format!(
                "let mut room_{name} = RoomForHandles::<P>::new();
let handles_{name} = Handles::<P>::{new}(Kind::{kind}, {place}, {length}, &mut room_{name});"
            ),
            to_c: format!("handles_{name}.pointer()"),
            after: if self.is_inout() { stored.clone() } else { String::new() },
            after_success: if self.is_out() { stored } else { String::new() },
            ..Passed::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "MPI_Isend = { takes = \"source buf, count count, datatype datatype, rank dest, tag tag, comm comm, \
        request_out request\", large = true }\nMPI_Info_delete = { takes = \"info info, string key\" }";

    #[test]
    fn addresses_become_values_and_handles() {
        let text = functions(TABLE).unwrap();
        assert!(text.contains("P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest"), "{text}");
        assert!(text.contains("request.write(P::to_fortran(Kind::Request, c_request));"), "{text}");
        assert!(
            text.contains("strided_buf.address(), strided_buf.count(), strided_buf.datatype()"),
            "{text}"
        );
    }

    #[test]
    fn lengths_of_strings_come_last() {
        assert!(
            functions(TABLE).unwrap().contains("key: *const c_char, ierror: *mut c_int, key_length: usize)")
        );
    }
}
