//! A client's half of the X protocol: where each request begins, and what becomes of it.

use super::rules::{LONGEST_NAME, Rules};

/// A request's header and the beginning of what follows.
#[derive(Debug)]
pub(super) struct Request<'a> {
    pub(super) major: u8,
    /// The header's second byte: an extension's own number of the request, or whatever a core request has there.
    pub(super) data: u8,
    /// All of it, or its first [`INSPECTED`] bytes.
    pub(super) body: &'a [u8],
}

/// Whatever it is, the request keeps its length and its place: both sides count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Pass,
    /// The server is told to do nothing.
    Drop,
    /// The server is sent a request that does not exist: the client gets an error, where it might wait for an answer.
    Refuse,
    /// The header's second byte becomes zero.
    ClearData,
    /// The name that is asked for becomes one that nothing has.
    HideName,
}

/// A client's requests up to where they are known.
#[derive(Debug, Default)]
pub(super) struct Requests {
    next: Next,
    has_big_requests: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Setup,
    /// So many bytes of something that has been judged, before the next request.
    Rest(u64),
}

/// It does not speak the protocol, or not as programs do.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// Of bodies, this much tells all there is to know.
const INSPECTED: usize = 8 + LONGEST_NAME;
const SETUP: usize = 12;
const LITTLE_ENDIAN: u8 = b'l';
const HEADER: usize = 4;
const BIG_HEADER: usize = 8;
/// As many words as servers take.
const MOST_WORDS: u64 = (1 << 22) - 1;

const ENABLE_BIG_REQUESTS: u8 = 0;
const NO_OPERATION: u8 = 127;
const NO_REQUEST: u8 = 126;
const QUERY_EXTENSION_NAME: usize = 4;

impl Requests {
    /// Judges what it can of some bytes and changes them where it must. So many from the beginning may go on to the server; the rest,
    /// which is shorter than a kilobyte, has to come again with more behind it.
    pub(super) fn pass(&mut self, bytes: &mut [u8], rules: &Rules) -> Result<usize, Malformed> {
        let mut done = 0;
        loop {
            let left = &mut bytes[done..];
            let taken = match &mut self.next {
                Next::Rest(0) => self.judge(left, rules)?,
                Next::Rest(length) => {
                    let passed = left.len().min(usize::try_from(*length).unwrap_or(usize::MAX));
                    *length -= passed as u64;
                    passed
                }
                Next::Setup => self.set_up(left)?,
            };
            if taken == 0 {
                return Ok(done);
            }
            done += taken;
        }
    }

    fn set_up(&mut self, bytes: &[u8]) -> Result<usize, Malformed> {
        // In the other order all numbers would have to be read the other way round; no program of this machine writes them so.
        if bytes.first().is_some_and(|order| *order != LITTLE_ENDIAN) {
            return Err(Malformed);
        }
        let (Some(name), Some(proof)) = (half(bytes, 6), half(bytes, 8)) else { return Ok(0) };
        if bytes.len() < SETUP {
            return Ok(0);
        }
        let padded = |length: u16| u64::from(length).next_multiple_of(4);
        self.next = Next::Rest(padded(name) + padded(proof));
        Ok(SETUP)
    }

    /// Judges the request that begins here, if enough of it is there.
    fn judge(&mut self, bytes: &mut [u8], rules: &Rules) -> Result<usize, Malformed> {
        let (Some(&[major, data]), Some(short)) = (bytes.first_chunk(), half(bytes, 2)) else { return Ok(0) };
        let (header, words) = match short {
            // A server that was not asked for big requests takes this for something else.
            0 if !self.has_big_requests => return Err(Malformed),
            0 => {
                let Some(words) = word(bytes, HEADER) else { return Ok(0) };
                (BIG_HEADER, u64::from(words))
            }
            words => (HEADER, u64::from(words)),
        };
        let length = words * 4;
        if length < header as u64 || words > MOST_WORDS {
            return Err(Malformed);
        }
        let inspected = (header + INSPECTED).min(usize::try_from(length).unwrap_or(usize::MAX));
        let Some(seen) = bytes.get_mut(..inspected) else { return Ok(0) };
        let verdict = rules.judge(&Request { major, data, body: &seen[header..] });
        match verdict {
            Verdict::Pass => {
                self.has_big_requests |= Some(major) == rules.big_requests && data == ENABLE_BIG_REQUESTS && words == 1;
            }
            Verdict::Drop => seen[0] = NO_OPERATION,
            Verdict::Refuse => seen[0] = NO_REQUEST,
            Verdict::ClearData => seen[1] = 0,
            Verdict::HideName => seen[header..].iter_mut().skip(QUERY_EXTENSION_NAME).for_each(|byte| *byte = b'-'),
        }
        self.next = Next::Rest(length - inspected as u64);
        Ok(inspected)
    }
}

impl Request<'_> {
    pub(super) fn byte(&self, place: usize) -> Option<u8> {
        self.body.get(place).copied()
    }

    /// The first 16 bits behind so many.
    pub(super) fn half(&self, place: usize) -> Option<u16> {
        half(self.body, 2 * place)
    }

    pub(super) fn word(&self, place: usize) -> Option<u32> {
        word(self.body, 4 * place)
    }
}

fn half(bytes: &[u8], place: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(place..)?.first_chunk()?))
}

fn word(bytes: &[u8], place: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(place..)?.first_chunk()?))
}
