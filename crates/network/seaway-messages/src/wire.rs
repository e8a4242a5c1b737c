// SPDX-License-Identifier: MIT OR Apache-2.0
//! Encoding of numbers, strings, lists and options, and the macro that defines a service's messages.
//!
//! Everything is little-endian and of fixed width. No length from the wire is trusted before the bytes that
//! it announces are known to be there.

/// Maximum length of a string, in bytes.
pub const MAX_STRING: usize = 4096;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    #[error("a frame of kind {kind:#06x} has a body of {bytes} bytes; at most {limit} are allowed")]
    BodyTooLong { kind: u16, bytes: usize, limit: usize },
    #[error("a string of {bytes} bytes; at most {MAX_STRING} are allowed")]
    StringTooLong { bytes: usize },
    #[error("a list of {items} items; at most {limit} are allowed")]
    ListTooLong { items: usize, limit: usize },
    #[error("the frame ends in the middle of a message")]
    Truncated,
    #[error("{bytes} bytes follow the message in its frame")]
    Trailing { bytes: usize },
    #[error("unknown kind of message {kind:#06x}")]
    UnknownKind { kind: u16 },
    #[error("{what} has the invalid value {value}")]
    Impossible { what: &'static str, value: u64 },
    #[error("a string is not UTF-8")]
    NotUtf8,
    #[error("a range ends beyond the largest offset")]
    RangeOverflow,
}

/// For code that reads messages from a connection.
impl From<WireError> for std::io::Error {
    fn from(error: WireError) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// A field of a message. `take(put(x)) == x`.
pub(crate) trait Field: Sized {
    /// The minimum size of a value: bounds the announced length of a list.
    const LEAST_BYTES: usize;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError>;
    fn take(body: &mut Body<'_>) -> Result<Self, WireError>;
}

/// What is left of a frame's body.
#[derive(Debug)]
pub(crate) struct Body<'a> {
    rest: &'a [u8],
}

impl<'a> Body<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Body { rest: bytes }
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8], WireError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(WireError::Truncated)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(WireError::Truncated)?;
        self.rest = rest;
        Ok(*taken)
    }

    /// A message must fill its body: trailing bytes mean that the peer encodes it differently.
    pub(crate) fn finish(self) -> Result<(), WireError> {
        match self.rest.len() {
            0 => Ok(()),
            bytes => Err(WireError::Trailing { bytes }),
        }
    }
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Field for $number {
            const LEAST_BYTES: usize = size_of::<$number>();
            fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
                out.extend_from_slice(&self.to_le_bytes());
                Ok(())
            }
            fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
                Ok(<$number>::from_le_bytes(body.array()?))
            }
        }
    )* };
}
numbers!(u8, u16, u32, u64);

impl Field for bool {
    const LEAST_BYTES: usize = 1;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        u8::from(*self).put(out)
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        match u8::take(body)? {
            0 => Ok(false),
            1 => Ok(true),
            value => Err(impossible("a truth value", value)),
        }
    }
}

impl<const N: usize> Field for [u8; N] {
    const LEAST_BYTES: usize = N;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        out.extend_from_slice(self);
        Ok(())
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        body.array()
    }
}

/// Length (u16), then UTF-8.
impl Field for String {
    const LEAST_BYTES: usize = 2;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        let fits = u16::try_from(self.len()).ok().filter(|_| self.len() <= MAX_STRING);
        fits.ok_or(WireError::StringTooLong { bytes: self.len() })?.put(out)?;
        out.extend_from_slice(self.as_bytes());
        Ok(())
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        let bytes = usize::from(u16::take(body)?);
        if bytes > MAX_STRING {
            return Err(WireError::StringTooLong { bytes });
        }
        let text = std::str::from_utf8(body.bytes(bytes)?).map_err(|_| WireError::NotUtf8)?;
        Ok(text.to_owned())
    }
}

/// Human-readable text is truncated rather than rejected: reporting a failure must not fail because of its
/// length.
pub(crate) mod text {
    use super::{Body, Field, MAX_STRING, WireError};

    pub(crate) fn put(text: &str, out: &mut Vec<u8>) -> Result<(), WireError> {
        text[..text.floor_char_boundary(MAX_STRING)].to_owned().put(out)
    }

    pub(crate) fn take(body: &mut Body<'_>) -> Result<String, WireError> {
        String::take(body)
    }
}

impl<T: Field> Field for Option<T> {
    const LEAST_BYTES: usize = 1;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        self.is_some().put(out)?;
        self.iter().try_for_each(|value| value.put(out))
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        if bool::take(body)? { T::take(body).map(Some) } else { Ok(None) }
    }
}

