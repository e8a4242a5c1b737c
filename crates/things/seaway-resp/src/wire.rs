// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Redis serialization protocol, version 2: [`Parser`] turns bytes into requests, [`Reply`] turns answers into bytes.
//! No sockets. Memory grows with the bytes that have arrived, never with a length that was only announced.

use std::fmt;

/// What a client may send in one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub words: usize,
    /// Of each word.
    pub bytes: usize,
}

impl Limits {
    /// Before a client has authenticated.
    pub const STRANGER: Self = Self { words: 16, bytes: 16 << 10 };
    /// As Redis limits values by default.
    pub const CLIENT: Self = Self { words: 1 << 16, bytes: 512 << 20 };
}

/// Of a line: a length, or a request typed by hand.
const LONGEST_LINE: usize = 64 << 10;

/// A request: the command and its arguments.
pub type Request = Vec<Vec<u8>>;

/// The bytes are not the protocol, and what follows cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed(pub String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Protocol error: {}", self.0)
    }
}

/// Collects bytes until they are requests.
#[derive(Debug, Default)]
pub struct Parser {
    arrived: Vec<u8>,
    /// Bytes of `arrived` that were parsed.
    parsed: usize,
    /// Words of the request that is arriving, and how many are missing.
    words: Request,
    missing: usize,
    /// Bytes of the word that is arriving, without its line end.
    word_bytes: Option<usize>,
}

impl Parser {
    pub fn feed(&mut self, bytes: &[u8]) {
        self.arrived.drain(..self.parsed);
        self.parsed = 0;
        self.arrived.extend_from_slice(bytes);
    }

    /// The next request; `None` until more bytes have arrived.
    pub fn next(&mut self, limits: Limits) -> Result<Option<Request>, Malformed> {
        loop {
            if let Some(bytes) = self.word_bytes {
                if self.arrived.len() - self.parsed < bytes + 2 {
                    return Ok(None);
                }
                let word = &self.arrived[self.parsed..self.parsed + bytes + 2];
                let Some(word) = word.strip_suffix(b"\r\n") else {
                    return Err(Malformed("a value is longer than announced".into()));
                };
                self.words.push(word.to_vec());
                self.parsed += bytes + 2;
                (self.word_bytes, self.missing) = (None, self.missing - 1);
                if self.missing == 0 {
                    return Ok(Some(std::mem::take(&mut self.words)));
                }
                continue;
            }
            let Some(line) = self.line()? else { return Ok(None) };
            if self.missing > 0 {
                self.word_bytes = Some(announced(&line, b'$', limits.bytes, "bulk length")?);
            } else if line.first() == Some(&b'*') {
                self.missing = announced(&line, b'*', limits.words, "multibulk length")?;
            } else {
                let words: Request = line.split(u8::is_ascii_whitespace).map(<[u8]>::to_vec).collect();
                let words: Request = words.into_iter().filter(|word| !word.is_empty()).collect();
                if !words.is_empty() {
                    return Ok(Some(words));
                }
            }
        }
    }

    fn line(&mut self) -> Result<Option<Vec<u8>>, Malformed> {
        let rest = &self.arrived[self.parsed..];
        let Some(end) = rest.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n') else {
            let is_too_long = rest.len() >= LONGEST_LINE;
            return if is_too_long { Err(Malformed("too big inline request".into())) } else { Ok(None) };
        };
        let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]).to_vec();
        self.parsed += end + 1;
        Ok(Some(line))
    }
}

fn announced(line: &[u8], sign: u8, most: usize, what: &str) -> Result<usize, Malformed> {
    let Some(digits) = line.strip_prefix(&[sign]) else {
        let (sign, found) = (char::from(sign), line.first().map_or(' ', |&byte| char::from(byte)));
        return Err(Malformed(format!("expected '{sign}', got '{}'", found.escape_default())));
    };
    let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<usize>().ok());
    number.filter(|&number| number <= most).ok_or_else(|| Malformed(format!("invalid {what}")))
}

/// An answer to one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    Simple(&'static str),
    /// `CODE what is wrong`.
    Error(String),
    Integer(i64),
    Bulk(Vec<u8>),
    /// There is no such value.
    Null,
    Array(Vec<Reply>),
}

impl Reply {
    pub fn error(text: impl fmt::Display) -> Self {
        Self::Error(format!("ERR {text}"))
    }

