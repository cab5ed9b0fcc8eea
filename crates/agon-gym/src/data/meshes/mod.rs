//! Three-dimensional objects: the built-in ones, or a user's folder of OBJ, glTF and GLB files.

mod built_in;
mod gltf;
mod obj;
mod soup;
mod symmetry;

use super::pictures::entries;
use crate::ParamError;
use crate::solid::Mesh;
use soup::Soup;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The objects a world draws on. The same source gives the same objects in the same order.
#[derive(Default)]
pub(crate) struct Meshes {
    entries: Vec<(String, Arc<Mesh>)>,
    warnings: Vec<String>,
}

/// Files beyond this are no objects to turn in a hand.
const MOST_BYTES: u64 = 64 << 20;

/// What tells whether a folder has changed: its path and each file's name, size and time.
type Stamp = (String, Vec<(PathBuf, u64, Option<SystemTime>)>);

/// The folder that was read last. Every episode opens its source anew, and reading meshes takes its time.
static LAST: Mutex<Option<(Stamp, Arc<Meshes>)>> = Mutex::new(None);

impl Meshes {
    /// Opens a collection: the built-in one for an empty `source`, else a folder. Files that cannot be used are skipped,
    /// and [`Meshes::warnings`] names them.
    pub(crate) fn open(source: &str) -> Result<Arc<Self>, ParamError> {
        if source.is_empty() {
            return Ok(built_in::all());
        }
        let files = entries("meshes", source)?
            .into_iter()
            .filter(|path| path.is_file() && reader(path).is_some())
            .map(|path| {
                let about = fs::metadata(&path).ok();
                (path, about.as_ref().map_or(0, fs::Metadata::len), about.and_then(|about| about.modified().ok()))
            })
            .collect();
        let stamp = (source.to_owned(), files);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, meshes)) = last.as_ref()
            && *known == stamp
        {
            return Ok(meshes.clone());
        }
        let mut meshes = Self::default();
        for (path, bytes, _) in &stamp.1 {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match read(path, *bytes) {
                Ok(mesh) => meshes.entries.push((name, Arc::new(mesh))),
                Err(problem) => {
                    let warning = format!("{name} was skipped: {problem}");
                    super::warn(warning.clone());
                    meshes.warnings.push(warning);
                }
            }
        }
        if meshes.entries.is_empty() {
            let mut problem = format!("{source:?} has no mesh that can be used (.obj, .gltf, .glb)");
            if !meshes.warnings.is_empty() {
                problem.push_str(&format!("; {}", meshes.warnings.join("; ")));
            }
            return Err(ParamError::key("meshes", problem));
        }
        let meshes = Arc::new(meshes);
        *last = Some((stamp, meshes.clone()));
        Ok(meshes)
    }

    pub(crate) fn count(&self) -> usize {
        self.entries.len()
    }

    /// What an object is called; empty past the last one.
    pub(crate) fn name(&self, index: usize) -> &str {
        self.entries.get(index).map_or("", |(name, _)| name)
    }

    /// An object, normalized; `None` past the last one.
    pub(crate) fn mesh(&self, index: usize) -> Option<Arc<Mesh>> {
        self.entries.get(index).map(|(_, mesh)| mesh.clone())
    }

    /// One sentence for each file of the folder that was skipped.
    #[cfg(test)]
    pub(crate) fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

type Reader = fn(&Path, &[u8]) -> Result<Soup, String>;

fn reader(path: &Path) -> Option<Reader> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "obj" => Some(obj::read),
        "gltf" | "glb" => Some(gltf::read),
        _ => None,
    }
}

fn read(path: &Path, bytes: u64) -> Result<Mesh, String> {
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
