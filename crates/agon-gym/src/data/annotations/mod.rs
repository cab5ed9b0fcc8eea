//! Users' own pictures with annotated objects, in the files of COCO, LVIS and RefCOCO. `docs/data.md` tells their shapes.

use super::mask::{MAX_PIXELS, Mask, fill_polygons, fill_runs, read_compressed_runs};
use super::warnings::warn;
use crate::{Canvas, ParamError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::btree_map::{BTreeMap, Entry as Slot};
use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

pub(crate) struct Annotations {
    folder: PathBuf,
    images: BTreeMap<i64, Picture>,
    categories: BTreeMap<i64, String>,
    objects: BTreeMap<i64, Annotated>,
    references: Vec<Reference>,
    /// Pictures and kinds whose objects cannot be counted from the file.
    uncountable: BTreeSet<(i64, i64)>,
}

#[derive(Deserialize)]
struct File {
    images: Vec<Entry<Picture>>,
    annotations: Vec<Entry<Annotated>>,
    #[serde(default)]
    categories: Vec<Entry<Category>>,
    #[serde(default)]
    refs: Vec<Entry<Reference>>,
}

/// An entry, or what stands in its place.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry<T> {
    Sound(T),
    Broken(Value),
}

#[derive(Deserialize)]
struct Picture {
    id: i64,
    file_name: Option<String>,
    coco_url: Option<String>,
    width: u32,
    height: u32,
    #[serde(default)]
    not_exhaustive_category_ids: Vec<i64>,
}

#[derive(Deserialize)]
struct Category {
    id: i64,
    name: String,
}

#[derive(Deserialize)]
struct Annotated {
    id: i64,
    image_id: i64,
    category_id: i64,
    segmentation: Segmentation,
    #[serde(default)]
    iscrowd: u8,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Segmentation {
    Polygons(Vec<Vec<f64>>),
    Runs { counts: Runs, size: (u32, u32) },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Runs {
    Numbers(Vec<u64>),
    Compressed(String),
}

#[derive(Deserialize)]
struct Reference {
    ref_id: i64,
    ann_id: i64,
    sentences: Vec<Sentence>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Sentence {
    Plain(String),
    Entry { sent: String },
}

type AnnotationKey = (String, String, String);

/// Files of hundreds of megabytes are read once for all episodes.
static OPENED: LazyLock<Mutex<HashMap<AnnotationKey, Arc<Annotations>>>> = LazyLock::new(Mutex::default);

impl Annotations {
    /// Opens an annotation file. Pictures are in `images`, or beside the file if that is empty; `references` names a file
    /// of references, or is empty where the annotation file has them.
    pub(crate) fn open(data: &str, images: &str, references: &str) -> Result<Arc<Self>, ParamError> {
        let key = (data.to_owned(), images.to_owned(), references.to_owned());
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opened.get(&key) {
            return Ok(known.clone());
        }
        let file: File = read_json("data", data)?;
        let folder = match images {
            "" => Path::new(data).parent().map(Path::to_owned).unwrap_or_default(),
            folder => PathBuf::from(folder),
        };
        let mut refs = file.refs;
        if !references.is_empty() {
            refs = read_json("references", references)?;
        }
        let mut uncountable = BTreeSet::new();
        let objects: Vec<Annotated> = file
            .annotations
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::Sound(annotated) => Some(annotated),
                Entry::Broken(value) => {
                    // An object that cannot be read would be missing from the count of its kind.
                    uncountable.extend(value["image_id"].as_i64().zip(value["category_id"].as_i64()));
                    warn(format!("{data}: annotation {} was skipped: it is not of the known form", name_of(&value, "id")));
                    None
                }
            })
            .collect();
        let images = sound(file.images, data, "image", "id");
        for image in &images {
            uncountable.extend(image.not_exhaustive_category_ids.iter().map(|category| (image.id, *category)));
        }
        uncountable.extend(objects.iter().filter(|o| o.iscrowd != 0).map(|o| (o.image_id, o.category_id)));
        let objects = numbered(objects, data, &mut uncountable);
        let annotations = Arc::new(Self {
            folder,
            images: images.into_iter().map(|image| (image.id, image)).collect(),
            categories: sound(file.categories, data, "category", "id").into_iter().map(|c| (c.id, c.name)).collect(),
            objects,
            references: sound(refs, if references.is_empty() { data } else { references }, "reference", "ref_id"),
            uncountable,
        });
        opened.insert(key, annotations.clone());
        Ok(annotations)
    }

    /// Every picture and kind of which it has between `min` and `max` objects: the kind's name and the objects' numbers.
    pub(crate) fn groups(&self, min: usize, max: usize) -> Vec<(&str, Vec<i64>)> {
        let mut groups: BTreeMap<(i64, i64), Vec<i64>> = BTreeMap::new();
        for object in self.objects.values() {
            groups.entry((object.image_id, object.category_id)).or_default().push(object.id);
        }
        let countable = groups.into_iter().filter(|(key, objects)| {
            !self.uncountable.contains(key) && (min..=max).contains(&objects.len()) && self.images.contains_key(&key.0)
        });
        countable.filter_map(|((_, kind), objects)| Some((self.categories.get(&kind)?.as_str(), objects))).collect()
    }

    /// How many references there are.
    pub(crate) fn reference_count(&self) -> usize {
        self.references.len()
    }

    /// A reference's sentences and the object it means.
    pub(crate) fn reference(&self, index: usize) -> Option<(Vec<&str>, i64)> {
        let reference = self.references.get(index)?;
        let texts = reference.sentences.iter().map(|sentence| sentence.text().trim());
        let sentences: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
        if sentences.is_empty() || !self.objects.contains_key(&reference.ann_id) {
            let why = if sentences.is_empty() { "it has no sentence" } else { "there is no such annotation" };
            warn(format!("reference {} to annotation {} was skipped: {why}", reference.ref_id, reference.ann_id));
            return None;
        }
        Some((sentences, reference.ann_id))
    }

    /// The picture that shows these objects of one picture, and their masks; `None`, with a warning, where a part cannot be
    /// read.
    pub(crate) fn load(&self, objects: &[i64]) -> Option<(Canvas<'static>, Vec<Mask>)> {
        let first = self.objects.get(objects.first()?)?;
        let Some(image) = self.images.get(&first.image_id) else {
            warn(format!("annotation {} was skipped: there is no image {}", first.id, first.image_id));
            return None;
        };
        let mut masks = Vec::with_capacity(objects.len());
        for id in objects {
            match self.objects.get(id).and_then(|object| object.segmentation.mask(image.width, image.height)) {
                Some(mask) => masks.push(mask),
                None => {
                    warn(format!(
                        "annotation {id} was skipped: its segmentation covers nothing or does not fit image {}",
                        image.id
                    ));
                    return None;
                }
            }
        }
        let skip = |path: &Path, why: String| {
            warn(format!("{} was skipped: {why}", path.display()));
            None
        };
        let Some(path) = self.path(image) else {
            return skip(&self.folder, format!("image {} has no usable file name", image.id));
        };
        match super::load_picture_file(&path) {
            Err(why) => skip(&path, why),
            Ok(picture) if (picture.width(), picture.height()) != (image.width, image.height) => {
                let (width, height) = (picture.width(), picture.height());
                skip(&path, format!("it is {width} by {height}, not {} by {}", image.width, image.height))
            }
            Ok(picture) => Some((picture, masks)),
        }
    }

    /// Where a picture's file is: under its own name, or, as LVIS has it, under the last parts of its address.
    fn path(&self, image: &Picture) -> Option<PathBuf> {
        let inside = |name: &str| {
            let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
            (plain && !name.is_empty()).then(|| self.folder.join(name))
        };
        if let Some(name) = &image.file_name {
            return inside(name);
        }
        let address = image.coco_url.as_deref()?;
        let mut parts = address.rsplit('/');
        let (file, parent) = (parts.next()?, parts.next().unwrap_or_default());
        let long = inside(&format!("{parent}/{file}"));
        long.filter(|path| path.exists()).or_else(|| inside(file))
    }
}

impl Sentence {
    fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Entry { sent: text } => text,
        }
    }
}

