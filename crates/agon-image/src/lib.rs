//! Frames as files and on terminals.
//!
//! [`encode`] gives the bytes of a picture file (already encoded pictures pass through), [`decode`] the pixels again,
//! [`shrink()`] a smaller picture, and
//! [`terminal`] the escape sequences that show a picture in a terminal. [`GifWriter`] makes an animation.

mod file;
mod gif;
mod palette;
mod shrink;
pub mod terminal;

pub use file::{ImageError, decode, encode};
pub use gif::GifWriter;
pub use shrink::shrink;
