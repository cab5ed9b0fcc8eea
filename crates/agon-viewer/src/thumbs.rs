//! Small pictures of frames, made once and kept in memory within a bound.

use agon_core::{Image, ImageHash};
use agon_image::ImageError;
use hyper::body::Bytes;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The longest side of a thumbnail, in pixels: sharp in a strip, and enough to be seen while somebody scrubs.
const SIDE: u32 = 256;
/// What is kept at most: a thousand thumbnails and more.
const MOST_BYTES: usize = 32 * 1024 * 1024;

#[derive(Debug, Default)]
pub(crate) struct Thumbs(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    files: HashMap<ImageHash, (Bytes, u64)>,
    bytes: usize,
    /// Counts what is asked for, to know what was not asked for longest.
    asked: u64,
}

impl Thumbs {
    /// The thumbnail of a frame as a PNG file; `None` where the frame cannot be read. A frame's name is that of its content, so it does not
    /// matter whose it is.
    pub(crate) fn of(&self, hash: &ImageHash, frame: &Path) -> Option<Bytes> {
        if let Some(file) = self.lock().get(hash) {
            return Some(file);
        }
        let file = Bytes::from(thumbnail(&std::fs::read(frame).ok()?).ok()?);
        self.lock().put(*hash, file.clone());
        Some(file)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn get(&mut self, hash: &ImageHash) -> Option<Bytes> {
        self.asked += 1;
        let (file, asked) = self.files.get_mut(hash)?;
        *asked = self.asked;
        Some(file.clone())
    }

    fn put(&mut self, hash: ImageHash, file: Bytes) {
        self.asked += 1;
        self.bytes += file.len();
        if let Some((old, _)) = self.files.insert(hash, (file, self.asked)) {
            self.bytes -= old.len();
        }
        if self.bytes > MOST_BYTES {
            self.forget();
        }
    }

    /// Lets go of the half that was not asked for longest: seldom, rather than a little each time.
    fn forget(&mut self) {
        let mut asked: Vec<u64> = self.files.values().map(|(_, asked)| *asked).collect();
        asked.sort_unstable();
        let middle = asked.get(asked.len() / 2).copied().unwrap_or_default();
        self.files.retain(|_, (_, asked)| *asked >= middle);
        self.bytes = self.files.values().map(|(file, _)| file.len()).sum();
    }
}

fn thumbnail(file: &[u8]) -> Result<Vec<u8>, ImageError> {
    let image = agon_image::decode(file)?;
    let longest = image.width.max(image.height);
    if longest <= SIDE {
        return Ok(file.to_vec());
    }
    let side = |pixels: u32| (u64::from(pixels) * u64::from(SIDE) / u64::from(longest)).max(1) as u32;
    let small: Image = agon_image::shrink(&image, side(image.width), side(image.height))?;
    Ok(agon_image::encode(&small)?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(number: u8) -> ImageHash {
        Image::rgb8(1, 1, vec![number; 3]).hash()
    }

    #[test]
    fn what_is_not_asked_for_is_let_go_first() {
        let mut kept = Kept::default();
        let file = Bytes::from(vec![0; MOST_BYTES / 4]);
        (0..4).for_each(|number| kept.put(hash(number), file.clone()));
        assert!(kept.get(&hash(0)).is_some());
        kept.put(hash(4), file);
        assert!(kept.bytes <= MOST_BYTES);
        assert!(kept.get(&hash(1)).is_none() && kept.get(&hash(0)).is_some() && kept.get(&hash(4)).is_some());
    }

    #[test]
    fn a_thumbnail_is_small_and_of_the_same_shape() {
        let folder = tempfile::tempdir().unwrap();
        let image = Image::rgb8(1280, 720, vec![200; 1280 * 720 * 3]);
        let path = folder.path().join("a.png");
        std::fs::write(&path, agon_image::encode(&image).unwrap()).unwrap();
        let thumbs = Thumbs::default();
        let small = agon_image::decode(&thumbs.of(&image.hash(), &path).unwrap()).unwrap();
        assert_eq!((small.width, small.height), (256, 144));
        std::fs::remove_file(&path).unwrap();
        assert!(thumbs.of(&image.hash(), &path).is_some(), "it is made once");
        assert!(thumbs.of(&hash(9), &path).is_none());
    }
}
