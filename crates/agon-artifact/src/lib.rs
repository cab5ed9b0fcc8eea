//! Files that were handed in, compared with references: from bytes to marks.
//!
//! A [`Comparison`] is what a task file writes as `[[key.compare]]`: a `mode` and that mode's own settings. It reads the
//! bytes it needs through [`Files`], and gives a [`Marked`] with a score in 0 to 1 and the parts that explain it. Nothing here
//! opens a file, starts a process or talks to a network.
//!
//! Whatever is wrong with a file that was handed in (missing, malformed, enormous, a zip bomb, not a number where one is
//! needed) is a score of 0 with a sentence. Whatever is wrong with a reference is a [`ReferenceError`]: it is the task's own
//! fault and makes a verdict void.
//!
//! ```
//! use agon_artifact::Comparison;
//! use std::collections::BTreeMap;
//!
//! let settings = toml::toml! {
//!     mode = "values"
//!     file = "answer.json"
//!     fields = [{ path = "beam.deflection_mm", value = 4.17, absolute = 0.02 }]
//! };
//! let comparison = Comparison::read(settings).unwrap();
//! let output = BTreeMap::from([("answer.json".to_owned(), bytes::Bytes::from(r#"{"beam": {"deflection_mm": 4.18}}"#))]);
//! let marked = comparison.mark(&output, &BTreeMap::new()).unwrap();
//! assert_eq!(marked.score, 1.0);
//! ```

#![warn(missing_docs)]

mod at_once;
mod comparison;
mod exact;
mod files;
mod gcode;
mod graph;
mod input;
mod marks;
mod mesh;
mod notes;
mod number;
mod pdf;
mod picture;
mod settings;
mod sheet;
mod sound;
mod svg;
mod table;
#[cfg(test)]
mod testing;
mod text;
mod values;
mod written;
mod xml;

pub use comparison::{Comparison, Problem};
pub use files::{Files, NotRead, ReferenceError};
pub use marks::{Marked, Part};
pub use picture::picture_pixels;
