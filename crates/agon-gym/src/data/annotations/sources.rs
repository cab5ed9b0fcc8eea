//! Which files of a data set's folder are meant, and where its pictures are.

use super::index::{Image, ImageName};
use super::references;
use crate::ParamError;
use std::path::{Component, Path, PathBuf};

/// The folders that COCO's pictures come in.
const SPLITS: [&str; 4] = ["train2017", "val2017", "train2014", "val2014"];

/// What a world needs of an annotation file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Use {
    Counting,
    Referring,
}

/// The annotation file that is meant: the file itself, or the one of a data set's folder.
pub(super) fn instances_file(data: &str, purpose: Use) -> Result<PathBuf, ParamError> {
    let folder = Path::new(data);
    if !folder.is_dir() {
        return Ok(folder.to_owned());
    }
    let mut files = instances_files(folder);
    if purpose == Use::Referring && files.iter().any(|file| has_references(file)) {
        files.retain(|file| has_references(file));
    }
    // COCO's annotations come for all parts at once, its pictures do not.
    let with_pictures: Vec<PathBuf> = files.iter().filter(|file| split_folder(file).is_some()).cloned().collect();
    if !with_pictures.is_empty() {
        files = with_pictures;
    }
    match files.as_slice() {
        [file] => Ok(file.clone()),
        [] => {
            let problem = format!("the folder {data:?} holds no annotation file (instances*.json or lvis*.json)");
            Err(ParamError::key("data", problem))
        }
        several => {
            let names: Vec<String> = several.iter().map(|file| file.display().to_string()).collect();
            let problem = format!("the folder {data:?} holds several annotation files; set it to one of {}", names.join(", "));
            Err(ParamError::key("data", problem))
        }
    }
}

/// Every annotation file in a data set's folder, in the folder of its annotations, and in the folders below it.
pub(super) fn instances_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut look = |folder: &Path| {
        let mut below = Vec::new();
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().to_ascii_lowercase());
            if path.is_dir() {
                below.push(path);
            } else if name.ends_with(".json") && (name.starts_with("instances") || name.starts_with("lvis")) {
                files.push(path);
            }
        }
        below
    };
    // COCO has them in `annotations`, the folder around RefCOCO, RefCOCO+ and RefCOCOg in one folder each.
    for below in look(folder) {
        look(&below);
    }
    files.sort();
    files
}

fn has_references(file: &Path) -> bool {
    file.parent().is_some_and(|folder| references::find(folder).is_some())
}

/// The part of a data set that a file's name tells, as `train2017` in `instances_train2017.json`.
fn split_of(file: &Path) -> Option<&str> {
    file.file_stem()?.to_str()?.rsplit('_').next().filter(|split| SPLITS.contains(split))
}

/// The folder of the pictures that a file's name speaks of.
fn split_folder(file: &Path) -> Option<PathBuf> {
    let split = split_of(file)?;
    picture_folders(file).into_iter().find(|folder| folder.ends_with(split))
}

/// The folders in which an annotation file's pictures may be, as far as they are there: beside the file and where COCO, LVIS
/// and RefCOCO put them.
pub(super) fn picture_folders(file: &Path) -> Vec<PathBuf> {
    // The real place, so that `..` of a file without a folder in its name is known too.
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let own = file.parent().unwrap_or(Path::new(""));
    let around = own.parent();
    let mut splits: Vec<&str> = split_of(&file).into_iter().collect();
    splits.extend(SPLITS.into_iter().filter(|split| !splits.contains(split)).collect::<Vec<_>>());
    let mut folders = vec![own.to_owned(), own.join("images")];
    // The folder around the annotations' own is that of the data set; any other may be anything.
    folders.extend(
        around.filter(|_| own.ends_with("annotations")).into_iter().flat_map(|around| [around.to_owned(), around.join("images")]),
    );
    for root in [Some(own), around].into_iter().flatten() {
        for inside in ["", "images", "images/mscoco/images", "coco", "coco/images", "mscoco/images"] {
            folders.extend(splits.iter().map(|split| root.join(inside).join(split)));
        }
    }
    folders.retain(|folder| folder.is_dir());
    let mut seen = std::collections::HashSet::new();
    folders.retain(|folder| seen.insert(folder.clone()));
    folders
}

/// Where a picture is: the first of its possible names in the first of the folders that has one.
pub(super) fn find_picture(image: &Image, folders: &[PathBuf]) -> Option<PathBuf> {
    let names = possible_names(image);
    let paths = folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    paths.into_iter().find(|path| path.is_file())
}

/// The names under which a picture may lie in its folder: its own, or, as LVIS has it, the last parts of its address.
pub(super) fn possible_names(image: &Image) -> Vec<&str> {
    let plain = |name: &&str| !name.is_empty() && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let names = match &image.name {
        // COCO's pictures of 2014 were given shorter names in 2017.
        ImageName::File(name) => {
            vec![name.as_str(), name.strip_prefix("COCO_").and_then(|rest| Some(rest.split_once('_')?.1)).unwrap_or_default()]
        }
        ImageName::Address(address) => {
            let file = address.rsplit('/').next().unwrap_or_default();
            let folder = address.strip_suffix(file).map_or("", |folder| folder.trim_end_matches('/'));
            let parent = folder.rsplit('/').next().unwrap_or_default();
            let with_parent = address.len().checked_sub(parent.len() + 1 + file.len()).and_then(|start| address.get(start..));
            vec![with_parent.filter(|_| !parent.is_empty()).unwrap_or_default(), file]
        }
        ImageName::Missing => Vec::new(),
    };
    names.into_iter().filter(plain).collect()
}
