//! A numbered collection of pictures.

use super::file::{check_picture_file, is_picture_name, load_picture_file};
use super::recent::Recent;
use super::{photos, warn};
use crate::{Canvas, ParamError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The pictures a world draws on. The same source gives the same pictures in the same order.
pub(crate) enum Pictures {
    BuiltIn,
    Folder(Folder),
}

pub(crate) struct Folder {
    /// In the order of file names, which numbers them.
    files: Vec<(String, PathBuf)>,
    decoded: Recent<Canvas<'static>>,
}

/// The sides of a user's picture after scaling: worlds need detail, and no more memory than that takes.
const MIN_SIDE_PX: u32 = 384;
const MAX_SIDE_PX: u32 = 1024;
/// How many of a folder's pictures stay decoded; at the largest size 3 MB each.
const KEPT: usize = 32;

/// Folders are listed once in a process: an episode must not change because a file appeared meanwhile.
static OPENED: Mutex<BTreeMap<String, Arc<Pictures>>> = Mutex::new(BTreeMap::new());

impl Pictures {
    /// Opens a collection: the built-in one for an empty `source`, else a folder of picture files.
    pub(crate) fn open(source: &str) -> Result<Arc<Self>, ParamError> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pictures) = opened.get(source) {
            return Ok(pictures.clone());
        }
        let pictures = Arc::new(if source.is_empty() { Self::BuiltIn } else { Self::Folder(Folder::list(source)?) });
        opened.insert(source.into(), pictures.clone());
        Ok(pictures)
    }

    pub(crate) fn count(&self) -> usize {
        match self {
            Self::BuiltIn => photos::count(),
            Self::Folder(folder) => folder.files.len(),
        }
    }

    /// What a picture is called: one word for what a built-in one shows, else the file's name without its ending. Empty
    /// past the last one.
    pub(crate) fn name(&self, index: usize) -> &str {
        match self {
            Self::BuiltIn => photos::name(index),
            Self::Folder(folder) => folder.find(index).map_or("", |(name, _)| name),
        }
    }

    /// What a picture is called in its folder's listing. Unlike [`Pictures::name`] it does not look into the file, so it can
    /// be asked of thousands, and may name a broken one.
    pub(crate) fn listed_name(&self, index: usize) -> &str {
        match self {
            Self::BuiltIn => photos::name(index),
            Self::Folder(folder) => folder.files.get(index).map_or("", |(name, _)| name),
        }
    }

    /// What is wrong where no picture can be decoded.
    pub(crate) fn all_broken() -> ParamError {
        ParamError::key("pictures", "none of the folder's pictures can be decoded; the warnings say why")
    }

    /// A square picture of at least 384 by 384 pixels; `None` past the last one. [`Canvas::resized`] brings it to size.
    /// In place of a file that turns out to be broken comes the next one that is not; where all are, `None` as well, and
    /// [`Pictures::all_broken`] is what to say.
    pub(crate) fn picture(&self, index: usize) -> Option<Arc<Canvas<'static>>> {
        match self {
            Self::BuiltIn => photos::photo(index),
            Self::Folder(folder) => folder.find(index).map(|(_, picture)| picture),
        }
    }
}

impl Folder {
    fn list(source: &str) -> Result<Self, ParamError> {
        let mut files = Vec::new();
        for path in entries("pictures", source)? {
            if !path.is_file() || !is_picture_name(&path) {
                continue;
            }
            match check_picture_file(&path) {
                Ok(()) => files.push((stem(&path), path)),
                Err(problem) => warn(format!("skipped {}: {problem}", path.display())),
            }
        }
        if files.is_empty() {
            return Err(ParamError::key("pictures", format!("the folder {source:?} holds no PNG, JPEG or WebP picture")));
        }
        Ok(Self { files, decoded: Recent::new(KEPT) })
    }

    /// The first sound picture from a number on, with its name.
    fn find(&self, index: usize) -> Option<(&str, Arc<Canvas<'static>>)> {
        let count = self.files.len();
        if index >= count {
            return None;
        }
        (index..index + count).find_map(|number| {
            let (name, path) = &self.files[number % count];
            let decoded = self.decoded.get(number % count, || match load_picture_file(path) {
                Ok(canvas) => Some(squared(&canvas)),
                Err(problem) => {
                    warn(format!("skipped {}: {problem}", path.display()));
                    None
                }
            });
            decoded.map(|picture| (name.as_str(), picture))
        })
    }
}

