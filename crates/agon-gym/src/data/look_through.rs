//! What a user's folder holds: counts of everything that worlds can use.

use super::annotations::{AnnotationSurvey, survey_annotations};
use super::clips::Clips;
use super::conversations::named_pictures;
use super::file::has_extension;
use super::listing::list_files;
use super::meshes::is_mesh_name;
use super::pictures::Pictures;
use crate::ParamError;
use serde::Serialize;
use std::path::Path;

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) pictures: u64,
    pub(crate) lists: Vec<(String, u64)>,
    pub(crate) annotations: Vec<AnnotationSurvey>,
    pub(crate) clips: ClipSurvey,
    pub(crate) meshes: u64,
}

/// The clips of a folder.
#[derive(Debug, Default, Serialize)]
pub struct ClipSurvey {
    pub films: u64,
    /// Folders that hold pictures: frames, or photographs of one kind.
    pub folders_of_frames: u64,
    /// For how many of them it is known what happens.
    pub captions: u64,
}

/// Looks through a folder or a single file. What cannot be used at all is added to `problems`, a sentence each.
pub(crate) fn look_through(source: &str, problems: &mut Vec<String>) -> Result<Found, ParamError> {
    let path = Path::new(source);
    let mut found = Found { annotations: survey_annotations(path, problems), ..Found::default() };
    if path.is_file() {
        if found.annotations.is_empty() && problems.is_empty() {
            found.lists = list_of(path, problems).into_iter().collect();
            found.pictures = found.lists.iter().map(|(_, count)| count).sum();
        }
        return Ok(found);
    }
    let (mut pictures, mut films, mut meshes, mut lists) = (0, 0, 0, Vec::new());
    for file in list_files("folder", source, |_| true)? {
        match file.path.as_path() {
            path if super::file::is_picture_name(path) => pictures += 1,
            path if super::film::is_film_name(path) => films += 1,
            path if is_mesh_name(path) => meshes += 1,
            path if has_extension(path, &["json"]) && is_list(path) => lists.push(file.path),
            _ => {}
        }
    }
    if pictures > 0 {
        match Pictures::open(source) {
            Ok(sound) => found.pictures = sound.count() as u64,
            Err(error) => problems.push(error.to_string()),
        }
    }
    found.meshes = meshes;
    if films > 0 || pictures > 0 {
        match Clips::open(source) {
            Ok(clips) => found.clips = clips.survey(),
            Err(error) if films > 0 => problems.push(error.to_string()),
            Err(_) => {}
        }
    }
    // Labels of clips and lists of references are lists too; only those that name pictures count.
    found.lists = lists.iter().filter_map(|path| list_of(path, &mut Vec::new())).collect();
    Ok(found)
}

/// Whether a JSON file begins as a list does.
fn is_list(path: &Path) -> bool {
    use std::io::Read as _;
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
    read.is_ok() && start.trim_ascii_start().first() == Some(&b'[')
}

fn list_of(path: &Path, problems: &mut Vec<String>) -> Option<(String, u64)> {
    let text = path.to_str()?;
    match named_pictures(text) {
        Ok(files) => Some((text.to_owned(), files.len() as u64)),
        Err(error) => {
            problems.push(error.to_string());
            None
        }
    }
}
