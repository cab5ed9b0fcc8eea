//! Files of conversations about pictures, as LLaVA's training sets have them: `[{"image": "00453/004539375.jpg", …}, …]`.

use super::file::is_picture_name;
use super::listing::ListedFile;
use super::warn;
use crate::ParamError;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Component, Path};

#[derive(Deserialize)]
struct Conversation {
    #[serde(default)]
    image: Option<Images>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Images {
    One(String),
    Several(Vec<String>),
}

/// Where such a file's pictures are, from its folder on.
const FOLDERS: [&str; 2] = ["", "images"];

/// The pictures that a file of conversations names, each once, in the order of their names. They lie beside the file or in
/// the folder `images` there.
pub(super) fn named_pictures(source: &str) -> Result<Vec<ListedFile>, ParamError> {
    let problem = |why: String| ParamError::key("pictures", format!("{source:?} cannot be read: {why}"));
    let bytes = std::fs::read(source).map_err(|error| problem(error.to_string()))?;
    let not_known = |error: serde_json::Error| problem(format!("it is neither a folder nor a list of conversations: {error}"));
    let conversations: Vec<Conversation> = serde_json::from_slice(&bytes).map_err(not_known)?;
    let names: BTreeSet<String> = conversations
        .into_iter()
        .filter_map(|conversation| conversation.image)
        .flat_map(|images| match images {
            Images::One(name) => vec![name],
            Images::Several(names) => names,
        })
        .collect();
    let beside = Path::new(source).parent().unwrap_or(Path::new(""));
    let (count, mut files, mut missing) = (names.len(), Vec::new(), None);
    for name in names {
        let path = Path::new(&name);
        // Only files below the folder: a list has no business elsewhere.
        let inside = path.components().all(|part| matches!(part, Component::Normal(_))) && is_picture_name(path);
        let found = FOLDERS.iter().map(|folder| beside.join(folder).join(path)).find(|path| inside && path.is_file());
        match found {
            Some(path) => files.push(ListedFile { name, path }),
            None => {
                missing.get_or_insert(name);
            }
        }
    }
    if let Some(first) = missing {
        warn(format!("{source}: {} of its {count} pictures are not there; the first is {first:?}", count - files.len()));
    }
    if files.is_empty() {
        return Err(problem("none of the pictures that it names is beside it or in the folder images there".into()));
    }
    Ok(files)
}
