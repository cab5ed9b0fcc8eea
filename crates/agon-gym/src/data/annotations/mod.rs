//! Pictures with annotated objects: users' own, in the files of COCO, LVIS and RefCOCO, and some of the built-in photographs.
//! `docs/data.md` tells the files' shapes.

mod built_in;
mod index;
mod pickle;
mod problems;
mod references;
mod segmentation;
mod sources;
mod store;
mod survey;

use super::mask::Mask;
use super::{photos, warn};
use crate::{Canvas, ParamError};
pub(crate) use built_in::BUILT_IN;
pub(crate) use index::Group;
use index::{Index, Object};
use problems::Problems;
use references::Reference;
use segmentation::Segmentation;
use serde::Deserialize;
pub(crate) use sources::Use;
use std::collections::HashMap;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use store::Store;
pub(crate) use survey::survey_annotations;
pub use survey::{AnnotationSurvey, LeftOut};

/// An annotation file that is open: its index, and where its pictures are.
pub(crate) struct Annotations {
    file: File,
    path: PathBuf,
    index: Index,
    /// Where each picture is, as far as it is there.
    pictures: Vec<Option<Picture>>,
    /// The references that can be used: their sentences and objects.
    references: Vec<Reference>,
    problems: Problems,
    /// The groups of each pair of bounds that was asked for.
    groups: Mutex<HashMap<Bounds, Arc<Vec<Group>>>>,
}

/// What outlines are read from.
enum File {
    OnDisk(std::fs::File),
    BuiltIn(&'static [u8]),
}

/// Where a picture is.
enum Picture {
    File(PathBuf),
    /// The number of a built-in photograph.
    BuiltIn(usize),
}

/// An object of an annotation file, by its place in the index.
pub(crate) type ObjectNumber = u32;

type Key = (String, String, String, Use);

/// How many objects a group has, at least and at most.
type Bounds = (usize, usize);

/// Files of hundreds of megabytes are read once for all episodes.
static OPENED: LazyLock<Mutex<HashMap<Key, Arc<Annotations>>>> = LazyLock::new(Mutex::default);

/// What is read of an annotation when its object is needed.
#[derive(Deserialize)]
struct Outline {
    id: i64,
    segmentation: Segmentation,
}

impl Annotations {
    /// Opens an annotation file, or the one of a data set's folder, or with [`BUILT_IN`] that of the built-in photographs. Pictures are in `images`, or where the data set puts
    /// them if that is empty; `references` names a file of references, or is empty where the annotation file has them or
    /// they lie beside it.
    pub(crate) fn open(data: &str, images: &str, references: &str, purpose: Use) -> Result<Arc<Self>, ParamError> {
        let key = (data.to_owned(), images.to_owned(), references.to_owned(), purpose);
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opened.get(&key) {
            return Ok(known.clone());
        }
        let annotations = Arc::new(match data {
            BUILT_IN => built_in::read()?,
            data => Self::read(&sources::instances_file(data, purpose)?, images, references, purpose, &Store::of_user())?,
        });
        annotations.index.problems.tell(&annotations.path.to_string_lossy());
        annotations.problems.tell(&annotations.path.to_string_lossy());
        opened.insert(key, annotations.clone());
        Ok(annotations)
    }

    fn read(path: &Path, images: &str, references: &str, purpose: Use, store: &Store) -> Result<Self, ParamError> {
        let problem = |why: String| ParamError::key("data", format!("\"{}\" cannot be read: {why}", path.display()));
        let file = std::fs::File::open(path).map_err(|error| problem(error.to_string()))?;
        let mut index = store.index(path).map_err(problem)?;
        let mut problems = Problems::default();
        let folders = match images {
            "" => sources::picture_folders(path),
            folder => vec![PathBuf::from(folder)],
        };
        let pictures = find_pictures(path, &index, &folders, &mut problems);
        let mut named = std::mem::take(&mut index.references);
        if purpose == Use::Referring {
            let own_folder = path.parent().unwrap_or(Path::new(""));
            let file = match references {
                "" if named.is_empty() => references::find(own_folder),
                "" => None,
                name => Some(
                    [PathBuf::from(name), own_folder.join(name)].into_iter().find(|path| path.is_file()).unwrap_or(name.into()),
                ),
            };
            if let Some(file) = file {
                named = references::read(&file, &mut problems)?;
            }
        }
        named.retain(|reference| usable(reference, &index, &pictures, &mut problems));
        let (file, groups) = (File::OnDisk(file), Mutex::default());
        Ok(Self { file, path: path.to_owned(), index, pictures, references: named, problems, groups })
    }