/// A folder's entries in the order of their names, byte by byte, as every machine sorts them alike.
pub(super) fn entries(key: &str, source: &str) -> Result<Vec<PathBuf>, ParamError> {
    let unreadable = |error: std::io::Error| ParamError::key(key, format!("the folder {source:?} cannot be read: {error}"));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(source).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        // Names that begin with a dot are the system's own, such as the previews some computers leave in every folder.
        if !path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
            paths.push(path);
        }
    }
    paths.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    Ok(paths)
}

pub(super) fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The middle square, at a size that worlds can use.
fn squared(canvas: &Canvas) -> Canvas<'static> {
    let side = canvas.width().min(canvas.height());
    let mut square = Canvas::new(side, side);
    square.blit(0, 0, canvas, (canvas.width() - side) / 2, (canvas.height() - side) / 2, side, side);
    let wanted = side.clamp(MIN_SIDE_PX, MAX_SIDE_PX);
    if side == wanted { square } else { square.resized(wanted, wanted) }
}

/// Which item of a collection: a number, or `"any"` to let the seed choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Value", try_from = "Value")]
pub(crate) enum Choice {
    Any,
    Number(usize),
}

impl From<Choice> for Value {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Any => "any".into(),
            Choice::Number(number) => number.into(),
        }
    }
}

impl TryFrom<Value> for Choice {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match (value.as_str(), value.as_u64()) {
            (Some("any"), _) => Ok(Self::Any),
            (_, Some(number)) => Ok(Self::Number(number as usize)),
            _ => Err(format!("must be \"any\" or an item's number, got {value}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::data_warnings;

    fn save(path: &Path, width: u32, height: u32, red: impl Fn(u32, u32) -> u8) {
        let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), width, height);
        encoder.set_color(png::ColorType::Rgb);
        let pixels: Vec<u8> =
            (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| [red(x, y), 0, 0]).collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    }

    #[test]
    fn a_folder_is_sorted_squared_scaled_and_its_broken_files_are_skipped() {
        let place = tempfile::tempdir().unwrap();
        save(&place.path().join("b wide.png"), 900, 500, |x, _| if (200..700).contains(&x) { 200 } else { 10 });
        save(&place.path().join("a small.png"), 40, 60, |_, _| 77);
        save(&place.path().join("c large.PNG"), 2100, 2050, |_, _| 99);
        std::fs::write(place.path().join("aa.jpg"), b"no picture").unwrap();
        std::fs::write(place.path().join("notes.txt"), b"not meant").unwrap();
        let whole = std::fs::read(place.path().join("b wide.png")).unwrap();
        std::fs::write(place.path().join("ab half.png"), &whole[..whole.len() / 2]).unwrap();
        let pictures = Pictures::open(place.path().to_str().unwrap()).unwrap();
        assert_eq!(pictures.count(), 4);
        let names: Vec<&str> = (0..4).map(|index| pictures.name(index)).collect();
        assert_eq!(names, ["a small", "b wide", "b wide", "c large"]);
        let sides: Vec<u32> = (0..4).map(|index| pictures.picture(index).unwrap().width()).collect();
        assert_eq!(sides, [384, 500, 500, 1024]);
        assert!(
            pictures.picture(1).unwrap().pixels().chunks_exact(3).all(|pixel| pixel == [200, 0, 0]),
            "the middle was cut out"
        );
        assert!(pictures.picture(4).is_none() && pictures.name(4).is_empty());
        assert_eq!(pictures.listed_name(1), "ab half", "the listing is not a look into the file");
        let warnings = data_warnings();
        for broken in ["aa.jpg: is no PNG, JPEG or WebP picture", "ab half.png: cannot be decoded"] {
            assert_eq!(warnings.iter().filter(|w| w.starts_with("skipped") && w.contains(broken)).count(), 1, "{warnings:?}");
        }
        assert!(!warnings.iter().any(|w| w.contains("notes.txt")));
    }

    #[test]
    fn missing_and_empty_folders_are_named() {
        let error = |source: &str| Pictures::open(source).err().unwrap().to_string();
        assert!(error("/nowhere/at-all").starts_with("pictures: the folder \"/nowhere/at-all\" cannot be read"));
        let empty = tempfile::tempdir().unwrap();
        let text = error(empty.path().to_str().unwrap());
        assert!(text.contains(empty.path().to_str().unwrap()) && text.contains("holds no"), "{text}");
    }
}
