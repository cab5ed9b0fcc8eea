//! Drawing straight into the final RGB buffer: spans, anti-aliased shapes, text. No floats decide a span's edges, and
//! nothing depends on the machine, so the same state gives the same bytes everywhere.

mod angle;
mod canvas;
mod label;
mod resize;

pub(crate) use angle::{cos_sin, degrees_of};
pub use canvas::{Canvas, Color};
pub use label::Label;
