// SPDX-License-Identifier: MIT OR Apache-2.0
//! The predefined datatypes: one table of names, sizes, alignments and external32 forms.
//!
//! Sizes are those of the C and Fortran compilers on 64-bit Linux. How values are converted is in `external32`.

/// How a basic element is converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Bytes that are never reordered.
    Opaque,
    Signed,
    Unsigned,
    /// IEEE 754 binary16, 32, 64 or 128.
    Float,
    /// C's `long double`: the 80-bit format of x86 or binary128, whichever the machine has.
    LongDouble,
}

/// One row of the table.
#[derive(Debug)]
struct Row {
    name: &'static str,
    spoken: &'static str,
    meaning: Meaning,
    /// Equal components of one element: two for complex numbers.
    components: u8,
    /// Bytes of one component in memory.
    native: u8,
    /// Bytes of one component in external32.
    external32: u8,
}

macro_rules! named {
    ($($variant:ident $name:literal $spoken:literal $meaning:ident $components:literal $native:literal
       $external32:literal;)*) => {
        /// A predefined datatype made of one basic element, or of two for the pair types.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Named { $(#[doc = $name] $variant,)* }

        impl Named {
            /// All predefined datatypes, in the order of their codes.
            pub const ALL: &'static [Named] = &[$(Named::$variant,)*];
        }

        const ROWS: &[Row] = &[$(Row {
            name: $name, spoken: $spoken, meaning: Meaning::$meaning, components: $components,
            native: $native, external32: $external32,
        },)*];
    };
}

