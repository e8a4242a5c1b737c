// SPDX-License-Identifier: MIT OR Apache-2.0
//! Changing views and hints. One gather gives every rank what the others bring.

use seaway_datatype::Datatype;
use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};

use crate::collective::{RankTerms, Terms};
use crate::representation::Representation;
use crate::words::{Words, words_struct};
use crate::{AccessMode, DISPLACEMENT_CURRENT, EngineHints, File, View};

/// What a rank passes to [`File::set_view`].
#[derive(Debug, Clone, Copy)]
pub struct ViewArguments<'a> {
    pub displacement: i64,
    pub etype: &'a Datatype,
    pub filetype: &'a Datatype,
    pub representation: &'a str,
    pub hints: &'a Hints,
}

words_struct! {
    /// What a rank tells the others when views are set.
    #[derive(Debug)]
    struct ViewNotice {
        /// Code of the error that prevents this rank from setting its view, or 0.
        error: u64,
        /// Must be the same on all ranks.
        etype_extent: u64,
        /// Hash of the representation's name, which must be the same on all ranks.
        representation: u64,
        terms: RankTerms,
    }
}

impl File {
    /// Collective. Every rank passes its own displacement, filetype and hints; the etype's extent and the
    /// representation must be the same on all ranks. Resets both pointers.
    pub fn set_view(
        &self,
        displacement: i64,
        etype: &Datatype,
        filetype: &Datatype,
        representation: &str,
        hints: &Hints,
    ) -> Result<()> {
        self.set_view_to(Ok(ViewArguments { displacement, etype, filetype, representation, hints }))
    }

    /// Collective. As [`set_view`](File::set_view). A rank that has no arguments passes its error, and all
    /// fail.
    pub fn set_view_to(&self, arguments: Result<ViewArguments<'_>>) -> Result<()> {
        let shared = if self.access_mode().contains(AccessMode::SEQUENTIAL) {
            // The view may begin at the shared pointer, whose position is known when all ranks have entered.
            let gathered =
                self.shared.gather(&*self.communicator, &[0]).map_err(|error| self.explain(error))?;
            Some(gathered.position)
        } else {
            None
        };
        let view = arguments.clone().and_then(|arguments| self.view_of(&arguments, shared));
        let given = arguments.as_ref().map_or_else(|_| Hints::new(), |arguments| arguments.hints.clone());
        let given = given.over(&self.settings().given);
        let engine_hints = EngineHints::from(&given);
        let (etype_extent, representation) = arguments.as_ref().map_or((0, 0), |arguments| {
            (arguments.etype.extent().cast_unsigned(), hash(arguments.representation))
        });
        let error = view.as_ref().err().map_or(0, |error| u64::from(error.kind().code()));
        let terms = RankTerms::new(&*self.communicator, &self.storage, &engine_hints, view.as_ref().ok())
            .map_err(|error| self.explain(error))?;
        let mut mine = [0; ViewNotice::COUNT];
        ViewNotice { error, etype_extent, representation, terms }.encode(&mut mine);
        let gathered = self.shared.gather(&*self.communicator, &mine).map_err(|error| self.explain(error))?;
        let notices: Vec<ViewNotice> = gathered.words().map(ViewNotice::decode).collect();
        if notices.iter().any(|notice| notice.error != 0) {
            return self.all(Operation::SetView, view).map(drop);
        }
        let common = |notice: &ViewNotice| (notice.etype_extent, notice.representation);
        if let Some(rank) = notices.iter().position(|notice| common(notice) != common(&notices[0])) {
            let text =
                format!("the etype's extent or the data representation on rank {rank} differs from rank 0");
            return Err(self.explain(Error::new(ErrorKind::NotSame, Operation::SetView).with_detail(text)));
        }
        let terms = Terms::from_all(notices.into_iter().map(|notice| notice.terms));
        let view = view?;
        self.settings_mut(|settings| {
            settings.view = view;
            settings.given = given;
            settings.hints = terms.binding(engine_hints);
            settings.terms = terms;
        });
        self.individual.set(0);
        self.shared.place(&gathered, 0);
        Ok(())
    }

    fn view_of(&self, arguments: &ViewArguments<'_>, shared: Option<u64>) -> Result<View> {
        let ViewArguments { displacement, etype, filetype, representation, .. } = *arguments;
        let complain =
            |text: &str| Err(Error::new(ErrorKind::Argument, Operation::SetView).with_detail(text));
        let displacement = match (displacement == DISPLACEMENT_CURRENT, shared) {
            (false, None) => displacement,
            (true, Some(etypes)) => {
                i64::try_from(self.byte_of_etype(etypes, Operation::SetView)?).unwrap_or(i64::MAX)
            }
            (true, None) => return complain("DISPLACEMENT_CURRENT requires a file opened as SEQUENTIAL"),
            (false, Some(_)) => {
                return complain("a SEQUENTIAL file requires DISPLACEMENT_CURRENT as displacement");
            }
        };
        let representation = Representation::by_name(representation)?;
        View::new(displacement, etype, filetype, representation, self.access_mode().can_write())
    }

    /// Collective. Adds hints; those that are not recognised are kept and have no effect.
    pub fn set_hints(&self, hints: &Hints) -> Result<()> {
        let given = hints.clone().over(&self.settings().given);
        let engine_hints = EngineHints::from(&given);
        let view = self.view();
        let terms = Terms::agreed(&*self.communicator, &self.storage, &engine_hints, &view)
            .map_err(|error| self.explain(error))?;
        self.settings_mut(|settings| {
            settings.given = given;
            settings.hints = terms.binding(engine_hints);
            settings.terms = terms;
        });
        Ok(())
    }
}

fn hash(name: &str) -> u64 {
    name.bytes().fold(7_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
}