    /// Every picture and kind of which it has between `min` and `max` objects, as far as the picture is there.
    pub(crate) fn groups(&self, min: usize, max: usize) -> Arc<Vec<Group>> {
        let mut known = self.groups.lock().unwrap_or_else(PoisonError::into_inner);
        let filter = || {
            let fits = |group: &&Group| (min..=max).contains(&(group.count as usize));
            let is_there = |group: &&Group| self.pictures[group.image as usize].is_some();
            Arc::new(self.index.groups.iter().filter(fits).filter(is_there).copied().collect())
        };
        known.entry((min, max)).or_insert_with(filter).clone()
    }

    /// The kind that a group is of, and its objects.
    pub(crate) fn group(&self, group: Group) -> (&str, &[ObjectNumber]) {
        let members = group.first as usize..(group.first + group.count) as usize;
        (&self.index.categories[group.category as usize].1, &self.index.members[members])
    }

    /// The picture and kind that a state names: the file's name, or its last part, and the kind's.
    pub(crate) fn find_group(&self, file: &str, kind: &str) -> Option<Group> {
        let last = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
        let is_it = |group: &&Group| {
            let image = &self.index.images[group.image as usize];
            self.pictures[group.image as usize].is_some()
                && self.index.categories[group.category as usize].1 == kind
                && sources::possible_names(image).iter().any(|name| *name == file || last(name) == last(file))
        };
        self.index.groups.iter().find(is_it).copied()
    }

    /// What a group's picture is called.
    pub(crate) fn picture_name(&self, group: Group) -> String {
        sources::possible_names(&self.index.images[group.image as usize]).first().map(ToString::to_string).unwrap_or_default()
    }

    /// The number of the reference with this id.
    pub(crate) fn find_reference(&self, id: i64) -> Option<usize> {
        self.references.iter().position(|reference| reference.ref_id == id)
    }

    pub(crate) fn reference_id(&self, number: usize) -> Option<i64> {
        self.references.get(number).map(|reference| reference.ref_id)
    }

    /// How many references can be used.
    pub(crate) fn reference_count(&self) -> usize {
        self.references.len()
    }

    /// A reference's sentences and the object it means.
    pub(crate) fn reference(&self, number: usize) -> Option<(&[String], ObjectNumber)> {
        let reference = self.references.get(number)?;
        Some((&reference.sentences, self.index.object(reference.ann_id)? as ObjectNumber))
    }

    /// The objects of the same kind in the same picture as this one, itself among them, also where the file may not have all of them.
    pub(crate) fn alike(&self, object: ObjectNumber) -> Vec<ObjectNumber> {
        let Some(object) = self.index.objects.get(object as usize) else { return Vec::new() };
        let is_alike = |other: &Object| (other.image_id, other.category_id) == (object.image_id, object.category_id);
        (0..).zip(&self.index.objects).filter(|(_, other)| is_alike(other)).map(|(number, _)| number).collect()
    }

    /// The picture that shows these objects of one picture, and their masks; `None`, with a warning, where a part cannot be
    /// read.
    pub(crate) fn load(&self, objects: &[ObjectNumber]) -> Option<(Arc<Canvas<'static>>, Vec<Mask>)> {
        let masks = self.masks(objects)?;
        let number = self.image_of(objects)?;
        let (image, picture) = (&self.index.images[number], self.pictures[number].as_ref()?);
        let skip = |why: String| {
            warn(format!("{} was skipped: {why}", picture.name()));
            None
        };
        match picture.load() {
            Err(why) => skip(why),
            Ok(picture) if (picture.width(), picture.height()) != (image.width, image.height) => {
                let (width, height) = (picture.width(), picture.height());
                skip(format!("it is {width} by {height}, not {} by {}", image.width, image.height))
            }
            Ok(picture) => Some((picture, masks)),
        }
    }