/// Count (u32), then the items.
impl<T: Field> Field for Vec<T> {
    const LEAST_BYTES: usize = 4;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        let limit = crate::frame::MAX_LARGE_BODY / T::LEAST_BYTES;
        let fits = u32::try_from(self.len()).ok().filter(|_| self.len() <= limit);
        fits.ok_or(WireError::ListTooLong { items: self.len(), limit })?.put(out)?;
        self.iter().try_for_each(|item| item.put(out))
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        let count = u32::take(body)?;
        // Before allocating: more items cannot fit into the rest.
        let room = body.rest.len() / T::LEAST_BYTES;
        let count = usize::try_from(count).ok().filter(|&count| count <= room).ok_or(WireError::Truncated)?;
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(T::take(body)?);
        }
        Ok(items)
    }
}

pub(crate) fn impossible(what: &'static str, value: impl Into<u64>) -> WireError {
    WireError::Impossible { what, value: value.into() }
}

/// A struct encoded as its fields in order.
macro_rules! record {
    ($name:ident { $($field:ident: $type:ty),* }) => {
        impl $crate::wire::Field for $name {
            const LEAST_BYTES: usize = 0 $(+ <$type as $crate::wire::Field>::LEAST_BYTES)*;
            fn put(&self, out: &mut Vec<u8>) -> Result<(), $crate::wire::WireError> {
                $( $crate::wire::Field::put(&self.$field, out)?; )*
                Ok(())
            }
            fn take(body: &mut $crate::wire::Body<'_>) -> Result<Self, $crate::wire::WireError> {
                Ok($name { $( $field: <$type as $crate::wire::Field>::take(body)? ),* })
            }
        }
    };
}

/// A fieldless enum, as one byte.
macro_rules! choice {
    ($name:ident, $what:literal, { $($variant:ident = $number:literal),* }) => {
        impl $crate::wire::Field for $name {
            const LEAST_BYTES: usize = 1;
            fn put(&self, out: &mut Vec<u8>) -> Result<(), $crate::wire::WireError> {
                let number: u8 = match self { $( $name::$variant => $number ),* };
                $crate::wire::Field::put(&number, out)
            }
            fn take(body: &mut $crate::wire::Body<'_>) -> Result<Self, $crate::wire::WireError> {
                match <u8 as $crate::wire::Field>::take(body)? {
                    $( $number => Ok($name::$variant), )*
                    other => Err($crate::wire::impossible($what, other)),
                }
            }
        }
    };
}

/// The messages of one service: kind, name, fields. A field `as` a module uses the `put` and `take` of that
/// module, which may accept fewer values than its type.
macro_rules! messages {
    ($(#[$about:meta])* pub enum $message:ident { $(
        $(#[$of_variant:meta])*
        $kind:literal $variant:ident $({ $( $(#[$of_field:meta])* $field:ident: $type:ty $(as $codec:ident)? ),* })?,
    )* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $message { $(
            $(#[$of_variant])*
            $variant $({ $( $(#[$of_field])* $field: $type ),* })?,
        )* }

        impl $message {
            /// The kinds of all messages.
            pub const KINDS: &'static [u16] = &[$($kind),*];

            /// The number of this message in the header of a frame.
            pub fn kind(&self) -> u16 {
                match self { $( Self::$variant { .. } => $kind, )* }
            }

            /// Appends the whole frame to `out`; on an error `out` is unchanged.
            pub fn encode(&self, out: &mut Vec<u8>) -> Result<(), $crate::WireError> {
                $crate::frame::frame_with(self.kind(), out, |_out| match self { $(
                    Self::$variant $({ $($field),* })? => {
                        $( $( $crate::wire::put_field!($field, _out $(, $codec)?)?; )* )?
                        Ok(())
                    }
                )* })
            }

            /// The message of a frame whose header has been decoded and whose body has been received.
            pub fn decode(kind: u16, body: &[u8]) -> Result<Self, $crate::WireError> {
                let mut body = $crate::wire::Body::new(body);
                let message = match kind {
                    $( $kind => Self::$variant $({ $(
                        $field: $crate::wire::take_field!(&mut body, $type $(, $codec)?)?
                    ),* })?, )*
                    _ => return Err($crate::WireError::UnknownKind { kind }),
                };
                body.finish()?;
                Ok(message)
            }
        }
    };
}

macro_rules! put_field {
    ($field:expr, $out:expr) => {
        $crate::wire::Field::put($field, $out)
    };
    ($field:expr, $out:expr, $codec:ident) => {
        $codec::put($field, $out)
    };
}

macro_rules! take_field {
    ($body:expr, $type:ty) => {
        <$type as $crate::wire::Field>::take($body)
    };
    ($body:expr, $type:ty, $codec:ident) => {
        $codec::take($body)
    };
}

pub(crate) use {choice, messages, put_field, record, take_field};
