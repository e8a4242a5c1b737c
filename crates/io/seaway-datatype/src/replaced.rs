// SPDX-License-Identifier: MIT OR Apache-2.0
//! The same construction over other basic types: a datatype as it appears where basic elements have other
//! sizes, such as in a file with a user-defined representation.

use std::collections::HashMap;

use crate::construction::Construction;
use crate::datatype::Datatype;
use crate::error::DatatypeError;
use crate::named::Named;

impl Datatype {
    /// The datatype with every basic type replaced. Strides and displacements that count elements scale with the new
    /// extents; those that count bytes stay.
    pub fn with_named_replaced(
        &self,
        replacement: &mut dyn FnMut(Named) -> Result<Datatype, DatatypeError>,
    ) -> Result<Datatype, DatatypeError> {
        Replacer { replacement, done: HashMap::new() }.replaced(self)
    }
}

/// Memoizes replacements: a child that is used twice is replaced once, and stays shared.
struct Replacer<'a> {
    replacement: &'a mut dyn FnMut(Named) -> Result<Datatype, DatatypeError>,
    done: HashMap<usize, Datatype>,
}

impl Replacer<'_> {
    fn replaced(&mut self, datatype: &Datatype) -> Result<Datatype, DatatypeError> {
        if let Construction::Named(named) = datatype.contents() {
            return (self.replacement)(*named);
        }
        if let Some(done) = self.done.get(&datatype.address()) {
            return Ok(done.clone());
        }
        let mut construction = datatype.contents().clone();
        for child in construction.children_mut() {
            *child = self.replaced(child)?;
        }
        let replaced = Datatype::construct(construction)?;
        self.done.insert(datatype.address(), replaced.clone());
        Ok(replaced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_strides_scale_and_byte_strides_stay() {
        let mut doubled = |named: Named| {
            let bytes = i64::try_from(2 * named.size()).unwrap();
            Datatype::contiguous(bytes, &Datatype::bytes())
        };
        let int = Datatype::named(Named::Int);
        let vector = Datatype::vector(3, 1, 2, &int).unwrap().with_named_replaced(&mut doubled).unwrap();
        assert_eq!((vector.size(), vector.extent()), (24, 40));
        let hvector = Datatype::hvector(3, 1, 20, &int).unwrap().with_named_replaced(&mut doubled).unwrap();
        assert_eq!((hvector.size(), hvector.extent()), (24, 48));
    }
}