    /// The masks of these objects of one picture; `None`, with a warning, where one cannot be read.
    pub(crate) fn masks(&self, objects: &[ObjectNumber]) -> Option<Vec<Mask>> {
        let image = &self.index.images[self.image_of(objects)?];
        let mut masks = Vec::with_capacity(objects.len());
        for object in objects {
            let object = self.index.objects.get(*object as usize)?;
            let mask = self.outline(object).and_then(|outline| {
                let fits = outline.segmentation.mask(image.width, image.height);
                fits.ok_or_else(|| format!("its segmentation covers nothing or does not fit image {}", image.id))
            });
            match mask {
                Ok(mask) => masks.push(mask),
                Err(why) => {
                    warn(format!("{}: annotation {} was skipped: {why}", self.path.display(), object.id));
                    return None;
                }
            }
        }
        Some(masks)
    }

    /// The width and height of the picture that shows these objects.
    pub(crate) fn picture_size(&self, objects: &[ObjectNumber]) -> Option<(u32, u32)> {
        let image = &self.index.images[self.image_of(objects)?];
        Some((image.width, image.height))
    }

    /// The place in the index of the picture that shows these objects.
    fn image_of(&self, objects: &[ObjectNumber]) -> Option<usize> {
        self.index.image_of(self.index.objects.get(*objects.first()? as usize)?)
    }

    /// Reads an object's outline from the file.
    fn outline(&self, object: &Object) -> Result<Outline, String> {
        let bytes = self.file.read(object.at, object.length).map_err(|error| format!("it cannot be read: {error}"))?;
        let outline: Outline =
            serde_json::from_slice(&bytes).map_err(|_| "its segmentation is not of the known form".to_owned())?;
        // The place comes from an index: what is there now must be the object that was there then.
        if outline.id != object.id {
            return Err("the file was changed while it is in use".into());
        }
        Ok(outline)
    }
}

impl File {
    fn read(&self, at: u64, length: u32) -> std::io::Result<Vec<u8>> {
        match self {
            Self::OnDisk(file) => {
                let mut bytes = vec![0; length as usize];
                file.read_exact_at(&mut bytes, at)?;
                Ok(bytes)
            }
            Self::BuiltIn(all) => {
                let bytes = all.get(at as usize..at as usize + length as usize);
                bytes.map(<[u8]>::to_vec).ok_or_else(|| std::io::ErrorKind::UnexpectedEof.into())
            }
        }
    }
}

impl Picture {
    /// For messages.
    fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::BuiltIn(number) => format!("the built-in photograph {}", photos::name(*number)),
        }
    }

    fn load(&self) -> Result<Arc<Canvas<'static>>, String> {
        match self {
            Self::File(path) => super::load_picture_file(path).map(Arc::new),
            Self::BuiltIn(number) => photos::photo(*number).ok_or_else(|| "it cannot be decoded".into()),
        }
    }
}

impl Index {
    fn object(&self, id: i64) -> Option<usize> {
        self.objects.binary_search_by_key(&id, |object| object.id).ok()
    }
}

/// Looks for every picture once, so that an episode is never set with one that is not there: many have a part of them only.
fn find_pictures(path: &Path, index: &Index, folders: &[PathBuf], problems: &mut Problems) -> Vec<Option<Picture>> {
    let mut pictures = Vec::with_capacity(index.images.len());
    for image in &index.images {
        let found = sources::find_picture(image, folders).map(Picture::File);
        if found.is_none() {
            match sources::possible_names(image).first() {
                None => problems.add("image without a usable file name", || {
                    format!("{}: image {} has no usable file name", path.display(), image.id)
                }),
                Some(name) => problems.add("picture that is not there", || {
                    format!("{}: image {} was skipped: its picture {name:?} is not there", path.display(), image.id)
                }),
            }
        }
        pictures.push(found);
    }
    pictures
}

/// Whether a reference has a sentence, an object and a picture.
fn usable(reference: &Reference, index: &Index, pictures: &[Option<Picture>], problems: &mut Problems) -> bool {
    let Reference { ref_id, ann_id, sentences } = reference;
    let object = index.object(*ann_id).map(|number| &index.objects[number]);
    let image = object.map(|object| index.image_of(object));
    let why = match (sentences.as_slice(), image) {
        ([], _) => "it has no sentence",
        (_, None) => "there is no such annotation",
        (_, Some(None)) => "there is no such image",
        (_, Some(Some(image))) if pictures[image].is_none() => "its picture is not there",
        _ => return true,
    };
    problems.add(&format!("reference that cannot be used: {why}"), || {
        format!("reference {ref_id} to annotation {ann_id} was skipped: {why}")
    });
    false
}

#[cfg(test)]
mod tests;
