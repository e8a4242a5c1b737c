// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random views of all ranks of a program.

use fastrand::Rng;

use crate::model::{Model, PlainView};
use crate::plain_type::PlainType;
use crate::program::{Scale, Step};

/// Registered by the tests: every byte of the file is inverted.
pub(crate) const USER_REPRESENTATION: &str = "stream-test";

/// Sets the views in the model, too.
pub(crate) fn random_views(random: &mut Rng, model: &mut Model, scale: Scale) -> Step {
    let ranks = model.ranks.len();
    let representation = match random.u8(..6) {
        0 => "external32",
        1 => USER_REPRESENTATION,
        2 => "internal",
        _ => "native",
    };
    let kind = random.u8(..3);
    let seed = random.u64(..);
    let view = |rank: usize| {
        // The same seed, and so the same choices, on all ranks, except where ranks are to differ.
        let mut choices = Rng::with_seed(seed);
        // MPI-5.0 "File Views": the extent of the etype is the same on all ranks.
        let etype = PlainType::random_etype(&mut choices);
        if kind == 0 {
            choices = Rng::with_seed(seed ^ (rank as u64 + 1));
        }
        let displacement = choices.u64(..200);
        let share = (kind == 1).then_some((rank, ranks));
        let filetype = match scale {
            Scale::Large => etype.clone(),
            _ => PlainType::random_filetype(&mut choices, &etype, share),
        };
        PlainView { displacement, etype, filetype, reversed: representation == "external32" }
    };
    let views: Vec<PlainView> = (0..ranks).map(view).collect();
    model.set_view(&views);
    Step::SetView(views, representation)
}

/// MPI-5.0 "Data Access with Shared File Pointers": all ranks must have the same view.
pub(crate) fn views_are_the_same(model: &Model) -> bool {
    let first = &model.ranks[0].view;
    model.ranks.iter().all(|state| {
        let view = &state.view;
        view.displacement == first.displacement
            && view.etype.elements == first.etype.elements
            && view.filetype.bytes == first.filetype.bytes
            && view.filetype.extent == first.filetype.extent
    })
}
