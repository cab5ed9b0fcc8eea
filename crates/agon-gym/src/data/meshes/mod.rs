//! Three-dimensional objects: the built-in ones, or a user's folder of OBJ, glTF and GLB files.

mod built_in;
mod gltf;
mod material;
mod obj;
mod paint;
mod soup;
mod symmetry;
mod texture;

use super::file::has_extension;
use super::listing::{ListedFile, list_files};
use super::recent::Recent;
use super::warn;
use crate::ParamError;
use crate::solid::Mesh;
use agon_core::Rng;
use soup::Soup;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The objects a world draws on. The same source gives the same objects in the same order.
#[derive(Default)]
pub(crate) struct Meshes {
    /// The built-in objects.
    entries: Vec<(String, Arc<Mesh>)>,
    folder: Option<Folder>,
}

/// A user's files, read when they are needed: a data set has tens of thousands.
struct Folder {
    files: Vec<ListedFile>,
    /// What was read last. Where there is no mesh, the file cannot be used.
    read: Recent<Mesh>,
}

/// Files beyond this are no objects to turn in a hand.
const MOST_BYTES: u64 = 64 << 20;
/// The textures of one object that are read; each may take some megabytes.
const MOST_TEXTURES: usize = 64;
/// How many objects stay in memory.
const KEPT: usize = 64;
/// How many files are tried where one cannot be used, before the folder is called unusable.
const TRIES: usize = 256;
/// How many of them are named then.
const NAMED: usize = 8;

/// Folders are listed once in a process: an episode must not change because a file appeared meanwhile.
static OPENED: Mutex<BTreeMap<String, Arc<Meshes>>> = Mutex::new(BTreeMap::new());

impl Meshes {
    /// Opens a collection: the built-in one for an empty `source`, else a folder with files at any depth. Files that cannot
    /// be used are left out with a warning.
    pub(crate) fn open(source: &str) -> Result<Arc<Self>, ParamError> {
        if source.is_empty() {
            return Ok(built_in::all());
        }
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(meshes) = opened.get(source) {
            return Ok(meshes.clone());
        }
        let files = list_files("meshes", source, |path| reader(path).is_some())?;
        if files.is_empty() {
            return Err(ParamError::key("meshes", format!("{source:?} has no mesh that can be used (.obj, .gltf, .glb)")));
        }
        let folder = Folder { files, read: Recent::new(KEPT) };
        folder
            .find(0)
            .map_err(|problem| ParamError::key("meshes", format!("{source:?} has no mesh that can be used: {problem}")))?;
        let meshes = Arc::new(Self { folder: Some(folder), ..Self::default() });
        opened.insert(source.to_owned(), meshes.clone());
        Ok(meshes)
    }

    /// How many objects there are; of a folder, how many files.
    pub(crate) fn count(&self) -> usize {
        self.folder.as_ref().map_or(self.entries.len(), |folder| folder.files.len())
    }

    /// The number of an object that the stream decides, each that can be used as likely as the others.
    pub(crate) fn any(&self, rng: &mut Rng) -> usize {
        let mut number = rng.index(self.count());
        if let Some(folder) = &self.folder {
            for _ in 0..TRIES {
                if folder.mesh(number).is_ok() {
                    break;
                }
                number = rng.index(self.count());
            }
        }
        number
    }

    /// What the object of this very number is called, whether it can be used or not; empty past the last one.
    pub(crate) fn listed_name(&self, number: usize) -> &str {
        match &self.folder {
            None => self.entries.get(number).map_or("", |(name, _)| name),
            Some(folder) => folder.files.get(number).map_or("", |file| &file.name),
        }
    }

    /// Whether the object of this very number can be used.
    pub(crate) fn is_usable(&self, number: usize) -> bool {
        match &self.folder {
            None => number < self.entries.len(),
            Some(folder) => number < folder.files.len() && folder.mesh(number).is_ok(),
        }
    }

    /// An object, normalized, and what it is called; `None` past the last one. In place of a file that cannot be used comes
    /// the next one that can.
    pub(crate) fn object(&self, number: usize) -> Option<(&str, Arc<Mesh>)> {
        match &self.folder {
            None => self.entries.get(number).map(|(name, mesh)| (name.as_str(), mesh.clone())),
            Some(folder) => folder.find(number).ok(),
        }
    }
}

impl Folder {
    /// The first file from a number on that can be used, or why there is none.
    fn find(&self, number: usize) -> Result<(&str, Arc<Mesh>), String> {
        let count = self.files.len();
        let numbers = (number..number + count).take(if number < count { TRIES } else { 0 });
        let mut problems = Vec::new();
        for number in numbers {
            match self.mesh(number % count) {
                Ok(mesh) => return Ok((&self.files[number % count].name, mesh)),
                Err(problem) if problems.len() < NAMED => problems.push(problem),
                Err(_) => {}
            }
        }
        Err(problems.join("; "))
    }

    fn mesh(&self, number: usize) -> Result<Arc<Mesh>, String> {
        let file = &self.files[number];
        let problem = std::cell::RefCell::new(None);
        let mesh = self.read.get(number, || match read(&file.path) {
            Ok(mesh) => Some(mesh),
            Err(why) => {
                let sentence = format!("{} was skipped: {why}", file.name);
                warn(sentence.clone());
                problem.replace(Some(sentence));
                None
            }
        });
        mesh.ok_or_else(|| problem.into_inner().unwrap_or_else(|| format!("{} was skipped", file.name)))
    }
}

/// Whether a file's name says that it is an object.
pub(crate) fn is_mesh_name(path: &Path) -> bool {
    reader(path).is_some()
}

type Reader = fn(&Path, &[u8]) -> Result<Soup, String>;

fn reader(path: &Path) -> Option<Reader> {
    match path {
        path if has_extension(path, &["obj"]) => Some(obj::read),
        path if has_extension(path, &["gltf", "glb"]) => Some(gltf::read),
        _ => None,
    }
}

fn read(path: &Path) -> Result<Mesh, String> {
    let bytes = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if bytes > MOST_BYTES {
        return Err(format!("it has {bytes} bytes, at most {MOST_BYTES} are read"));
    }
    let reader = reader(path).ok_or("its kind is not known")?;
    let content = fs::read(path).map_err(|error| error.to_string())?;
    let mesh = reader(path, &content)?.into_mesh()?;
    if symmetry::looks_alike_when_turned(&mesh) {
        return Err("it looks the same in several orientations".into());
    }
    Ok(mesh)
}

#[cfg(test)]
mod tests;