// Columns: variant, MPI's name, readable name, meaning, components, bytes of a component in memory and in
// external32 (MPI-5.0, "Fixed-Size Data Representation: external32"). The order defines the code on the wire:
// append only.
named! {
    Byte                 "MPI_BYTE"                  "byte"                 Opaque     1  1  1;
    Packed               "MPI_PACKED"                "packed"               Opaque     1  1  1;
    Char                 "MPI_CHAR"                  "char"                 Opaque     1  1  1;
    SignedChar           "MPI_SIGNED_CHAR"           "signed char"          Signed     1  1  1;
    UnsignedChar         "MPI_UNSIGNED_CHAR"         "unsigned char"        Unsigned   1  1  1;
    WideChar             "MPI_WCHAR"                 "wchar_t"              Unsigned   1  4  2;
    Short                "MPI_SHORT"                 "short"                Signed     1  2  2;
    UnsignedShort        "MPI_UNSIGNED_SHORT"        "unsigned short"       Unsigned   1  2  2;
    Int                  "MPI_INT"                   "int"                  Signed     1  4  4;
    UnsignedInt          "MPI_UNSIGNED"              "unsigned"             Unsigned   1  4  4;
    Long                 "MPI_LONG"                  "long"                 Signed     1  8  4;
    UnsignedLong         "MPI_UNSIGNED_LONG"         "unsigned long"        Unsigned   1  8  4;
    LongLong             "MPI_LONG_LONG"             "long long"            Signed     1  8  8;
    UnsignedLongLong     "MPI_UNSIGNED_LONG_LONG"    "unsigned long long"   Unsigned   1  8  8;
    Float                "MPI_FLOAT"                 "float"                Float      1  4  4;
    Double               "MPI_DOUBLE"                "double"               Float      1  8  8;
    LongDouble           "MPI_LONG_DOUBLE"           "long double"          LongDouble 1 16 16;
    CBool                "MPI_C_BOOL"                "bool"                 Unsigned   1  1  1;
    Int8                 "MPI_INT8_T"                "int8"                 Signed     1  1  1;
    Int16                "MPI_INT16_T"               "int16"                Signed     1  2  2;
    Int32                "MPI_INT32_T"               "int32"                Signed     1  4  4;
    Int64                "MPI_INT64_T"               "int64"                Signed     1  8  8;
    UInt8                "MPI_UINT8_T"               "uint8"                Unsigned   1  1  1;
    UInt16               "MPI_UINT16_T"              "uint16"               Unsigned   1  2  2;
    UInt32               "MPI_UINT32_T"              "uint32"               Unsigned   1  4  4;
    UInt64               "MPI_UINT64_T"              "uint64"               Unsigned   1  8  8;
    Aint                 "MPI_AINT"                  "MPI_Aint"             Signed     1  8  8;
    Count                "MPI_COUNT"                 "MPI_Count"            Signed     1  8  8;
    Offset               "MPI_OFFSET"                "MPI_Offset"           Signed     1  8  8;
    CFloatComplex        "MPI_C_FLOAT_COMPLEX"       "float complex"        Float      2  4  4;
    CDoubleComplex       "MPI_C_DOUBLE_COMPLEX"      "double complex"       Float      2  8  8;
    CLongDoubleComplex   "MPI_C_LONG_DOUBLE_COMPLEX" "long double complex"  LongDouble 2 16 16;
    CxxBool              "MPI_CXX_BOOL"              "C++ bool"             Unsigned   1  1  1;
    CxxFloatComplex      "MPI_CXX_FLOAT_COMPLEX"     "complex<float>"       Float      2  4  4;
    CxxDoubleComplex     "MPI_CXX_DOUBLE_COMPLEX"    "complex<double>"      Float      2  8  8;
    CxxLongDoubleComplex "MPI_CXX_LONG_DOUBLE_COMPLEX" "complex<long double>" LongDouble 2 16 16;
    Character            "MPI_CHARACTER"             "character"            Opaque     1  1  1;
    Logical              "MPI_LOGICAL"               "logical"              Unsigned   1  4  4;
    Integer              "MPI_INTEGER"               "integer"              Signed     1  4  4;
    Real                 "MPI_REAL"                  "real"                 Float      1  4  4;
    DoublePrecision      "MPI_DOUBLE_PRECISION"      "double precision"     Float      1  8  8;
    Complex              "MPI_COMPLEX"               "complex"              Float      2  4  4;
    DoubleComplex        "MPI_DOUBLE_COMPLEX"        "Fortran double complex" Float    2  8  8;
    Logical1             "MPI_LOGICAL1"              "logical*1"            Unsigned   1  1  1;
    Logical2             "MPI_LOGICAL2"              "logical*2"            Unsigned   1  2  2;
    Logical4             "MPI_LOGICAL4"              "logical*4"            Unsigned   1  4  4;
    Logical8             "MPI_LOGICAL8"              "logical*8"            Unsigned   1  8  8;
    Logical16            "MPI_LOGICAL16"             "logical*16"           Unsigned   1 16 16;
    Integer1             "MPI_INTEGER1"              "integer*1"            Signed     1  1  1;
    Integer2             "MPI_INTEGER2"              "integer*2"            Signed     1  2  2;
    Integer4             "MPI_INTEGER4"              "integer*4"            Signed     1  4  4;
    Integer8             "MPI_INTEGER8"              "integer*8"            Signed     1  8  8;
    Integer16            "MPI_INTEGER16"             "integer*16"           Signed     1 16 16;
    Real2                "MPI_REAL2"                 "real*2"               Float      1  2  2;
    Real4                "MPI_REAL4"                 "real*4"               Float      1  4  4;
    Real8                "MPI_REAL8"                 "real*8"               Float      1  8  8;
    Real16               "MPI_REAL16"                "real*16"              Float      1 16 16;
    Complex4             "MPI_COMPLEX4"              "complex*4"            Float      2  2  2;
    Complex8             "MPI_COMPLEX8"              "complex*8"            Float      2  4  4;
    Complex16            "MPI_COMPLEX16"             "complex*16"           Float      2  8  8;
    Complex32            "MPI_COMPLEX32"             "complex*32"           Float      2 16 16;
    // Pair types: only the names are used; `parts` holds their elements.
    FloatInt             "MPI_FLOAT_INT"             "{float, int}"         Opaque     1  1  1;
    DoubleInt            "MPI_DOUBLE_INT"            "{double, int}"        Opaque     1  1  1;
    LongInt              "MPI_LONG_INT"              "{long, int}"          Opaque     1  1  1;
    TwoInt               "MPI_2INT"                  "{int, int}"           Opaque     1  1  1;
    ShortInt             "MPI_SHORT_INT"             "{short, int}"         Opaque     1  1  1;
    LongDoubleInt        "MPI_LONG_DOUBLE_INT"       "{long double, int}"   Opaque     1  1  1;
    TwoReal              "MPI_2REAL"                 "{real, real}"         Opaque     1  1  1;
    TwoDoublePrecision   "MPI_2DOUBLE_PRECISION"     "{double precision, double precision}" Opaque 1 1 1;
    TwoInteger           "MPI_2INTEGER"              "{integer, integer}"   Opaque     1  1  1;
}

