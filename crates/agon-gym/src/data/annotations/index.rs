//! What an annotation file holds and where in it, made in one reading. Outlines stay in the file, of which they are nearly
//! all, and are read when an episode needs them.

use super::problems::{Problems, name_of};
use super::references::Reference;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashSet};

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Index {
    /// By their numbers.
    pub(super) images: Vec<Image>,
    pub(super) categories: Vec<(i64, String)>,
    pub(super) objects: Vec<Object>,
    /// The objects of one kind in one picture, for each picture and kind for which the file has all of them.
    pub(super) groups: Vec<Group>,
    /// Which objects are in the groups, one group after the other.
    pub(super) members: Vec<u32>,
    pub(super) references: Vec<Reference>,
    pub(super) problems: Problems,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Image {
    pub(super) id: i64,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) name: ImageName,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ImageName {
    File(String),
    /// LVIS has the address at which COCO's picture is kept.
    Address(String),
    Missing,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Object {
    pub(super) id: i64,
    pub(super) image_id: i64,
    pub(super) category_id: i64,
    /// Where the annotation begins in the file, and its length in bytes.
    pub(super) at: u64,
    pub(super) length: u32,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Group {
    /// Places in the lists of images and categories.
    pub(super) image: u32,
    pub(super) category: u32,
    /// Where its members begin.
    pub(super) first: u32,
    pub(super) count: u32,
}

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    images: Vec<&'a RawValue>,
    #[serde(borrow)]
    annotations: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    categories: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    refs: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct WrittenImage {
    id: i64,
    file_name: Option<String>,
    coco_url: Option<String>,
    width: u32,
    height: u32,
    #[serde(default)]
    not_exhaustive_category_ids: Vec<i64>,
}

#[derive(Deserialize)]
struct WrittenCategory {
    id: i64,
    name: String,
}

#[derive(Deserialize)]
struct WrittenObject<'a> {
    id: i64,
    image_id: i64,
    category_id: i64,
    #[serde(borrow)]
    segmentation: &'a RawValue,
    #[serde(default)]
    iscrowd: u8,
}

const BROKEN: &str = "entry that is not of the known form";

impl Index {
    /// Reads a whole file; `path` is its name in messages.
    pub(super) fn build(bytes: &[u8], path: &str) -> Result<Self, String> {
        let file: File = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let mut index = Self::default();
        let problems = &mut index.problems;
        let broken = |problems: &mut Problems, what: &str, key: &str, raw: &RawValue| {
            problems.add(BROKEN, || {
                let value: Value = serde_json::from_str(raw.get()).unwrap_or_default();
                format!("{path}: {what} {} was skipped: it is not of the known form", name_of(&value, key))
            });
        };
        // Pictures and kinds whose objects cannot be counted from the file.
        let mut uncountable: HashSet<(i64, i64)> = HashSet::new();
        let mut images = BTreeMap::new();
        for raw in file.images {
            let Ok(image) = serde_json::from_str::<WrittenImage>(raw.get()) else {
                broken(problems, "image", "id", raw);
                continue;
            };
            uncountable.extend(image.not_exhaustive_category_ids.iter().map(|category| (image.id, *category)));
            let name = match (image.file_name, image.coco_url) {
                (Some(name), _) => ImageName::File(name),
                (None, Some(address)) => ImageName::Address(address),
                (None, None) => ImageName::Missing,
            };
            images.insert(image.id, Image { id: image.id, width: image.width, height: image.height, name });
        }
        index.images = images.into_values().collect();
        let mut categories = BTreeMap::new();
        for raw in file.categories {
            match serde_json::from_str::<WrittenCategory>(raw.get()) {
                Ok(category) => drop(categories.insert(category.id, category.name)),
                Err(_) => broken(problems, "category", "id", raw),
            }
        }
        index.categories = categories.into_iter().collect();
        for raw in file.refs {
            let value: Value = serde_json::from_str(raw.get()).unwrap_or_default();
            match Reference::from_json(&value) {
                Some(reference) => index.references.push(reference),
                None => broken(problems, "reference", "ref_id", raw),
            }
        }
        for raw in file.annotations {
            let text = raw.get();
            let written = serde_json::from_str::<WrittenObject>(text).ok();
            let length = u32::try_from(text.len()).ok();
            // Outlines are lists or run lengths; more about them is asked when they are needed.
            let sound = written.filter(|object| object.segmentation.get().starts_with(['[', '{'])).zip(length);
            let Some((object, length)) = sound else {
                // An object that cannot be read would be missing from the count of its kind.
                let value: Value = serde_json::from_str(text).unwrap_or_default();
                uncountable.extend(value["image_id"].as_i64().zip(value["category_id"].as_i64()));
                broken(problems, "annotation", "id", raw);
                continue;
            };
            let WrittenObject { id, image_id, category_id, iscrowd, .. } = object;
            if iscrowd != 0 {
                uncountable.insert((image_id, category_id));
            }
            let at = (text.as_ptr() as usize - bytes.as_ptr() as usize) as u64;
            index.objects.push(Object { id, image_id, category_id, at, length });
        }
        index.number_objects(path, &mut uncountable);
        index.group_objects(&uncountable);
        Ok(index)
    }

    /// Sorts objects by their numbers. Of two with one number the later is skipped, and missing from the count of its kind.
    fn number_objects(&mut self, path: &str, uncountable: &mut HashSet<(i64, i64)>) {
        self.objects.sort_by_key(|object| object.id);
        let mut last = None;
        let problems = &mut self.problems;
        self.objects.retain(|object| {
            let second = last.replace(object.id) == Some(object.id);
            if second {
                problems.add("annotation whose number another one has", || {
                    format!("{path}: a second annotation {} was skipped", object.id)
                });
                uncountable.insert((object.image_id, object.category_id));
            }
            !second
        });
    }

    fn group_objects(&mut self, uncountable: &HashSet<(i64, i64)>) {
        let key = |number: u32| {
            let object = &self.objects[number as usize];
            (object.image_id, object.category_id)
        };
        let mut order: Vec<u32> = (0..self.objects.len() as u32).collect();
        order.sort_by_key(|number| (key(*number), *number));
        for group in order.chunk_by(|a, b| key(*a) == key(*b)) {
            let (image_id, category_id) = key(group[0]);
            let image = self.images.binary_search_by_key(&image_id, |image| image.id);
            let category = self.categories.binary_search_by_key(&category_id, |(id, _)| *id);
            if let (Ok(image), Ok(category), false) = (image, category, uncountable.contains(&(image_id, category_id))) {
                let (first, count) = (self.members.len() as u32, group.len() as u32);
                self.groups.push(Group { image: image as u32, category: category as u32, first, count });
                self.members.extend(group);
            }
        }
    }

    pub(super) fn image_of(&self, object: &Object) -> Option<usize> {
        self.images.binary_search_by_key(&object.image_id, |image| image.id).ok()
    }
}
