// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Span`]: one call of an entry point, from its arguments to its outcome.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int};

use seaway_device_api::{DeviceName, ErrorKind};
use seaway_devices::{Detail, Ended, Event, Recorder, recorder, schemes};
use seaway_engine::Latest;
use seaway_mpi_host::abi::{Abi, Datatype};
use seaway_mpi_host::error_class::error_class;
use seaway_trace_format::Call;

use super::strings::{self, Names};
use super::{class_of, file_number};
use crate::handles;
use crate::native::{is_foreign, native};
use crate::open_file::OpenFile;
use crate::process::{Process, current, in_its_abi};

/// What is known of a call so far.
#[derive(Debug, Default)]
pub(crate) struct SpanState {
    pub(crate) ended: Ended,
    pub(crate) detail: Detail,
}

thread_local! {
    /// The nested calls of this thread: an error handler may make others.
    static STATES: RefCell<Vec<SpanState>> = const { RefCell::new(Vec::new()) };
}

/// Updates the innermost call of this thread.
#[cold]
pub(super) fn note<T: Default>(say: impl FnOnce(&mut SpanState) -> T) -> T {
    // A program may still close files after its thread-local values are destroyed.
    let said = STATES.try_with(|states| states.borrow_mut().last_mut().map(say));
    said.ok().flatten().unwrap_or_default()
}

/// Surrounds an entry point.
#[must_use = "the call is recorded by `around`"]
pub(crate) struct Span(Option<Begun>);

struct Begun {
    recorder: &'static Recorder,
    event: Event,
    /// The file, if it belongs to the host MPI and the call closes it.
    closes: Option<usize>,
}

impl Span {
    /// For a data access. `offset`: in etypes, if it is explicit.
    #[inline]
    pub(crate) fn of_access(
        call: Call,
        file: usize,
        offset: Option<i64>,
        count: i64,
        datatype: usize,
    ) -> Self {
        match recorder() {
            None => Self(None),
            Some(recorder) => begin_access(recorder, call, file, offset, count, datatype),
        }
    }

    /// For any other call on an open file.
    #[inline]
    pub(crate) fn of_file(call: Call, file: usize) -> Self {
        match recorder() {
            None => Self(None),
            Some(recorder) => begin(recorder, call, file, SpanState::of(file)),
        }
    }

    /// For a call with a name.
    ///
    /// # Safety
    /// `name` is null or zero-terminated.
    #[inline]
    pub(crate) unsafe fn of_name(call: Call, name: *const c_char) -> Self {
        match recorder() {
            None => Self(None),
            // SAFETY: the caller's contract.
            Some(recorder) => unsafe { begin_named(recorder, call, name) },
        }
    }

    #[inline]
    pub(crate) fn around(self, work: impl FnOnce() -> c_int) -> c_int {
        let code = work();
        if let Self(Some(begun)) = self {
            begun.end(code);
        }
        code
    }
}

#[cold]
fn begin_access(
    recorder: &'static Recorder,
    call: Call,
    file: usize,
    offset: Option<i64>,
    count: i64,
    datatype: usize,
) -> Span {
    let mut state = SpanState::of(file);
    if let Ok(process) = current() {
        in_its_abi!(process, process => {
            state.place(process, call, file, offset);
            state.measure(process, recorder, count, datatype);
        });
    }
    begin(recorder, call, file, state)
}

/// # Safety
/// As [`Span::of_name`].
#[cold]
unsafe fn begin_named(recorder: &'static Recorder, call: Call, name: *const c_char) -> Span {
    let mut state = SpanState::default();
    if !name.is_null() {
        // SAFETY: the caller's contract.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        state.ended.file = file_number(recorder, &DeviceName::parse(&name, schemes()));
    }
    begin(recorder, call, 0, state)
}

#[cold]
fn begin(recorder: &'static Recorder, call: Call, file: usize, state: SpanState) -> Span {
    // Discard what an earlier access has left.
    Latest::take();
    Latest::watch();
    let Ended { file: number, offset, length, .. } = state.ended;
    // If the thread-local values are destroyed, calls are still recorded, with what is known at their start.
    let _ = STATES.try_with(|states| states.borrow_mut().push(state));
    let event = recorder.begin(call, number, offset, length);
    let closes = (call == Call::MpiClose && !handles::is_ours(file)).then_some(file);
    Span(Some(Begun { recorder, event, closes }))
}