impl Named {
    /// The name in the MPI standard.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// A short name in the terms of C or Fortran.
    pub(crate) fn spoken_name(self) -> &'static str {
        self.row().spoken
    }

    /// The type with a given name, including the synonyms the standard lists.
    pub fn from_name(name: &str) -> Option<Named> {
        match name {
            "MPI_LONG_LONG_INT" => Some(Named::LongLong),
            "MPI_C_COMPLEX" => Some(Named::CFloatComplex),
            _ => Named::ALL.iter().copied().find(|named| named.name() == name),
        }
    }

    /// Number that stands for this type in an encoding.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_code(code: u8) -> Option<Named> {
        Named::ALL.get(usize::from(code)).copied()
    }

    /// Bytes of data, without padding.
    pub fn size(self) -> u64 {
        match self.parts() {
            Some([first, second]) => first.size() + second.size(),
            None => u64::from(self.row().native) * u64::from(self.row().components),
        }
    }

    /// Bytes of data in external32, or `None` for the pair types, which have no external32 form.
    pub fn external32_size(self) -> Option<u64> {
        match self.parts() {
            Some(_) => None,
            None => Some(u64::from(self.row().external32) * u64::from(self.row().components)),
        }
    }

    /// Alignment of a variable of this type by C and Fortran compilers.
    pub fn alignment(self) -> u64 {
        match self.parts() {
            Some([first, second]) => first.alignment().max(second.alignment()),
            None => u64::from(self.row().native),
        }
    }

    /// The basic elements of a pair type, the second after padding as in a C structure.
    pub fn parts(self) -> Option<[Named; 2]> {
        Some(match self {
            Named::FloatInt => [Named::Float, Named::Int],
            Named::DoubleInt => [Named::Double, Named::Int],
            Named::LongInt => [Named::Long, Named::Int],
            Named::TwoInt => [Named::Int, Named::Int],
            Named::ShortInt => [Named::Short, Named::Int],
            Named::LongDoubleInt => [Named::LongDouble, Named::Int],
            Named::TwoReal => [Named::Real, Named::Real],
            Named::TwoDoublePrecision => [Named::DoublePrecision, Named::DoublePrecision],
            Named::TwoInteger => [Named::Integer, Named::Integer],
            _ => return None,
        })
    }

    pub(crate) fn meaning(self) -> Meaning {
        self.row().meaning
    }

    pub(crate) fn components(self) -> usize {
        usize::from(self.row().components)
    }

    /// Bytes of one component in memory.
    pub(crate) fn native_component(self) -> usize {
        usize::from(self.row().native)
    }

    /// Bytes of one component in external32.
    pub(crate) fn external32_component(self) -> usize {
        usize::from(self.row().external32)
    }

    fn row(self) -> &'static Row {
        &ROWS[usize::from(self.code())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_compilers_have_them() {
        let check = |named: Named, size, external32| {
            assert_eq!((named.size(), named.external32_size()), (size, external32), "{named:?}");
        };
        check(Named::Long, 8, Some(4));
        check(Named::WideChar, 4, Some(2));
        check(Named::LongDouble, 16, Some(16));
        check(Named::CLongDoubleComplex, 32, Some(32));
        check(Named::DoubleInt, 12, None);
        check(Named::ShortInt, 6, None);
        check(Named::LongDoubleInt, 20, None);
    }

    #[test]
    fn names_and_codes_lead_back() {
        for &named in Named::ALL {
            assert_eq!(Named::from_name(named.name()), Some(named));
            assert_eq!(Named::from_code(named.code()), Some(named));
        }
        assert_eq!(Named::from_name("MPI_LONG_LONG_INT"), Some(Named::LongLong));
        assert_eq!(Named::from_code(255), None);
    }
}