    pub fn count(number: impl TryInto<i64>) -> Self {
        Self::Integer(number.try_into().unwrap_or(i64::MAX))
    }

    pub fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Simple(text) => line(out, '+', text),
            // A line end would begin another reply.
            Self::Error(text) => line(out, '-', text.replace(['\r', '\n'], " ")),
            Self::Integer(number) => line(out, ':', number),
            Self::Bulk(bytes) => {
                line(out, '$', bytes.len());
                out.extend_from_slice(bytes);
                out.extend_from_slice(b"\r\n");
            }
            Self::Null => line(out, '$', -1),
            Self::Array(replies) => {
                line(out, '*', replies.len());
                replies.iter().for_each(|reply| reply.encode(out));
            }
        }
    }
}

fn line(out: &mut Vec<u8>, sign: char, text: impl fmt::Display) {
    out.extend_from_slice(format!("{sign}{text}\r\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(bytes: &[u8]) -> Result<Vec<Request>, Malformed> {
        let (mut parser, mut requests) = (Parser::default(), Vec::new());
        parser.feed(bytes);
        while let Some(request) = parser.next(Limits::CLIENT)? {
            requests.push(request);
        }
        Ok(requests)
    }

    fn words(words: &[&str]) -> Request {
        words.iter().map(|word| word.as_bytes().to_vec()).collect()
    }

    const TWO: &[u8] = b"*3\r\n$3\r\nSET\r\n$1\r\na\r\n$4\r\n\r\nxy\r\n*1\r\n$4\r\nPING\r\n";

    #[test]
    fn requests_are_parsed_wherever_they_are_cut() {
        let expected = vec![words(&["SET", "a", "\r\nxy"]), words(&["PING"])];
        assert_eq!(parse(TWO).unwrap(), expected);
        for cut in 0..TWO.len() {
            let (mut parser, mut requests) = (Parser::default(), Vec::new());
            for part in [&TWO[..cut], &TWO[cut..]] {
                parser.feed(part);
                while let Some(request) = parser.next(Limits::CLIENT).unwrap() {
                    requests.push(request);
                }
            }
            assert_eq!(requests, expected, "cut at {cut}");
        }
    }

    #[test]
    fn requests_typed_by_hand_are_understood() {
        assert_eq!(parse(b"\r\nGET  a\r\nPING\n").unwrap(), [words(&["GET", "a"]), words(&["PING"])]);
    }

    #[test]
    fn lengths_beyond_the_limits_are_refused_before_their_bytes_arrive() {
        for bad in [
            &b"*70000\r\n"[..],
            b"*-1\r\n",
            b"*x\r\n",
            b"*1\r\n$-5\r\n",
            b"*1\r\n$536870913\r\n",
            b"*1\r\n$99999999999999999999999\r\n",
            b"*1\r\n:1\r\n",
            b"*1\r\n$1\r\nabc\r\n",
        ] {
            assert!(parse(bad).is_err(), "{:?}", String::from_utf8_lossy(bad));
        }
        let mut parser = Parser::default();
        parser.feed(b"*1\r\n$20000\r\n");
        assert!(parser.next(Limits::STRANGER).is_err());
        parser = Parser::default();
        parser.feed(&vec![b'a'; LONGEST_LINE]);
        assert!(parser.next(Limits::CLIENT).is_err());
    }

    #[test]
    fn any_bytes_end_in_requests_or_an_error() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..5_000 {
            let mut bytes = TWO.to_vec();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..bytes.len());
                bytes[at] = *random.choice(b"*$\r\n0123456789-azx\x00\xff").unwrap_or(&0);
            }
            let _ = parse(&bytes);
        }
    }

    #[test]
    fn replies_are_encoded() {
        let check = |reply: Reply, expected: &str| {
            let mut out = Vec::new();
            reply.encode(&mut out);
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        };
        check(Reply::Simple("OK"), "+OK\r\n");
        check(Reply::error("two\r\nlines"), "-ERR two  lines\r\n");
        check(Reply::Integer(-7), ":-7\r\n");
        check(Reply::Bulk(b"a\r\nb".to_vec()), "$4\r\na\r\nb\r\n");
        check(Reply::Null, "$-1\r\n");
        check(
            Reply::Array(vec![Reply::Bulk(b"0".to_vec()), Reply::Array(vec![])]),
            "*2\r\n$1\r\n0\r\n*0\r\n",
        );
    }
}
