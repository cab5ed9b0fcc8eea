//! A numbered collection of pictures.

use super::conversations::named_pictures;
use super::file::{check_picture_file, is_picture_name, load_picture_file};
use super::listing::list_files;
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

/// How a picture becomes a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fit {
    /// Its middle square is taken.
    #[default]
    Crop,
    /// All of it is, and its sides are made equal, as published.
    Stretch,
}

pub(crate) struct Folder {
    /// In the order of their paths from the folder on, which numbers them.
    files: Vec<(String, PathBuf)>,
    decoded: Recent<Decoded>,
    fit: Fit,
}

struct Decoded {
    square: Arc<Canvas<'static>>,
    /// Of the file's picture.
    size: (u32, u32),
}

/// The sides of a user's picture after scaling: worlds need detail, and no more memory than that takes.
const MIN_SIDE_PX: u32 = 384;
const MAX_SIDE_PX: u32 = 1024;
/// How many of a folder's pictures stay decoded; at the largest size 3 MB each.
const KEPT: usize = 32;

/// Folders are listed once in a process: an episode must not change because a file appeared meanwhile.
static OPENED: Mutex<BTreeMap<(String, Fit), Arc<Pictures>>> = Mutex::new(BTreeMap::new());

impl Pictures {
    /// Opens a collection: the built-in one for an empty `source`, else a folder of picture files or a file that names some.
    pub(crate) fn open(source: &str) -> Result<Arc<Self>, ParamError> {
        Self::open_fitted(source, Fit::Crop)
    }

    /// The same with its pictures made square in another way.
    pub(crate) fn open_fitted(source: &str, fit: Fit) -> Result<Arc<Self>, ParamError> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (source.to_owned(), fit);
        if let Some(pictures) = opened.get(&key) {
            return Ok(pictures.clone());
        }
        let pictures = Arc::new(if source.is_empty() { Self::BuiltIn } else { Self::Folder(Folder::list(source, fit)?) });
        opened.insert(key, pictures.clone());
        Ok(pictures)
    }

    /// The number of the picture with this name, or this path from its folder on; `None` if there is none or it is broken.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        let all = 0..self.count();
        let found = all.clone().find(|number| self.listed_name(*number) == name);
        let found = found.or_else(|| all.clone().find(|number| self.listed_name(*number) == without_ending(name)))?;
        (self.name(found) == self.listed_name(found)).then_some(found)
    }

    /// The width and height of a picture before it was made square; `None` past the last one.
    pub(crate) fn size(&self, index: usize) -> Option<(u32, u32)> {
        match self {
            Self::BuiltIn => photos::photo(index).map(|photo| (photo.width(), photo.height())),
            Self::Folder(folder) => folder.find(index).map(|(_, decoded)| decoded.size),
        }
    }

    pub(crate) fn count(&self) -> usize {
        match self {
            Self::BuiltIn => photos::count(),
            Self::Folder(folder) => folder.files.len(),
        }
    }

    /// What a picture is called: one word for what a built-in one shows, else the file's path from its folder on, without
    /// its ending. Empty past the last one.
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
            Self::Folder(folder) => folder.find(index).map(|(_, decoded)| decoded.square.clone()),
        }
    }
}

impl Folder {
    fn list(source: &str, fit: Fit) -> Result<Self, ParamError> {
        let listed =
            if Path::new(source).is_file() { named_pictures(source)? } else { list_files("pictures", source, is_picture_name)? };
        let mut files = Vec::with_capacity(listed.len());
        for file in listed {
            match check_picture_file(&file.path) {
                Ok(()) => files.push((without_ending(&file.name).to_owned(), file.path)),
                Err(problem) => warn(format!("skipped {}: {problem}", file.path.display())),
            }
        }
        if files.is_empty() {
            return Err(ParamError::key("pictures", format!("the folder {source:?} holds no PNG, JPEG or WebP picture")));
        }
        Ok(Self { files, decoded: Recent::new(KEPT), fit })
    }