impl Begun {
    #[cold]
    fn end(self, code: c_int) {
        let state = STATES.try_with(|states| states.borrow_mut().pop());
        let SpanState { mut ended, mut detail } = state.ok().flatten().unwrap_or_default();
        if let Some(Latest { method, offset }) = Latest::take() {
            ended.offset = offset;
            detail.strategy = strings::method(self.recorder, method);
        }
        if code == 0 {
            ended.error = 0;
        } else {
            ended.length = 0;
            ended.error = if ended.error == 0 { class_of_code(code) } else { ended.error };
        }
        if let Some(file) = self.closes {
            strings::forget_foreign(file);
        }
        self.recorder.end(self.event, ended, detail);
    }
}

/// The class of an error that the host MPI's own functions have returned.
fn class_of_code(code: c_int) -> u8 {
    fn kind_of<A: Abi>(process: &Process<A>, code: c_int) -> Option<ErrorKind> {
        let mut class = 0;
        // SAFETY: MPI fills the place.
        unsafe { (process.host.functions.error_class)(code, &raw mut class) };
        ErrorKind::ALL.iter().copied().find(|&kind| error_class::<A>(kind) == class)
    }
    let kind = current().ok().and_then(|process| in_its_abi!(process, process => kind_of(process, code)));
    // MPI_ERR_OTHER.
    class_of(kind.unwrap_or(ErrorKind::PeerLost))
}

impl SpanState {
    /// What is known of a file by its handle.
    fn of(file: usize) -> Self {
        fn names<A: Abi>(_: &Process<A>, file: usize) -> Option<Names> {
            handles::get::<A>(file).map(|open| open.names)
        }
        let ours = current().ok().and_then(|process| in_its_abi!(process, process => names(process, file)));
        let names = ours.or_else(|| strings::foreign(file)).unwrap_or_default();
        Self {
            ended: Ended { file: names.file, ..Ended::default() },
            detail: Detail { device: names.device, ..Detail::default() },
        }
    }

    /// Where an access will take place, if known in advance.
    fn place<A: Abi>(&mut self, _: &Process<A>, call: Call, file: usize, offset: Option<i64>) {
        let Some(OpenFile { file, .. }) = handles::get::<A>(file) else {
            let offset = offset.filter(|_| is_foreign(file));
            self.ended.offset = offset.and_then(|etypes| native_place(file, etypes)).unwrap_or_default();
            return;
        };
        let position = || i64::try_from(file.position().ok()?).ok();
        let etypes = offset.or_else(|| if goes_by_shared_pointer(call) { None } else { position() });
        let bytes = etypes.and_then(|etypes| file.byte_offset(etypes).ok());
        self.ended.offset = bytes.unwrap_or_default();
    }

    /// How much it will transfer, and of which datatype.
    fn measure<A: Abi>(&mut self, process: &Process<A>, recorder: &Recorder, count: i64, datatype: usize) {
        let Ok(known) = process.datatypes.get(&process.host, Datatype::from_register(datatype)) else {
            return;
        };
        let count = u64::try_from(count).unwrap_or_default();
        self.ended.length = count.saturating_mul(known.size());
        self.detail.count = count;
        self.detail.datatype = strings::datatype(recorder, &known);
    }
}

/// The byte offset of an etype in the view of a host MPI's file.
fn native_place(file: usize, etypes: i64) -> Option<u64> {
    let mut bytes = -1;
    // SAFETY: the MPI's own handle; it fills the place.
    let code = unsafe { (native().file_get_byte_offset?)(file, etypes, &raw mut bytes) };
    u64::try_from(bytes).ok().filter(|_| code == 0)
}

fn goes_by_shared_pointer(call: Call) -> bool {
    matches!(
        call,
        Call::MpiReadShared
            | Call::MpiReadOrdered
            | Call::MpiIreadShared
            | Call::MpiReadOrderedBegin
            | Call::MpiWriteShared
            | Call::MpiWriteOrdered
            | Call::MpiIwriteShared
            | Call::MpiWriteOrderedBegin
    )
}
