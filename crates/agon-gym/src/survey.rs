//! What a user's folder holds, and how many different episodes every world gets from it.

use crate::data::{self, AnnotationSurvey, ClipSurvey, data_warnings};
use crate::{GymSuite, Kind, ParamError, Starts};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// What a folder, or a file that stands for one, holds.
#[derive(Debug, Serialize)]
pub struct FolderSurvey {
    /// How many pictures there are, at any depth, annotated or not.
    pub pictures: u64,
    /// Files that name pictures, as LLaVA's lists of conversations do, and how many of the pictures are there.
    pub lists: Vec<(String, u64)>,
    pub annotations: Vec<AnnotationSurvey>,
    pub clips: ClipSurvey,
    /// How many files of objects there are.
    pub meshes: u64,
    /// Every world that can use it, preset by preset.
    pub worlds: Vec<WorldStarts>,
    /// Files that cannot be used at all, a sentence each.
    pub problems: Vec<String>,
    /// What was left out, a sentence each; of many alike the first.
    pub skipped: Vec<String>,
}

/// The starts that a world gets.
#[derive(Debug, Serialize)]
pub struct WorldStarts {
    /// The task, as `agon run` takes it.
    pub task: String,
    /// The setting that uses the data, and its value.
    pub setting: String,
    pub value: String,
    #[serde(flatten)]
    pub starts: Starts,
}

/// Looks through a folder or a single file. Every world looks into at most `sample` pictures, clips or objects.
pub fn survey(source: &Path, sample: usize) -> Result<FolderSurvey, ParamError> {
    let text = source.to_str().ok_or_else(|| ParamError::Invalid(format!("{} is not written in UTF-8", source.display())))?;
    std::fs::metadata(source).map_err(|error| ParamError::Invalid(format!("{text:?} cannot be read: {error}")))?;
    let before: BTreeSet<String> = data_warnings().into_iter().collect();
    let mut problems = Vec::new();
    let found = data::look_through(text, &mut problems)?;
    let mut survey = FolderSurvey {
        pictures: found.pictures,
        lists: found.lists,
        annotations: found.annotations,
        clips: found.clips,
        meshes: found.meshes,
        worlds: Vec::new(),
        problems: Vec::new(),
        skipped: Vec::new(),
    };
    let suite = GymSuite::new().map_err(|error| ParamError::Invalid(error.to_string()))?;
    for (setting, value) in uses(&survey, text) {
        let takes_it = |kind: &dyn Kind| main_setting(&kind.params()) == Some(setting);
        // A preset that names its data stands for that data.
        for (id, kind, params) in suite.presets().filter(|(_, kind, params)| takes_it(*kind) && !params.contains_key(setting)) {
            let mut params = params.clone();
            params.insert(setting.to_owned(), value.clone().into());
            match kind.starts(&params, sample) {
                None => {}
                Some(Ok(starts)) => {
                    survey.worlds.push(WorldStarts {
                        task: id.to_string(),
                        setting: setting.to_owned(),
                        value: value.clone(),
                        starts,
                    });
                }
                Some(Err(error)) => problems.push(format!("{id}: {error}")),
            }
        }
    }
    // A file without references is no problem: it serves for counting alone.
    survey.worlds.retain(|world| world.starts.things > 0);
    survey.problems = problems;
    survey.skipped = data_warnings().into_iter().filter(|warning| !before.contains(warning)).collect();
    Ok(survey)
}

/// The setting by which a world takes a user's data in place of its own.
fn main_setting(params: &serde_json::Map<String, Value>) -> Option<&'static str> {
    ["data", "clips", "meshes", "pictures"].into_iter().find(|key| params.contains_key(*key))
}

/// What of the data goes into which setting.
fn uses(survey: &FolderSurvey, source: &str) -> Vec<(&'static str, String)> {
    let whole = |setting: &'static str, count: u64| (count > 0).then(|| (setting, source.to_owned()));
    let mut uses: Vec<(&'static str, String)> = whole("pictures", survey.pictures).into_iter().collect();
    uses.extend(survey.lists.iter().filter(|(file, _)| file != source).map(|(file, _)| ("pictures", file.clone())));
    uses.extend(survey.annotations.iter().map(|file| ("data", file.file.clone())));
    uses.extend(whole("clips", survey.clips.films + survey.clips.folders_of_frames));
    uses.extend(whole("meshes", survey.meshes));
    uses
}