    /// The first sound picture from a number on, with its name.
    fn find(&self, index: usize) -> Option<(&str, Arc<Decoded>)> {
        let count = self.files.len();
        if index >= count {
            return None;
        }
        (index..index + count).find_map(|number| {
            let (name, path) = &self.files[number % count];
            let decoded = self.decoded.get(number % count, || match load_picture_file(path) {
                Ok(canvas) => {
                    Some(Decoded { square: Arc::new(squared(&canvas, self.fit)), size: (canvas.width(), canvas.height()) })
                }
                Err(problem) => {
                    warn(format!("skipped {}: {problem}", path.display()));
                    None
                }
            });
            decoded.map(|decoded| (name.as_str(), decoded))
        })
    }
}

/// A file's name, or its path from its folder on, without the ending.
pub(super) fn without_ending(name: &str) -> &str {
    let file = name.rfind('/').map_or(0, |slash| slash + 1);
    match name[file..].rfind('.') {
        Some(dot) if dot > 0 => &name[..file + dot],
        _ => name,
    }
}

/// A square, at a size that worlds can use.
fn squared(canvas: &Canvas, fit: Fit) -> Canvas<'static> {
    if fit == Fit::Stretch {
        let side = canvas.width().max(canvas.height()).clamp(MIN_SIDE_PX, MAX_SIDE_PX);
        return canvas.resized(side, side);
    }
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

    fn names(source: &Path) -> Vec<String> {
        let pictures = Pictures::open(source.to_str().unwrap()).unwrap();
        (0..pictures.count()).map(|index| pictures.name(index).to_owned()).collect()
    }

    fn save_at(place: &Path, name: &str) {
        let path = place.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        save(&path, 8, 8, |_, _| 5);
    }

    #[test]
    fn pictures_lie_in_folders_within_folders_and_are_called_by_their_path() {
        let place = tempfile::tempdir().unwrap();
        for name in ["ILSVRC/train/n01440764/n01440764_18.png", "ILSVRC/train/n01443537/1.5.png", "ILSVRC/val/1.png", "top.png"] {
            save_at(place.path(), name);
        }
        let wanted = ["ILSVRC/train/n01440764/n01440764_18", "ILSVRC/train/n01443537/1.5", "ILSVRC/val/1", "top"];
        assert_eq!(names(place.path()), wanted);
    }

    #[test]
    fn a_file_of_conversations_names_pictures() {
        let place = tempfile::tempdir().unwrap();
        for name in ["images/00453/004539375.png", "images/00223/002239345.png", "images/00001/never named.png", "beside.png"] {
            save_at(place.path(), name);
        }
        let file = place.path().join("blip_laion_cc_sbu_558k.json");
        let text = r#"[{"id": "1", "image": "00453/004539375.png", "conversations": [{"from": "human", "value": "<image>"}]},
            {"id": "2", "image": ["00223/002239345.png", "beside.png"]}, {"id": "3", "image": "00453/004539375.png"}, {"id": "text only"},
            {"id": "4", "image": "00000/missing.png"}, {"id": "5", "image": "../outside.png"}, {"id": "6", "image": "/etc/passwd"}]"#;
        std::fs::write(&file, text).unwrap();
        assert_eq!(names(&file), ["00223/002239345", "00453/004539375", "beside"]);
        assert!(
            data_warnings().iter().any(|warning| warning.contains("3 of its 6 pictures are not there")),
            "{:?}",
            data_warnings()
        );
        let error = |text: &str| {
            let file = place.path().join(format!("{}.json", text.len()));
            std::fs::write(&file, text).unwrap();
            Pictures::open(file.to_str().unwrap()).err().unwrap().to_string()
        };
        assert!(error("{\"a\": 1}").contains("neither a folder nor a list of conversations"));
        assert!(error("[{\"image\": \"gone.png\"}]").contains("none of the pictures that it names"));
        assert!(error("[").contains("neither a folder nor a list"));
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
