//! Pictures an agent sees, and the hash that names them.

use crate::hex::hex_hash;
use std::sync::{Arc, OnceLock};

/// A named picture of an observation: `screen` for what the world shows now, `goal` for what it should show.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// What it shows.
    pub name: &'static str,
    /// The picture.
    pub image: Arc<Image>,
}

/// Never changed once it is made: its hash is computed once, for whoever asks first.
#[derive(Clone, Debug)]
pub struct Image {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Its content.
    pub pixels: Pixels,
    hash: OnceLock<ImageHash>,
}

impl PartialEq for Image {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height, &self.pixels) == (other.width, other.height, &other.pixels)
    }
}

impl Eq for Image {}

/// Worlds that draw give raw pixels; browsers give encoded files. Neither is converted before somebody needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// Rows from the top, three bytes a pixel, no padding.
    Rgb8(Vec<u8>),
    /// A PNG file.
    Png(Vec<u8>),
}

/// The content hash of an image: it names the file in the record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImageHash([u8; 16]);

hex_hash!(ImageHash, 16, "an image hash");

impl Frame {
    /// The name of what the world shows now.
    pub const SCREEN: &'static str = "screen";
    /// The name of what it should show.
    pub const GOAL: &'static str = "goal";

    /// What the world shows now.
    pub fn screen(image: Image) -> Self {
        Self { name: Self::SCREEN, image: Arc::new(image) }
    }

    /// What it should show.
    pub fn goal(image: Image) -> Self {
        Self { name: Self::GOAL, image: Arc::new(image) }
    }
}

impl Image {
    /// The ending of the files that pictures are kept in.
    pub const EXTENSION: &'static str = "png";

    /// A picture of raw pixels.
    pub fn rgb8(width: u32, height: u32, pixels: Vec<u8>) -> Self {
        debug_assert_eq!(pixels.len(), width as usize * height as usize * 3);
        Self { width, height, pixels: Pixels::Rgb8(pixels), hash: OnceLock::new() }
    }

    /// A picture that comes as a PNG file, with the size it is known to have.
    pub fn png(width: u32, height: u32, file: Vec<u8>) -> Self {
        Self { width, height, pixels: Pixels::Png(file), hash: OnceLock::new() }
    }

    /// Of the pixels where there are raw ones, so that naming a frame does not wait for its encoder.
    pub fn hash(&self) -> ImageHash {
        *self.hash.get_or_init(|| self.compute_hash())
    }

    fn compute_hash(&self) -> ImageHash {
        let (form, bytes) = match &self.pixels {
            Pixels::Rgb8(bytes) => (b'r', bytes),
            Pixels::Png(bytes) => (b'p', bytes),
        };
        let mut hasher = blake3::Hasher::new();
        hasher.update(&[form]);
        hasher.update(&self.width.to_le_bytes());
        hasher.update(&self.height.to_le_bytes());
        hasher.update(bytes);
        let mut short = [0; 16];
        short.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        ImageHash(short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_depends_on_shape_and_round_trips() {
        let wide = Image::rgb8(4, 1, vec![0; 12]);
        let tall = Image::rgb8(1, 4, vec![0; 12]);
        assert_ne!(wide.hash(), tall.hash());
        let text = serde_json::to_string(&wide.hash()).unwrap();
        assert_eq!(serde_json::from_str::<ImageHash>(&text).unwrap(), wide.hash());
        assert!(serde_json::from_str::<ImageHash>("\"xyz\"").is_err());
    }
}