impl Segmentation {
    fn mask(&self, width: u32, height: u32) -> Option<Mask> {
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return None;
        }
        match self {
            Self::Polygons(polygons) => fill_polygons(polygons, width, height),
            // COCO gives the height first.
            Self::Runs { size, .. } if *size != (height, width) => None,
            Self::Runs { counts: Runs::Numbers(runs), .. } => fill_runs(runs, width, height),
            Self::Runs { counts: Runs::Compressed(text), .. } => fill_runs(&read_compressed_runs(text)?, width, height),
        }
    }
}

fn read_json<T: DeserializeOwned>(key: &str, path: &str) -> Result<T, ParamError> {
    let problem = |why: String| ParamError::key(key, format!("{path:?} cannot be read: {why}"));
    let text = std::fs::read(path).map_err(|error| problem(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| problem(error.to_string()))
}

/// Objects by their numbers. Of two with one number the later is skipped, and missing from the count of its kind.
fn numbered(objects: Vec<Annotated>, data: &str, uncountable: &mut BTreeSet<(i64, i64)>) -> BTreeMap<i64, Annotated> {
    let mut by_number = BTreeMap::new();
    for object in objects {
        match by_number.entry(object.id) {
            Slot::Vacant(slot) => drop(slot.insert(object)),
            Slot::Occupied(_) => {
                warn(format!("{data}: a second annotation {} was skipped", object.id));
                uncountable.insert((object.image_id, object.category_id));
            }
        }
    }
    by_number
}

fn sound<T>(entries: Vec<Entry<T>>, file: &str, what: &str, key: &str) -> Vec<T> {
    let keep = |entry| match entry {
        Entry::Sound(entry) => Some(entry),
        Entry::Broken(value) => {
            warn(format!("{file}: {what} {} was skipped: it is not of the known form", name_of(&value, key)));
            None
        }
    };
    entries.into_iter().filter_map(keep).collect()
}

/// An entry's number, or the beginning of the entry where it has none.
fn name_of(value: &Value, key: &str) -> String {
    match value.get(key) {
        Some(id) => id.to_string(),
        None => value.to_string().chars().take(60).collect(),
    }
}
