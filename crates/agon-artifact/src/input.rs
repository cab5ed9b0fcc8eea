//! Reading and decoding what a comparison needs, with the two kinds of failure kept apart.

use crate::at_once::at_once;
use crate::files::{Files, ReferenceError};
use crate::settings::Rule;
use crate::{Marked, marks::Parts};
use bytes::Bytes;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// No file that is compared here may have more bytes.
const MOST_BYTES: usize = 256 << 20;

/// Why bytes could not be understood, as the end of a sentence that begins with the file's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unreadable(String);

impl Unreadable {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }

    pub(crate) fn from_error(what: &str, error: &dyn std::error::Error) -> Self {
        Self(format!("{what} ({error})"))
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// What ends a comparison before it has looked at everything.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The file that was handed in is no good: score 0.
    Artifact { expected: String, seen: String },
    /// The reference is no good: void.
    Reference(ReferenceError),
}

impl Stop {
    /// The marks of a file that is no good, or the error of the reference.
    pub(crate) fn settle(self) -> Result<Marked, ReferenceError> {
        match self {
            Self::Artifact { expected, seen } => {
                let mut parts = Parts::default();
                parts.add("file", Rule::ONE, 0.0, expected, seen);
                Ok(parts.finish(false))
            }
            Self::Reference(error) => Err(error),
        }
    }
}

/// The two folders of a comparison.
pub(crate) struct Input<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) reference: &'a dyn Files,
}

impl Input<'_> {
    /// A file that was handed in, decoded. `what` names what it should be: "a table", "a PNG picture".
    pub(crate) fn artifact<T>(
        &self,
        path: &str,
        what: &str,
        decode: impl FnOnce(&[u8]) -> Result<T, Unreadable>,
    ) -> Result<T, Stop> {
        load(self.files, path).and_then(|bytes| decoded(&bytes, decode)).map_err(|why| unfit(path, what, &why))
    }

    /// A reference, decoded in the same way.
    pub(crate) fn reference<T>(&self, path: &str, decode: impl FnOnce(&[u8]) -> Result<T, Unreadable>) -> Result<T, Stop> {
        load(self.reference, path)
            .and_then(|bytes| decoded(&bytes, decode))
            .map_err(|why| Stop::Reference(ReferenceError { path: path.into(), why: why.0 }))
    }

    /// A file that was handed in and a reference, decoded at the same time.
    pub(crate) fn both<A: Send, R>(
        &self,
        (path, what, decode): (&str, &str, impl FnOnce(&[u8]) -> Result<A, Unreadable> + Send),
        (reference, decode_reference): (&str, impl FnOnce(&[u8]) -> Result<R, Unreadable>),
    ) -> Result<(A, R), Stop> {
        let bytes = load(self.files, path);
        let (reference, artifact) = at_once(
            || self.reference(reference, decode_reference),
            || bytes.and_then(|bytes| decoded(&bytes, decode)).map_err(|why| unfit(path, what, &why)),
        );
        // A reference that is no good is told before what was handed in.
        let reference = reference?;
        Ok((artifact?, reference))
    }
}

fn unfit(path: &str, what: &str, why: &Unreadable) -> Stop {
    Stop::Artifact { expected: format!("{path}: {what}"), seen: format!("{path} {why}") }
}

fn load(files: &dyn Files, path: &str) -> Result<Bytes, Unreadable> {
    let bytes = files.read(path).map_err(|not_read| Unreadable(not_read.0))?;
    if bytes.is_empty() {
        return Err(Unreadable::new("is empty"));
    }
    if bytes.len() > MOST_BYTES {
        return Err(Unreadable(format!("has {} MiB, more than {}", bytes.len() >> 20, MOST_BYTES >> 20)));
    }
    Ok(bytes)
}

fn decoded<T>(bytes: &[u8], decode: impl FnOnce(&[u8]) -> Result<T, Unreadable>) -> Result<T, Unreadable> {
    // Decoders of other people meet files made to break them: a panic in one is a malformed file.
    catch_unwind(AssertUnwindSafe(|| decode(bytes))).unwrap_or_else(|_| Err(Unreadable::new("breaks its decoder")))
}
